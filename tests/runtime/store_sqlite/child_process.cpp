// Another process, its pipes and its end.
#include "child_process.hpp"

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace iam::test {

ChildProcess::ChildProcess(std::vector<std::string> arguments) {
    std::array<int, 2> input{};
    std::array<int, 2> output{};
    REQUIRE(::pipe2(input.data(), O_CLOEXEC) == 0);
    REQUIRE(::pipe2(output.data(), O_CLOEXEC) == 0);
    arguments.insert(arguments.begin(), IAM_TEST_CHILD);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);

    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
    const int status =
        ::posix_spawn(&pid_, IAM_TEST_CHILD, &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(input[0]);
    ::close(output[1]);
    to_child_ = input[1];
    from_child_ = output[0];
    REQUIRE(status == 0);
}

ChildProcess::~ChildProcess() {
    if (pid_ > 0) kill();
    ::close(to_child_);
    ::close(from_child_);
}

std::string ChildProcess::read_line() {
    std::string line;
    char sign = 0;
    while (::read(from_child_, &sign, 1) == 1 && sign != '\n') line.push_back(sign);
    return line;
}

void ChildProcess::go() {
    REQUIRE(::write(to_child_, "\n", 1) == 1);
}

void ChildProcess::kill() {
    ::kill(pid_, SIGKILL);
    static_cast<void>(wait());
}

int ChildProcess::wait() {
    int status = 0;
    const pid_t ended = ::waitpid(std::exchange(pid_, -1), &status, 0);
    return ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace iam::test
