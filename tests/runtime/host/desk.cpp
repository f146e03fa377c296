// A program of iam::host for tests that need a process of its own. Effects are lines of the file
// that TESTDESK_EFFECTS names.
#include "tools.hpp"
#include <iam/host/host.hpp>
#include <iam/tool/context.hpp>
#include <iam/tool/define.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

namespace {

using iam::test::Effects;

/// How a write of `size` bytes to this descriptor ends; closes it.
std::string result_of_write(int descriptor, std::size_t size) {
    const std::vector<char> bytes(size, 'x');
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    const int problem = errno;
    ::close(descriptor);
    return written < 0 ? std::generic_category().message(problem) : "written";
}

std::string write_to_nobody() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "no pipe";
    ::close(ends[0]);
    return result_of_write(ends[1], 1);
}

/// The signals that a program which this one starts ignores, as the kernel tells them.
std::string ignored_by_child() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "no pipe";
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::array<std::string, 3> words{"grep", "SigIgn", "/proc/self/status"};
    std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
    std::array<char*, 1> variables{nullptr};
    pid_t child = 0;
    const int problem =
        ::posix_spawn(&child, "/bin/grep", &actions, nullptr, arguments.data(), variables.data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    std::array<char, 256> line{};
    const ssize_t size = problem == 0 ? ::read(ends[0], line.data(), line.size()) : 0;
    ::close(ends[0]);
    if (problem == 0) ::waitpid(child, nullptr, 0);
    return std::string(line.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
}

iam::Result<void> add_writing_tools(iam::Registry& registry, const Effects& effects) {
    IAM_CHECK(iam::define("chatter")
                  .description("Reports how far it is, and then has an effect.")
                  .policy(iam::allow)
                  .call([effects](iam::Context& context) {
                      for (std::int64_t i = 1; i <= 20; ++i) context.progress().report(i, 20);
                      effects("chatter");
                  })
                  .add_to(registry));
    IAM_CHECK(iam::define("print_a_message")
                  .description("Prints a line that looks like a message of a server.")
                  .policy(iam::allow)
                  .call([] {
                      std::puts(R"({"jsonrpc":"2.0","id":"forged","result":{}})");
                      std::fflush(stdout);
                  })
                  .add_to(registry));
    IAM_CHECK(iam::define("write_to_nobody")
                  .description("Writes to a pipe that nobody reads.")
                  .policy(iam::allow)
                  .call(write_to_nobody)
                  .add_to(registry));
    IAM_CHECK(iam::define("write_much")
                  .description("Writes four megabytes to a file.")
                  .policy(iam::allow)
                  .parameter("file")
                  .call([](const std::string& file) {
                      const int target =
                          ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0600);
                      result_of_write(target, std::size_t{3} << 20U);
                      return result_of_write(::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_APPEND),
                                             1U << 20U);
                  })
                  .add_to(registry));
    return iam::define("ignored_by_child")
        .description("Says which signals a program ignores that it starts.")
        .policy(iam::allow)
        .call(ignored_by_child)
        .add_to(registry);
}

}  // namespace

int main(int argc, char** argv) {
    const char* file = std::getenv("TESTDESK_EFFECTS");
    const std::string name = file == nullptr ? "/dev/null" : file;
    const auto effects = [name](const std::string& effect) {
        std::ofstream(name, std::ios::app) << effect << '\n';
    };
    return iam::host::run(argc, argv, [&](iam::Registry& registry) -> iam::Result<void> {
        registry.name_application("testdesk");
        IAM_CHECK(add_writing_tools(registry, effects));
        return iam::test::register_test_tools(registry, effects);
    });
}
