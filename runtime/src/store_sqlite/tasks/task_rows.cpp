#include "store_sqlite/tasks/task_rows.hpp"

#include <chrono>
#include <utility>

namespace iam::store_sqlite {
namespace {

using chat::TaskTime;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr char k_insert_task_sql[] =
    "INSERT INTO tasks (name, profile, model, prompt, moment, period_s, fields, zone, missed, "
    "time_max_ms, is_enabled, settled) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
constexpr char k_select_tasks_sql[] =
    "SELECT name, profile, model, prompt, moment, period_s, fields, zone, missed, time_max_ms, "
    "is_enabled, settled FROM tasks ORDER BY name";
constexpr char k_select_task_sql[] =
    "SELECT name, profile, model, prompt, moment, period_s, fields, zone, missed, time_max_ms, "
    "is_enabled, settled FROM tasks WHERE name = ?";
constexpr char k_insert_run_sql[] =
    "INSERT INTO runs (task, due, began, ended, state, chat, why) VALUES (?, ?, ?, ?, ?, ?, ?)";
constexpr char k_last_run_sql[] = "SELECT last_insert_rowid()";

TaskTime from_row(std::int64_t value) {
    return TaskTime(milliseconds(value));
}

std::optional<TaskTime> moment_in(const Cursor& rows, int column) {
    if (rows.is_null(column)) return std::nullopt;
    return from_row(rows.integer(column));
}

/// The columns of a schedule; the unused ones are null.
struct ScheduleRow {
    std::optional<std::int64_t> moment{};
    std::optional<std::int64_t> period_s{};
    std::optional<Text> fields{};
    std::optional<Text> zone{};
};

ScheduleRow row_of(const chat::Schedule& schedule) {
    ScheduleRow row;
    if (const auto* at = std::get_if<chat::AtMoment>(&schedule)) row.moment = to_row(at->moment);
    if (const auto* every = std::get_if<chat::EveryPeriod>(&schedule)) {
        row.moment = to_row(every->from);
        row.period_s = every->period.count();
    }
    if (const auto* cron = std::get_if<chat::CronFields>(&schedule)) {
        row.fields = Text{cron->fields};
        row.zone = Text{cron->zone};
    }
    return row;
}

chat::Schedule schedule_in(const Cursor& rows) {
    if (rows.is_null(4)) return chat::CronFields{rows.bytes(6), rows.bytes(7)};
    const TaskTime moment = from_row(rows.integer(4));
    if (rows.is_null(5)) return chat::AtMoment{moment};
    return chat::EveryPeriod{seconds(rows.integer(5)), moment};
}

Result<chat::StoredTask> read_task(const Cursor& rows) {
    chat::StoredTask stored;
    chat::Task& task = stored.task;
    task.name = rows.bytes(0);
    task.profile = rows.bytes(1);
    task.model = rows.bytes(2);
    task.prompt = rows.bytes(3);
    task.schedule = schedule_in(rows);
    const auto missed = chat::read_missed_policy(rows.view(8));
    if (!missed)
        return fail(Errc::corrupt, "the task '" + task.name +
                                       "' has a policy of missed runs that this program does not "
                                       "know; use a newer program.");
    task.missed = *missed;
    task.time_max = milliseconds(rows.integer(9));
    task.is_enabled = rows.integer(10) != 0;
    stored.settled = from_row(rows.integer(11));
    return stored;
}

}  // namespace

std::int64_t to_row(TaskTime moment) noexcept {
    return moment.time_since_epoch().count();
}

std::optional<std::int64_t> to_row(const std::optional<TaskTime>& moment) noexcept {
    return moment ? std::optional(to_row(*moment)) : std::nullopt;
}

Result<void> insert_task(Connection& connection, const chat::Task& task, TaskTime settled) {
    const ScheduleRow row = row_of(task.schedule);
    IAM_CHECK(connection.execute(
        k_insert_task_sql, Text{task.name}, Text{task.profile}, Text{task.model}, Text{task.prompt},
        row.moment, row.period_s, row.fields, row.zone, Text{chat::to_string(task.missed)},
        std::int64_t{task.time_max.count()}, task.is_enabled, to_row(settled)));
    return {};
}

Result<std::vector<chat::StoredTask>> select_tasks(Connection& connection) {
    IAM_TRY(rows, connection.query(k_select_tasks_sql));
    std::vector<chat::StoredTask> tasks;
    for (;;) {
        IAM_TRY(more, rows.step());
        if (!more) return tasks;
        IAM_TRY(task, read_task(rows));
        tasks.push_back(std::move(task));
    }
}

Result<std::optional<chat::StoredTask>> select_task(Connection& connection,
                                                    const std::string& name) {
    IAM_TRY(rows, connection.query(k_select_task_sql, Text{name}));
    IAM_TRY(found, rows.step());
    if (!found) return std::nullopt;
    IAM_TRY(task, read_task(rows));
    return std::optional(std::move(task));
}

Result<std::uint64_t> insert_run(Connection& connection, const chat::TaskRun& run) {
    IAM_CHECK(connection.execute(k_insert_run_sql, Text{run.task}, to_row(run.due),
                                 to_row(run.began), to_row(run.ended),
                                 Text{chat::to_string(run.state)}, Text{run.chat}, Text{run.why}));
    IAM_TRY(number, connection.number(k_last_run_sql));
    return static_cast<std::uint64_t>(number);
}

Result<std::vector<chat::TaskRun>> read_runs(Cursor& rows) {
    std::vector<chat::TaskRun> runs;
    for (;;) {
        IAM_TRY(more, rows.step());
        if (!more) return runs;
        chat::TaskRun run;
        run.number = static_cast<std::uint64_t>(rows.integer(0));
        run.task = rows.bytes(1);
        run.due = from_row(rows.integer(2));
        run.began = moment_in(rows, 3);
        run.ended = moment_in(rows, 4);
        IAM_TRY(state, chat::read_run_state(rows.view(5)));
        run.state = state;
        run.chat = rows.bytes(6);
        run.why = rows.bytes(7);
        runs.push_back(std::move(run));
    }
}

}  // namespace iam::store_sqlite
