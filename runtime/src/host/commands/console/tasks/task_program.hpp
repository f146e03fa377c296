// Runs a command about tasks of this program as a process of its own.
#pragma once

#include <iam/core/result.hpp>

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace iam::host {

/// The end of such a process.
struct TaskProgramEnd {
    std::string words{};   ///< the command, as "run morning"
    std::string errors{};  ///< of its standard error, at most k_task_errors_max bytes
};
inline constexpr std::size_t k_task_errors_max = 4096;
/// A process that does not end so long after it was asked to is killed.
inline constexpr std::chrono::seconds k_task_grace{10};

class TaskProgram {
 public:
    /// Starts this program anew with `arguments`. `on_end` is called once, on a thread of this
    /// object. Error: unavailable.
    static Result<std::unique_ptr<TaskProgram>> start(
        std::vector<std::string> arguments, std::string words,
        std::function<void(const TaskProgramEnd&)> on_end,
        std::chrono::milliseconds grace = k_task_grace);
    /// Asks the process to end, and waits: its run ends as stopped. Kills it after `grace`.
    ~TaskProgram();
    TaskProgram(const TaskProgram&) = delete;
    TaskProgram& operator=(const TaskProgram&) = delete;

    bool has_ended() const noexcept { return has_ended_; }

 private:
    TaskProgram(pid_t process, int errors, std::string words,
                std::function<void(const TaskProgramEnd&)> on_end, std::chrono::milliseconds grace);
    void watch(int errors, std::string words,
               const std::function<void(const TaskProgramEnd&)>& on_end);

    const pid_t process_;
    const std::chrono::milliseconds grace_;
    std::mutex mutex_{};  // of the end of the process
    std::condition_variable ended_{};
    std::atomic<bool> has_ended_{false};
    std::jthread watcher_;  // ends first
};

}  // namespace iam::host
