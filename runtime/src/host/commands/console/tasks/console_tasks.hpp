// The tasks of a state for its console. Each run is a process of its own (TaskProgram).
#pragma once

#include "host/commands/console/tasks/task_program.hpp"
#include "host/session/session.hpp"
#include <iam/console/task_keeper.hpp>

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace iam::host {

/// The session outlives it. Its end stops the runs that it began.
class ConsoleTasks final : public console::TaskKeeper {
 public:
    explicit ConsoleTasks(Session& session) : session_(session) {}

    Result<std::string> list() override;
    Result<void> add(const console::TaskDraft& draft) override;
    Result<void> set_enabled(const std::string& name, bool is_enabled) override;
    Result<void> remove(const std::string& name) override;
    Result<void> run(const std::string& name) override;
    Result<void> resume(std::uint64_t run) override;

 private:
    /// Starts `tasks VERB OBJECT` of this program on the same state. Under mutex_.
    Result<void> start(const std::string& verb, const std::string& object);
    void note(const TaskProgramEnd& end);

    Session& session_;
    std::mutex mutex_{};
    std::mutex said_mutex_{};  // of said_: programs end at any time
    std::deque<TaskProgramEnd> said_{};
    std::vector<std::unique_ptr<TaskProgram>> programs_{};  // end first
};

}  // namespace iam::host
