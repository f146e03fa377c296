#include "store_postgres/tasks/task_records.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace iam::store_postgres {
namespace {

using chat::TaskRun;
using chat::TaskTime;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr char k_insert_task_sql[] =
    "INSERT INTO @tasks (name, profile, model, prompt, moment, period_s, fields, zone, missed, "
    "time_max_ms, is_enabled, settled) "
    "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 "
    "WHERE (SELECT count(*) FROM @tasks) < $13 ON CONFLICT (name) DO NOTHING";
constexpr std::string_view k_tasks_sql =
    "SELECT name, profile, model, prompt, moment, period_s, fields, zone, missed, time_max_ms, "
    "is_enabled, settled FROM @tasks ";
// The same statement for the same token adds no runs again.
constexpr char k_insert_runs_sql[] =
    "WITH moved AS (UPDATE @tasks SET settled = $3 WHERE name = $1 AND settled = $2 "
    "RETURNING name), "
    "added AS (INSERT INTO @task_runs (task, due, began, ended, state, chat, why, token, place) "
    "SELECT moved.name, part.due, part.began, part.ended, part.state, part.chat, part.why, $4, "
    "part.place FROM moved, unnest($5, $6, $7, $8, $9, $10) WITH ORDINALITY "
    "AS part (due, began, ended, state, chat, why, place) ORDER BY part.place "
    "ON CONFLICT (token, place) DO NOTHING) "
    "SELECT count(*) FROM moved";
constexpr char k_update_run_sql[] =
    "UPDATE @task_runs SET began = $1, ended = $2, state = $3, why = $4 "
    "WHERE number = $5 AND state = $6";
constexpr std::string_view k_task_runs_sql =
    "SELECT number, task, due, began, ended, state, chat, why FROM @task_runs ";

TaskTime moment_of(std::int64_t column) {
    return TaskTime(milliseconds(column));
}

std::optional<TaskTime> moment_in(const Rows& rows, int row, int column) {
    if (rows.is_null(row, column)) return std::nullopt;
    return moment_of(rows.integer(row, column));
}

/// The columns of a schedule; the unused ones are NULL.
struct ScheduleColumns {
    std::optional<std::int64_t> moment{};
    std::optional<std::int64_t> period_s{};
    std::optional<Bytes> fields{};
    std::optional<Bytes> zone{};
};

ScheduleColumns columns_of(const chat::Schedule& schedule) {
    ScheduleColumns columns;
    if (const auto* at = std::get_if<chat::AtMoment>(&schedule))
        columns.moment = to_column(at->moment);
    if (const auto* every = std::get_if<chat::EveryPeriod>(&schedule)) {
        columns.moment = to_column(every->from);
        columns.period_s = every->period.count();
    }
    if (const auto* cron = std::get_if<chat::CronFields>(&schedule)) {
        columns.fields = Bytes{cron->fields};
        columns.zone = Bytes{cron->zone};
    }
    return columns;
}

chat::Schedule schedule_in(const Rows& rows, int row) {
    if (rows.is_null(row, 4)) return chat::CronFields{rows.bytes(row, 6), rows.bytes(row, 7)};
    const TaskTime moment = moment_of(rows.integer(row, 4));
    if (rows.is_null(row, 5)) return chat::AtMoment{moment};
    return chat::EveryPeriod{seconds(rows.integer(row, 5)), moment};
}

Result<chat::StoredTask> task_in(const Rows& rows, int row) {
    chat::StoredTask stored;
    chat::Task& task = stored.task;
    task.name = rows.bytes(row, 0);
    task.profile = rows.bytes(row, 1);
    task.model = rows.bytes(row, 2);
    task.prompt = rows.bytes(row, 3);
    task.schedule = schedule_in(rows, row);
    const auto missed = chat::read_missed_policy(rows.view(row, 8));
    if (!missed)
        return fail(Errc::corrupt, "the task '" + task.name +
                                       "' has a policy of missed runs that this program does not "
                                       "know; use a newer program.");
    task.missed = *missed;
    task.time_max = milliseconds(rows.integer(row, 9));
    task.is_enabled = rows.integer(row, 10) != 0;
    stored.settled = moment_of(rows.integer(row, 11));
    return stored;
}

std::string with(std::string_view select, std::string_view rest) {
    return std::string(select) + std::string(rest);
}

}  // namespace

