// Tests of runtime/src/process/child.cpp and iam/process/bounded_log.hpp.
#include <iam/process/bounded_log.hpp>
#include <iam/process/child.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <system_error>
#include <thread>

namespace {

using iam::process::Child;
using iam::process::Command;

/// All that a process writes, to the end.
std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 4096> bytes{};
    while (true) {
        pollfd polled{descriptor, POLLIN, 0};
        ::poll(&polled, 1, -1);
        const ssize_t size = ::read(descriptor, bytes.data(), bytes.size());
        if (size <= 0) return text;
        text.append(bytes.data(), static_cast<std::size_t>(size));
    }
}

Command script_command(const std::string& script) {
    return {.arguments = {"/bin/sh", "-c", script}, .environment = {"PATH=/usr/bin:/bin"}};
}

std::string output_of(const Command& command) {
    auto child = Child::start(command);
    REQUIRE(child.has_value());
    child->close_in();
    return read_all(child->out());
}

std::string start_error(const Command& command) {
    const auto child = Child::start(command);
    REQUIRE_FALSE(child.has_value());
    return child.error().message;
}

pid_t number_in(const std::string& line) {
    pid_t number = 0;
    const auto read = std::from_chars(line.data(), line.data() + line.size(), number);
    REQUIRE(read.ec == std::errc());
    return number;
}

bool is_running(pid_t process) {
    return ::kill(process, 0) == 0;
}

}  // namespace

TEST_CASE("a process gets its arguments, its environment and its folder, and nothing else") {
    CHECK(output_of({.arguments = {"/usr/bin/printf", "%s|", "a b", "", "*"}}) == "a b||*|");
    CHECK(output_of({.arguments = {"/usr/bin/env"}, .environment = {"A=1", "B=x y"}}) ==
          "A=1\nB=x y\n");
    Command here = script_command("pwd");
    here.folder = "/usr";
    CHECK(output_of(here) == "/usr\n");
}

TEST_CASE("a process has no descriptor of this program") {
    const int leaked = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC
    REQUIRE(leaked >= 0);
    CHECK(output_of({.arguments = {"/bin/ls", "/proc/self/fd"}}) == "0\n1\n2\n3\n");
    ::close(leaked);
}

TEST_CASE("a process has no signal blocked or ignored") {
    sigset_t blocked{};
    sigset_t before{};
    ::sigfillset(&blocked);
    ::pthread_sigmask(SIG_SETMASK, &blocked, &before);
    const std::string status = output_of({.arguments = {"/bin/cat", "/proc/self/status"}});
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    CHECK(status.find("SigBlk:\t0000000000000000") != std::string::npos);
    CHECK(status.find("SigIgn:\t0000000000000000") != std::string::npos);
}

TEST_CASE("a program that does not start is named, with the reason") {
    CHECK(start_error({.arguments = {"/no/program"}}) ==
          "The program was not started: /no/program (No such file or directory).");
    Command elsewhere = script_command("true");
    elsewhere.folder = "/no/such/folder";
    CHECK(start_error(elsewhere) ==
          "The program was not started: /bin/sh in folder /no/such/folder (No such file or "
          "directory).");
}

TEST_CASE("the end of a child ends all processes of its group") {
    std::string line;
    {
        auto child = Child::start(script_command("sleep 1000 & echo $!; wait"));
        REQUIRE(child.has_value());
        while (line.find('\n') == std::string::npos) {
            pollfd polled{child->out(), POLLIN, 0};
            ::poll(&polled, 1, -1);
            std::array<char, 64> bytes{};
            const ssize_t size = ::read(child->out(), bytes.data(), bytes.size());
            REQUIRE(size > 0);
            line.append(bytes.data(), static_cast<std::size_t>(size));
        }
        REQUIRE(is_running(number_in(line)));
    }
    // The killed grandchild is reaped by another process.
    while (is_running(number_in(line))) std::this_thread::yield();
}

TEST_CASE("a program that is killed takes its servers with it") {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const pid_t program = ::fork();
    REQUIRE(program >= 0);
    if (program == 0) {
        // The server ignores the end of its input, and so does its own child.
        auto child = Child::start(script_command("sleep 1000 & echo $!; wait"));
        std::array<char, 64> bytes{};
        while (child) {
            const ssize_t size = ::read(child->out(), bytes.data(), bytes.size());
            if (size > 0 && ::write(ends[1], bytes.data(), static_cast<std::size_t>(size)) < 0)
                break;
        }
        ::_exit(1);
    }
    std::string line;
    char byte = 0;
    while (line.find('\n') == std::string::npos && ::read(ends[0], &byte, 1) == 1) line += byte;
    const pid_t server = number_in(line);
    REQUIRE(is_running(server));
    ::kill(program, SIGKILL);
    ::waitpid(program, nullptr, 0);
    while (is_running(server)) std::this_thread::yield();
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_CASE("the exit of a process is told in words") {
    const auto exit_of = [](const std::string& script) {
        auto child = Child::start(script_command(script));
        REQUIRE(child.has_value());
        while (!child->has_ended()) std::this_thread::yield();
        return child->exit_text();
    };
    CHECK(exit_of("exit 3") == "exit code 3");
    CHECK(exit_of("kill -9 $$") == "signal 9 (Killed)");
}

TEST_CASE("a log keeps its newest whole lines") {
    iam::process::BoundedLog log;
    log.add("first\n");
    CHECK(log.text() == "first\n");
    log.add(std::string(iam::process::BoundedLog::k_bytes_max - 5, 'x') + "\n");
    log.add("last one\n");
    CHECK(log.text() == "last one\n");
    log.add(std::string(2 * iam::process::BoundedLog::k_bytes_max, 'y'));
    CHECK(log.text() == std::string(iam::process::BoundedLog::k_bytes_max, 'y'));
}
