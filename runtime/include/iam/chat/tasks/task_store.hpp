// Keeps tasks and their runs.
#pragma once

#include <iam/chat/tasks/task.hpp>
#include <iam/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::chat {

struct StoredTask {
    Task task{};
    TaskTime settled{};  ///< its due times up to here have runs, or were left out
};

/// Keeps tasks, each under its name, and their runs. Every change is durable when it returns, and
/// happens whole or not at all. Thread-safe; several processes may share one. Errors: unavailable
/// (nothing has changed), outcome_unknown (a server did not say if the change has happened),
/// corrupt, and those named below.
class TaskStore {
 public:
    virtual ~TaskStore() = default;

    /// Due times up to `now` do not count. Errors: invalid_argument (check_task()), conflict (the
    /// name is taken, or there are k_tasks_max tasks).
    virtual Result<void> add(const Task& task, TaskTime now) = 0;
    virtual Result<std::vector<StoredTask>> tasks() = 0;  ///< sorted by name
    virtual Result<std::optional<StoredTask>> task(const std::string& name) = 0;
    /// Due times up to `now` do not count after an enabling. Error: not_found.
    virtual Result<void> set_enabled(const std::string& name, bool is_enabled, TaskTime now) = 0;
    /// Forgets the task and its runs; their chats stay. Errors: not_found, conflict (held).
    virtual Result<void> remove(const std::string& name) = 0;

    /// Makes this program the owner of the task's runs, until the returned object is gone or the
    /// process has ended. A run that is `running` without an owner was cut. Error: conflict
    /// (another owner has it).
    virtual Result<std::shared_ptr<void>> hold(const std::string& name) = 0;

    /// For the owner: adds the runs and moves `settled`. Returns the runs with their numbers. Older
    /// ended runs beyond k_runs_kept are forgotten. Error: conflict (the task is gone, or its
    /// `settled` is not `expected`).
    virtual Result<std::vector<TaskRun>> record(const std::string& name, TaskTime expected,
                                                TaskTime settled,
                                                const std::vector<TaskRun>& runs) = 0;
    /// For the owner: replaces the run of this number. Error: conflict (it is gone, or its state is
    /// not `expected`).
    virtual Result<void> update(const TaskRun& run, RunState expected) = 0;

    virtual Result<std::optional<TaskRun>> run(std::uint64_t number) = 0;
    /// Runs of the task, or of all tasks if it is empty, the newest first.
    virtual Result<std::vector<TaskRun>> runs(const std::string& task, std::size_t count_max) = 0;
    /// Runs in this state, the oldest first.
    virtual Result<std::vector<TaskRun>> runs_in(RunState state) = 0;
};

}  // namespace iam::chat
