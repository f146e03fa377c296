// A due time is taken by the move of `settled` from the value that its program has read: of several
// programs, one finds that value.
#include "store_postgres/tasks/postgres_tasks.hpp"

#include "iam/store_postgres/postgres_tasks.hpp"
#include "store_postgres/side/holds.hpp"
#include "store_postgres/tasks/task_records.hpp"

#include <utility>

namespace iam::store_postgres {
namespace {

using chat::RunState;
using chat::StoredTask;
using chat::Task;
using chat::TaskRun;
using chat::TaskTime;

// Two programs that count the tasks at once would both find room for the last one.
constexpr char k_lock_tasks_sql[] = "LOCK TABLE @tasks IN SHARE ROW EXCLUSIVE MODE";
constexpr char k_look_for_task_sql[] =
    "SELECT count(*), coalesce(bool_or(name = $1), false) FROM @tasks";
constexpr char k_enable_sql[] = "UPDATE @tasks SET is_enabled = true, settled = $2 WHERE name = $1";
constexpr char k_disable_sql[] = "UPDATE @tasks SET is_enabled = false WHERE name = $1";
constexpr char k_remove_task_sql[] = "DELETE FROM @tasks WHERE name = $1";
// A run that goes on, or waits for a person, is not forgotten.
constexpr char k_forget_runs_sql[] =
    "DELETE FROM @task_runs WHERE task = $1 AND state NOT IN ('running', 'awaiting') "
    "AND number <= (SELECT number FROM @task_runs WHERE task = $1 ORDER BY number DESC "
    "LIMIT 1 OFFSET $2)";
constexpr char k_numbers_sql[] =
    "SELECT place, number FROM @task_runs WHERE token = $1 ORDER BY place";

tl::unexpected<Error> no_task(const std::string& name) {
    return fail(Errc::not_found, "There is no task '" + name + "'.");
}

class PostgresTaskStore final : public chat::TaskStore {
 public:
    explicit PostgresTaskStore(const std::shared_ptr<SideConnection>& connection)
        : connection_(connection), holds_(std::make_shared<Holds>(connection, "task")) {}

    Result<void> add(const Task& task, TaskTime now) override {
        IAM_CHECK(chat::check_task(task));
        IAM_TRY(changed, connection_->change({Statement(k_lock_tasks_sql),
                                              Statement(k_look_for_task_sql, Bytes{task.name}),
                                              insert_task(task, now), select_task(task.name)}));
        if (changed.answers[2].changed() > 0) return {};
        IAM_TRY(found, read_tasks(changed.answers[3]));
        if (changed.was_in_doubt && !found.empty() && found.front().task == task &&
            found.front().settled == now)
            return {};
        if (!found.empty())
            return fail(Errc::conflict, "There is a task '" + task.name +
                                            "' already; choose another name, or remove it first.");
        return fail(Errc::conflict, "There are " +
                                        std::to_string(changed.answers[1].integer(0, 0)) +
                                        " tasks, as many as there may be; remove one.");
    }

    Result<std::vector<StoredTask>> tasks() override {
        IAM_TRY(rows, connection_->read(select_tasks()));
        return read_tasks(rows);
    }

    Result<std::optional<StoredTask>> task(const std::string& name) override {
        IAM_TRY(rows, connection_->read(select_task(name)));
        IAM_TRY(found, read_tasks(rows));
        if (found.empty()) return std::nullopt;
        return std::optional(std::move(found.front()));
    }

    Result<void> set_enabled(const std::string& name, bool is_enabled, TaskTime now) override {
        IAM_TRY(changed, connection_->change(
                             {is_enabled ? Statement(k_enable_sql, Bytes{name}, to_column(now))
                                         : Statement(k_disable_sql, Bytes{name})}));
        if (changed.answers.front().changed() == 0) return no_task(name);
        return {};
    }

    Result<void> remove(const std::string& name) override {
        const auto own = hold(name);
        if (!own) return tl::unexpected(own.error());
        IAM_TRY(changed, connection_->change({Statement(k_remove_task_sql, Bytes{name})}));
        // An earlier try may have removed it.
        if (changed.answers.front().changed() > 0 || changed.was_in_doubt) return {};
        return no_task(name);
    }

    Result<std::shared_ptr<void>> hold(const std::string& name) override {
        IAM_TRY(found, task(name));
        if (!found) return no_task(name);
        return holds_->take(name, {.taken = "the task '" + name + "' runs in",
                                   .way_out = "wait for its end, or end that program",
                                   .thing = "task"});
    }

    Result<std::vector<TaskRun>> record(const std::string& name, TaskTime expected,
                                        TaskTime settled,
                                        const std::vector<TaskRun>& runs) override {
        const std::string token = random_id(entropy_);
        IAM_TRY(changed, connection_->change({insert_runs(name, expected, settled, runs, token),
                                              Statement(k_numbers_sql, Bytes{token}),
                                              Statement(k_forget_runs_sql, Bytes{name},
                                                        std::uint64_t{chat::k_runs_kept})}));
        const Rows& numbers = changed.answers[1];
        if (changed.answers.front().integer(0, 0) == 0 && numbers.size() == 0)
            return fail(Errc::conflict,
                        "the task '" + name + "' was changed meanwhile; look at it again.");
        std::vector<TaskRun> recorded = runs;
        for (TaskRun& run : recorded) run.task = name;
        for (int row = 0; row < numbers.size(); ++row)
            recorded.at(static_cast<std::size_t>(numbers.integer(row, 0)) - 1).number =
                static_cast<std::uint64_t>(numbers.integer(row, 1));
        return recorded;
    }

    Result<void> update(const TaskRun& run, RunState expected) override {
        IAM_TRY(changed, connection_->change({update_run(run, expected), select_run(run.number)}));
        if (changed.answers.front().changed() > 0) return {};
        IAM_TRY(found, read_runs(changed.answers.back()));
        if (changed.was_in_doubt && !found.empty() && found.front() == run) return {};
        return fail(Errc::conflict, "run " + std::to_string(run.number) +
                                        " was changed meanwhile; look at it again.");
    }

    Result<std::optional<TaskRun>> run(std::uint64_t number) override {
        IAM_TRY(rows, connection_->read(select_run(number)));
        IAM_TRY(found, read_runs(rows));
        if (found.empty()) return std::nullopt;
        return std::optional(std::move(found.front()));
    }

    Result<std::vector<TaskRun>> runs(const std::string& name, std::size_t count_max) override {
        IAM_TRY(rows, connection_->read(select_runs(name, count_max)));
        return read_runs(rows);
    }

    Result<std::vector<TaskRun>> runs_in(RunState state) override {
        IAM_TRY(rows, connection_->read(select_runs_in(state)));
        return read_runs(rows);
    }

 private:
    std::shared_ptr<SideConnection> connection_;
    std::shared_ptr<Holds> holds_;
    SystemEntropy entropy_{};
};

}  // namespace

Result<std::unique_ptr<chat::TaskStore>> open_tasks_with(const std::string& place, store::Mode mode,
                                                         const SideOptions& options) {
    IAM_TRY(connection, SideConnection::open(place, mode, options));
    return std::make_unique<PostgresTaskStore>(connection);
}

Result<std::unique_ptr<chat::TaskStore>> open_tasks(const std::string& place, store::Mode mode) {
    return open_tasks_with(place, mode, {});
}

}  // namespace iam::store_postgres
