// posix_spawn and one pipe.
#include "generator/io/child.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace iam::gen {
namespace {

tl::unexpected<std::string> not_started(const std::string& program, int error) {
    return tl::unexpected("'" + program + "' cannot be started: " + std::strerror(error));
}

std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 65536> room{};
    while (true) {
        const ssize_t count = ::read(descriptor, room.data(), room.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return text;
        text.append(room.data(), static_cast<std::size_t>(count));
    }
}

int exit_code_of(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

tl::expected<ChildResult, std::string> run_child(const std::vector<std::string>& words) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return not_started(words.front(), errno);
    std::vector<std::string> arguments = words;
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    pid_t child = 0;
    const int error =
        ::posix_spawnp(&child, pointers.front(), &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    ChildResult result;
    if (error == 0) {
        result.output = read_all(ends[0]);
        result.exit_code = exit_code_of(child);
    }
    ::close(ends[0]);
    if (error != 0) return not_started(words.front(), error);
    return result;
}

}  // namespace iam::gen
