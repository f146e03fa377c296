// Starts the program in a group of its own: Ctrl-C in the terminal ends the console, and no
// browser.
#include "host/commands/console/browser.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

namespace iam::host {
namespace {

constexpr const char* k_opener = "xdg-open";

int spawn_opener(pid_t& process, std::string& file) {
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_t attributes{};
    ::posix_spawnattr_init(&attributes);
    sigset_t signals{};
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes, &signals);
    ::sigfillset(&signals);
    ::posix_spawnattr_setsigdefault(&attributes, &signals);
    ::posix_spawnattr_setflags(
        &attributes,
        static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    std::string program = k_opener;
    std::array<char*, 3> arguments{program.data(), file.data(), nullptr};
    const int problem =
        ::posix_spawnp(&process, k_opener, &actions, &attributes, arguments.data(), ::environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    return problem;
}

}  // namespace

Result<Browser> Browser::open(const std::filesystem::path& file) {
    std::string name = file.string();
    pid_t process = -1;
    const int problem = spawn_opener(process, name);
    if (problem == 0) return Browser(process);
    return fail(problem == ENOENT ? Errc::not_found : Errc::unavailable,
                std::string("The browser cannot be opened, for ") + k_opener + " does not start (" +
                    std::generic_category().message(problem) +
                    "); leave --open out, and open the printed address in a browser.");
}

Browser::~Browser() {
    if (process_ > 0) ::waitpid(process_, nullptr, WNOHANG);
}

}  // namespace iam::host
