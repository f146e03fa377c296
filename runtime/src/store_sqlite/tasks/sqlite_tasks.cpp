#include "iam/store_sqlite/sqlite_tasks.hpp"

#include "store_sqlite/tasks/task_rows.hpp"
#include "store_sqlite/tasks/tasks_schema.hpp"

#include <mutex>
#include <system_error>
#include <utility>

namespace iam::store_sqlite {
namespace {

namespace fs = std::filesystem;
using chat::RunState;
using chat::StoredTask;
using chat::Task;
using chat::TaskRun;
using chat::TaskTime;

constexpr char k_count_tasks_sql[] = "SELECT count(*) FROM tasks";
constexpr char k_enable_task_sql[] = "UPDATE tasks SET is_enabled = 1, settled = ? WHERE name = ?";
constexpr char k_disable_task_sql[] = "UPDATE tasks SET is_enabled = 0 WHERE name = ?";
constexpr char k_remove_task_sql[] = "DELETE FROM tasks WHERE name = ?";
constexpr char k_settle_task_sql[] = "UPDATE tasks SET settled = ? WHERE name = ? AND settled = ?";
constexpr char k_update_run_sql[] =
    "UPDATE runs SET began = ?, ended = ?, state = ?, why = ? WHERE number = ? AND state = ?";
// A run that goes on, or waits for a person, is not forgotten.
constexpr char k_forget_runs_sql[] =
    "DELETE FROM runs WHERE task = ?1 AND state NOT IN ('running', 'awaiting') AND number <= "
    "(SELECT number FROM runs WHERE task = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)";

tl::unexpected<Error> no_task(const std::string& name) {
    return fail(Errc::not_found, "There is no task '" + name + "'.");
}

class SqliteTaskStore final : public chat::TaskStore {
 public:
    SqliteTaskStore(StateFolder folder, Connection connection)
        : folder_(std::move(folder)), connection_(std::move(connection)) {}

    Result<void> add(const Task& task, TaskTime now) override {
        IAM_CHECK(chat::check_task(task));
        return change([&]() -> Result<void> {
            IAM_TRY(found, select_task(connection_, task.name));
            if (found)
                return fail(Errc::conflict, "There is a task '" + task.name +
                                                "' already; choose another name, or remove it "
                                                "first.");
            IAM_TRY(count, connection_.number(k_count_tasks_sql));
            if (count >= static_cast<std::int64_t>(chat::k_tasks_max))
                return fail(Errc::conflict, "There are " + std::to_string(count) +
                                                " tasks, as many as there may be; remove one.");
            return insert_task(connection_, task, now);
        });
    }

    Result<std::vector<StoredTask>> tasks() override {
        const std::lock_guard lock(mutex_);
        return select_tasks(connection_);
    }

    Result<std::optional<StoredTask>> task(const std::string& name) override {
        const std::lock_guard lock(mutex_);
        return select_task(connection_, name);
    }

    Result<void> set_enabled(const std::string& name, bool is_enabled, TaskTime now) override {
        return change([&]() -> Result<void> {
            IAM_TRY(changed, is_enabled
                                 ? connection_.execute(k_enable_task_sql, to_row(now), Text{name})
                                 : connection_.execute(k_disable_task_sql, Text{name}));
            if (changed == 0) return no_task(name);
            return {};
        });
    }

    Result<void> remove(const std::string& name) override {
        IAM_TRY(found, task(name));
        if (!found) return no_task(name);
        const auto own = hold(name);
        if (!own) return tl::unexpected(own.error());
        const auto done = change([&]() -> Result<void> {
            IAM_TRY(removed, connection_.execute(k_remove_task_sql, Text{name}));
            if (removed == 0) return no_task(name);
            return {};
        });
        if (!done) return done;
        std::error_code ignored;
        fs::remove(folder_.task_lock(name), ignored);
        return {};
    }

    Result<std::shared_ptr<void>> hold(const std::string& name) override {
        IAM_TRY(found, task(name));
        if (!found) return no_task(name);  // and no name of a file
        return hold_file(folder_.task_lock(name),
                         {.taken = "the task '" + name + "' runs in",
                          .way_out = "wait for its end, or end that program",
                          .use = "the task ran"});
    }

    Result<std::vector<TaskRun>> record(const std::string& name, TaskTime expected,
                                        TaskTime settled,
                                        const std::vector<TaskRun>& runs) override {
        std::vector<TaskRun> recorded = runs;
        const auto done = change([&]() -> Result<void> {
            IAM_TRY(moved, connection_.execute(k_settle_task_sql, to_row(settled), Text{name},
                                               to_row(expected)));
            if (moved == 0)
                return fail(Errc::conflict,
                            "the task '" + name + "' was changed meanwhile; look at it again.");
            for (TaskRun& run : recorded) {
                run.task = name;
                IAM_TRY(number, insert_run(connection_, run));
                run.number = number;
            }
            IAM_CHECK(connection_.execute(k_forget_runs_sql, Text{name},
                                          std::uint64_t{chat::k_runs_kept}));
            return {};
        });
        if (!done) return tl::unexpected(done.error());
        return recorded;
    }

    Result<void> update(const TaskRun& run, RunState expected) override {
        return change([&]() -> Result<void> {
            IAM_TRY(changed,
                    connection_.execute(k_update_run_sql, to_row(run.began), to_row(run.ended),
                                        Text{chat::to_string(run.state)}, Text{run.why}, run.number,
                                        Text{chat::to_string(expected)}));
            if (changed > 0) return {};
            return fail(Errc::conflict, "run " + std::to_string(run.number) +
                                            " was changed meanwhile; look at it again.");
        });
    }

    Result<std::optional<TaskRun>> run(std::uint64_t number) override {
        const std::lock_guard lock(mutex_);
        IAM_TRY(rows, connection_.query(k_run_of_number_sql, number));
        IAM_TRY(found, read_runs(rows));
        if (found.empty()) return std::nullopt;
        return std::optional(std::move(found.front()));
    }

    Result<std::vector<TaskRun>> runs(const std::string& name, std::size_t count_max) override {
        const std::lock_guard lock(mutex_);
        const std::uint64_t count{count_max};
        IAM_TRY(rows, name.empty() ? connection_.query(k_all_runs_sql, count)
                                   : connection_.query(k_runs_of_task_sql, Text{name}, count));
        return read_runs(rows);
    }

    Result<std::vector<TaskRun>> runs_in(RunState state) override {
        const std::lock_guard lock(mutex_);
        IAM_TRY(rows, connection_.query(k_runs_in_state_sql, Text{chat::to_string(state)}));
        return read_runs(rows);
    }

 private:
    /// One transaction.
    template <class Act>
    Result<void> change(Act act) {
        const std::lock_guard lock(mutex_);
        return in_transaction(connection_, std::move(act));
    }

    StateFolder folder_;
    std::mutex mutex_;
    Connection connection_;  // under mutex_
};

}  // namespace

Result<std::unique_ptr<chat::TaskStore>> open_tasks(const fs::path& folder, store::Mode mode) {
    IAM_TRY(state, open_folder(folder, mode));
    IAM_TRY(connection, open_side_database(state, state.tasks(), mode, tasks_database()));
    return std::make_unique<SqliteTaskStore>(std::move(state), std::move(connection));
}

}  // namespace iam::store_sqlite
