// Defines TaskKeeper: the tasks of a program, as its console shows, changes and runs them.
#pragma once

#include <iam/core/result.hpp>

#include <cstdint>
#include <string>

namespace iam::console {

/// A new task in a person's words (docs/tasks.md).
struct TaskDraft {
    std::string name{};
    std::string prompt{};
    std::string schedule{};  ///< "at", "every" or "cron"
    std::string when{};      ///< a moment, a time or the fields of cron
    std::string zone{};      ///< of cron
    std::string profile{};
    std::string model{};
    std::string missed{};  ///< "once" or "skip"; empty: once
    std::string time{};    ///< the maximum time of a run; empty: 1h
};

/// Results are JSON texts with the members of docs/console.md. Thread-safe; may block. Errors:
/// not_found, conflict (the name is taken; the task runs), invalid_argument, unavailable.
class TaskKeeper {
 public:
    TaskKeeper() = default;
    virtual ~TaskKeeper() = default;
    TaskKeeper(const TaskKeeper&) = delete;
    TaskKeeper& operator=(const TaskKeeper&) = delete;

    /// All tasks with their next due times, and the newest runs with their true ends.
    virtual Result<std::string> list() = 0;
    virtual Result<void> add(const TaskDraft& draft) = 0;
    virtual Result<void> set_enabled(const std::string& name, bool is_enabled) = 0;
    virtual Result<void> remove(const std::string& name) = 0;
    /// Begins a run now, and does not wait for its end.
    virtual Result<void> run(const std::string& name) = 0;
    /// Lets an ended run go on, as `tasks resume` does, and does not wait for its end.
    virtual Result<void> resume(std::uint64_t run) = 0;
};

}  // namespace iam::console