std::int64_t to_column(TaskTime moment) noexcept {
    return moment.time_since_epoch().count();
}

std::optional<std::int64_t> to_column(const std::optional<TaskTime>& moment) noexcept {
    return moment ? std::optional(to_column(*moment)) : std::nullopt;
}

Statement insert_task(const chat::Task& task, TaskTime settled) {
    const ScheduleColumns schedule = columns_of(task.schedule);
    return Statement(k_insert_task_sql, Bytes{task.name}, Bytes{task.profile}, Bytes{task.model},
                     Bytes{task.prompt}, schedule.moment, schedule.period_s, schedule.fields,
                     schedule.zone, Text{chat::to_string(task.missed)},
                     std::int64_t{task.time_max.count()}, task.is_enabled, to_column(settled),
                     std::uint64_t{chat::k_tasks_max});
}

Statement select_tasks() {
    return Statement(with(k_tasks_sql, "ORDER BY name"));
}

Statement select_task(const std::string& name) {
    return Statement(with(k_tasks_sql, "WHERE name = $1"), Bytes{name});
}

Result<std::vector<chat::StoredTask>> read_tasks(const Rows& rows) {
    std::vector<chat::StoredTask> tasks;
    for (int row = 0; row < rows.size(); ++row) {
        IAM_TRY(task, task_in(rows, row));
        tasks.push_back(std::move(task));
    }
    return tasks;
}

Statement insert_runs(const std::string& name, TaskTime expected, TaskTime settled,
                      const std::vector<TaskRun>& runs, const std::string& token) {
    std::vector<std::optional<std::int64_t>> due;
    std::vector<std::optional<std::int64_t>> began;
    std::vector<std::optional<std::int64_t>> ended;
    std::vector<std::string> states;
    std::vector<std::string> chats;
    std::vector<std::string> whys;
    for (const TaskRun& run : runs) {
        due.emplace_back(to_column(run.due));
        began.push_back(to_column(run.began));
        ended.push_back(to_column(run.ended));
        states.emplace_back(chat::to_string(run.state));
        chats.push_back(run.chat);
        whys.push_back(run.why);
    }
    return Statement(k_insert_runs_sql, Bytes{name}, to_column(expected), to_column(settled),
                     Bytes{token}, int_array(due), int_array(began), int_array(ended),
                     text_array(states), bytes_array(chats), bytes_array(whys));
}

Statement update_run(const TaskRun& run, chat::RunState expected) {
    return Statement(k_update_run_sql, to_column(run.began), to_column(run.ended),
                     Text{chat::to_string(run.state)}, Bytes{run.why}, run.number,
                     Text{chat::to_string(expected)});
}

Statement select_run(std::uint64_t number) {
    return Statement(with(k_task_runs_sql, "WHERE number = $1"), number);
}

Statement select_runs(const std::string& task, std::size_t count_max) {
    constexpr std::uint64_t k_count_most = std::numeric_limits<std::int64_t>::max();
    return Statement(
        with(k_task_runs_sql, "WHERE $1 = ''::bytea OR task = $1 ORDER BY number DESC LIMIT $2"),
        Bytes{task}, std::min<std::uint64_t>(count_max, k_count_most));
}

Statement select_runs_in(chat::RunState state) {
    return Statement(with(k_task_runs_sql, "WHERE state = $1 ORDER BY number"),
                     Text{chat::to_string(state)});
}

Result<std::vector<TaskRun>> read_runs(const Rows& rows) {
    std::vector<TaskRun> runs;
    for (int row = 0; row < rows.size(); ++row) {
        TaskRun run;
        run.number = static_cast<std::uint64_t>(rows.integer(row, 0));
        run.task = rows.bytes(row, 1);
        run.due = moment_of(rows.integer(row, 2));
        run.began = moment_in(rows, row, 3);
        run.ended = moment_in(rows, row, 4);
        IAM_TRY(state, chat::read_run_state(rows.view(row, 5)));
        run.state = state;
        run.chat = rows.bytes(row, 6);
        run.why = rows.bytes(row, 7);
        runs.push_back(std::move(run));
    }
    return runs;
}

}  // namespace iam::store_postgres
