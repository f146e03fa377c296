// Runs other programs with posix_spawn and one pipe.
#include "generator/io/child.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

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

/// Pointers for C functions: they expect null at the end of a list.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// True if one of the variables has the name of `other`.
bool is_set(const std::vector<std::string>& variables, std::string_view other) {
    const std::string_view name = other.substr(0, other.find('='));
    return std::any_of(variables.begin(), variables.end(), [&](std::string_view variable) {
        return variable.substr(0, variable.find('=')) == name;
    });
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// An unnamed file with the text, positioned at its beginning; null if the disk has no room for it.
File file_with(const std::string& text) {
    File file(std::tmpfile(), &std::fclose);
    if (file == nullptr) return file;
    const bool is_written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size() &&
                            std::fseek(file.get(), 0, SEEK_SET) == 0;
    if (!is_written) file.reset();
    return file;
}

int exit_code_of(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

tl::expected<ChildResult, std::string> run_child(const std::vector<std::string>& words,
                                                 const ChildSetting& setting) {
    File input(nullptr, &std::fclose);
    if (!setting.input.empty()) {
        input = file_with(setting.input);
        if (input == nullptr) return not_started(words.front(), errno);
    }
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return not_started(words.front(), errno);
    std::vector<std::string> arguments = words;
    std::vector<std::string> variables = setting.variables;
    for (char** own = environ; *own != nullptr; ++own)
        if (!is_set(setting.variables, *own)) variables.emplace_back(*own);
    const std::vector<char*> words_to_pass = pointers_to(arguments);
    const std::vector<char*> variables_to_pass = pointers_to(variables);
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    if (input != nullptr)
        posix_spawn_file_actions_adddup2(&actions, ::fileno(input.get()), STDIN_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (setting.errors_too) posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, words_to_pass.front(), &actions, nullptr,
                                     words_to_pass.data(), variables_to_pass.data());
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
