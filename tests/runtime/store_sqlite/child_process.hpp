// Another process that writes or reads the same state folder, told what to do through pipes.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace iam::test {

/// Runs child.cpp. Killed and waited for when it dies.
class ChildProcess {
 public:
    explicit ChildProcess(std::vector<std::string> arguments);
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess();

    pid_t pid() const noexcept { return pid_; }
    /// Waits for the next line of its output; "" once there is none.
    std::string read_line();
    /// Lets it go on from where it waits.
    void go();
    /// SIGKILL, and waits until it is gone.
    void kill();
    /// Waits for its end; its exit code, or -1 if a signal ended it.
    int wait();

 private:
    pid_t pid_ = -1;
    int to_child_ = -1;
    int from_child_ = -1;
};

}  // namespace iam::test
