// Pseudo-terminals: a test plays the person. Nothing here sleeps; whoever waits, waits for text, up
// to a deadline.
#pragma once

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::test {

/// Both ends' names and the person's end. Everything that was shown is kept.
class Pty {
 public:
    explicit Pty(unsigned short columns = 80) {
        person_ = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        REQUIRE(person_ >= 0);
        REQUIRE(::grantpt(person_) == 0);
        REQUIRE(::unlockpt(person_) == 0);
        std::array<char, 64> name{};
        REQUIRE(::ptsname_r(person_, name.data(), name.size()) == 0);
        device_ = name.data();
        winsize size{};
        size.ws_col = columns;
        size.ws_row = 50;
        REQUIRE(::ioctl(person_, TIOCSWINSZ, &size) == 0);
        // Held open, so that the terminal lives on between two programs that use it.
        program_ = ::open(device_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
        REQUIRE(program_ >= 0);
    }
    Pty(const Pty&) = delete;
    Pty& operator=(const Pty&) = delete;
    ~Pty() {
        let_go();
        hang_up();
    }

    /// The name under which a program opens the terminal.
    const std::string& device() const noexcept { return device_; }
    int program_end() const noexcept { return program_; }
    /// Closes our copy of the program's end.
    void let_go() {
        if (program_ >= 0) ::close(std::exchange(program_, -1));
    }
    /// The window is closed.
    void hang_up() {
        if (person_ >= 0) ::close(std::exchange(person_, -1));
    }

    void type(std::string_view keys) {
        REQUIRE(::write(person_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
    }

    /// Reads until `text` was shown, beyond what earlier waits have passed; false if it never
    /// comes.
    bool wait_for(std::string_view text, std::chrono::seconds at_most = std::chrono::seconds(30)) {
        const auto deadline = std::chrono::steady_clock::now() + at_most;
        for (;;) {
            const std::size_t found = shown_.find(text, passed_);
            if (found != std::string::npos) {
                passed_ = found + text.size();
                return true;
            }
            if (!read_some(deadline)) return false;
        }
    }
    /// Everything that was shown so far.
    const std::string& shown() const noexcept { return shown_; }
    /// The process group that has the terminal.
    pid_t foreground() const {
        pid_t group = -1;
        REQUIRE(::ioctl(person_, TIOCGPGRP, &group) == 0);
        return group;
    }
    bool is_echoing() const { return (modes().c_lflag & static_cast<tcflag_t>(ECHO)) != 0; }
    termios modes() const {
        termios modes{};
        REQUIRE(::tcgetattr(person_, &modes) == 0);
        return modes;
    }

 private:
    bool read_some(std::chrono::steady_clock::time_point deadline) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) return false;
        pollfd file{person_, POLLIN, 0};
        if (::poll(&file, 1, static_cast<int>(left.count())) <= 0) return false;
        std::array<char, 4096> buffer{};
        const ssize_t size = ::read(person_, buffer.data(), buffer.size());
        if (size <= 0) return false;
        shown_.append(buffer.data(), static_cast<std::size_t>(size));
        return true;
    }

    int person_ = -1;
    int program_ = -1;
    std::string device_;
    std::string shown_;
    std::size_t passed_ = 0;
};

/// A program of its own session: with a terminal, or with none at all. Standard input, output and
/// error are the terminal, or files and pipes that the test names. Killed and waited for when it
/// dies.
class TerminalProcess {
 public:
    struct Options {
        Pty* terminal = nullptr;               ///< nullptr: no controlling terminal
        int input = -1;                        ///< -1: the terminal, or /dev/null
        int output = -1;                       ///< -1: the terminal, or /dev/null
        std::vector<std::string> variables{};  ///< "NAME=value", beside those of the test
        std::string folder{};                  ///< working directory
        bool ignores_interrupts = false;       ///< born with SIGINT ignored, as under nohup
    };

    TerminalProcess(std::vector<std::string> arguments, const Options& options) {
        std::vector<char*> pointers;
        for (std::string& argument : arguments) pointers.push_back(argument.data());
        pointers.push_back(nullptr);
        // Between fork and exec only what is safe there.
        std::vector<std::string> environment = options.variables;
        environment.emplace_back("LC_ALL=C.UTF-8");  // the first of a name counts
        for (char** variable = environ; *variable != nullptr; ++variable) {
            environment.emplace_back(*variable);
        }
        std::vector<char*> variables;
        for (std::string& variable : environment) variables.push_back(variable.data());
        variables.push_back(nullptr);
        const int terminal = options.terminal == nullptr ? -1 : options.terminal->program_end();
        pid_ = ::fork();
        REQUIRE(pid_ >= 0);
        if (pid_ == 0) become(pointers, variables, options, terminal);
    }
    TerminalProcess(const TerminalProcess&) = delete;
    TerminalProcess& operator=(const TerminalProcess&) = delete;
    ~TerminalProcess() {
        if (pid_ <= 0) return;
        ::kill(pid_, SIGKILL);
        static_cast<void>(wait());
    }

    pid_t pid() const noexcept { return pid_; }
    void signal(int number) const { REQUIRE(::kill(pid_, number) == 0); }
    /// Until its first thread waits for something. A signal that comes earlier is kept back by the
    /// thread sanitizer, and may be lost.
    void await_asleep(std::chrono::seconds at_most = std::chrono::seconds(30)) const {
        const auto deadline = std::chrono::steady_clock::now() + at_most;
        while (state() != 'S') {
            REQUIRE(std::chrono::steady_clock::now() < deadline);
            ::sched_yield();
        }
    }
    /// Its exit code; 1000 + the number of the signal that ended it.
    int wait() {
        int status = 0;
        const pid_t ended = ::waitpid(std::exchange(pid_, -1), &status, 0);
        if (ended <= 0) return -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    }

 private:
    // What the kernel says after the name, which may hold anything but a ")" at its end.
    char state() const {
        std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
        std::string text;
        std::getline(file, text);
        const std::size_t name_end = text.rfind(')');
        REQUIRE(name_end < text.size() - 2);
        return text[name_end + 2];
    }

    [[noreturn]] static void become(const std::vector<char*>& arguments,
                                    const std::vector<char*>& variables, const Options& options,
                                    int terminal) {
        ::setsid();
        if (options.ignores_interrupts) ::signal(SIGINT, SIG_IGN);
        const int nothing = ::open("/dev/null", O_RDWR);
        if (terminal >= 0) ::ioctl(terminal, TIOCSCTTY, 0);
        const int fallback = terminal >= 0 ? terminal : nothing;
        ::dup2(options.input >= 0 ? options.input : fallback, STDIN_FILENO);
        ::dup2(options.output >= 0 ? options.output : fallback, STDOUT_FILENO);
        ::dup2(fallback, STDERR_FILENO);
        if (!options.folder.empty() && ::chdir(options.folder.c_str()) != 0) ::_exit(126);
        ::execve(arguments.front(), arguments.data(), variables.data());
        ::_exit(127);
    }

    pid_t pid_ = -1;
};

}  // namespace iam::test
