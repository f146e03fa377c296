// A process that ends with this program, with pipes to its standard streams.
#pragma once

#include <iam/core/result.hpp>
#include <iam/process/descriptor.hpp>

#include <sys/types.h>

#include <string>
#include <vector>

namespace iam::process {

/// All that execve() and chdir() need.
struct Command {
    std::vector<std::string> arguments{};    ///< the first one is the program, a path
    std::vector<std::string> environment{};  ///< "NAME=value", complete
    std::string folder{};                    ///< empty: this program's own
};

/// A running process, the leader of its own group. It has no descriptor of this program but the
/// pipes. The kernel ends it with the thread that has started it, and a guard beside it ends its
/// whole group with this program.
class Child {
 public:
    /// Errors: unavailable (a system call failed), not_found (the program does not start).
    static Result<Child> start(const Command& command);
    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;
    Child(const Child&) = delete;
    /// Kills the group and waits for the process.
    ~Child();

    int in() const noexcept { return in_.number(); }    ///< to write to the process
    int out() const noexcept { return out_.number(); }  ///< to read from it; does not block
    int err() const noexcept { return err_.number(); }  ///< its standard error; does not block
    void close_in() noexcept { in_.close(); }
    /// Sends the signal to the whole group.
    void signal(int number) const noexcept;
    /// True if the process has ended; its exit is then in exit_text().
    bool has_ended();
    /// "exit code 3", "signal 9 (Killed)"; empty while it runs.
    const std::string& exit_text() const noexcept { return exit_; }

 private:
    Child() = default;
    pid_t process_ = -1;
    pid_t guard_ = -1;  // in the group as well
    Descriptor in_{};
    Descriptor out_{};
    Descriptor err_{};
    Descriptor life_{};  // the guard waits for its end
    std::string exit_{};
};

}  // namespace iam::process
