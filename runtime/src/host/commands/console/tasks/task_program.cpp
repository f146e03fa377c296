// A process and no thread: a run watches signals and opens a desk of its own, as a command does.
#include "host/commands/console/tasks/task_program.hpp"

#include <iam/store/private_files.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace iam::host {
namespace {

constexpr const char* k_this_program = "/proc/self/exe";

int spawn_self(pid_t& process, std::vector<std::string>& words, int errors) {
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO})
        ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    ::posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_t attributes{};
    ::posix_spawnattr_init(&attributes);
    sigset_t signals{};
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes, &signals);
    ::sigfillset(&signals);
    ::posix_spawnattr_setsigdefault(&attributes, &signals);
    // A session of its own: it has no terminal, so it asks nobody there.
    ::posix_spawnattr_setflags(
        &attributes,
        static_cast<short>(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int problem =
        ::posix_spawn(&process, k_this_program, &actions, &attributes, arguments.data(), ::environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    return problem;
}

/// Reads once, and keeps as much as there is room for. False: there is nothing more.
bool take_some(int errors, std::string& text) {
    std::array<char, 1024> buffer{};
    const ssize_t size = ::read(errors, buffer.data(), buffer.size());
    if (size <= 0) return size < 0 && errno == EINTR;
    const std::size_t room = k_task_errors_max - text.size();
    text.append(buffer.data(), std::min(static_cast<std::size_t>(size), room));
    return true;
}

/// Takes the standard error until the process has ended. A program that it has started may hold the
/// pipe open for longer.
void follow(pid_t process, int errors, std::string& text) {
    const store::FileDescriptor end(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
    bool is_open = true;
    while (is_open || end) {
        // poll() passes over negative numbers.
        std::array<pollfd, 2> waits{{{is_open ? errors : -1, POLLIN, 0}, {end.get(), POLLIN, 0}}};
        if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) return;
        if (waits[0].revents != 0) is_open = take_some(errors, text);
        if (waits[1].revents != 0) break;
    }
    // All that the process has written is in the pipe by now.
    ::fcntl(errors, F_SETFL, O_NONBLOCK);
    while (is_open && text.size() < k_task_errors_max) is_open = take_some(errors, text);
}

}  // namespace

Result<std::unique_ptr<TaskProgram>> TaskProgram::start(
    std::vector<std::string> arguments, std::string words,
    std::function<void(const TaskProgramEnd&)> on_end, std::chrono::milliseconds grace) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail(Errc::unavailable,
                    "The task cannot be started (" + std::generic_category().message(errno) + ").");
    pid_t process = -1;
    const int problem = spawn_self(process, arguments, ends[1]);
    ::close(ends[1]);
    if (problem == 0)
        return std::unique_ptr<TaskProgram>(
            new TaskProgram(process, ends[0], std::move(words), std::move(on_end), grace));
    ::close(ends[0]);
    return fail(Errc::unavailable,
                "The task cannot be started (" + std::generic_category().message(problem) + ").");
}

TaskProgram::TaskProgram(pid_t process, int errors, std::string words,
                         std::function<void(const TaskProgramEnd&)> on_end,
                         std::chrono::milliseconds grace)
    : process_(process),
      grace_(grace),
      watcher_([this, errors, said = std::move(words), on_end] { watch(errors, said, on_end); }) {}

TaskProgram::~TaskProgram() {
    std::unique_lock lock(mutex_);
    if (has_ended_) return;
    ::kill(process_, SIGTERM);
    const bool is_done = ended_.wait_for(lock, grace_, [this] { return has_ended_.load(); });
    // Under the mutex nobody takes its end, so the process id is still its own.
    if (!is_done) ::kill(process_, SIGKILL);
}

void TaskProgram::watch(int errors, std::string words,
                        const std::function<void(const TaskProgramEnd&)>& on_end) {
    TaskProgramEnd end{.words = std::move(words)};
    follow(process_, errors, end.errors);
    ::close(errors);
    siginfo_t facts{};
    while (::waitid(P_PID, static_cast<id_t>(process_), &facts, WEXITED | WNOWAIT) != 0 &&
           errno == EINTR) {
    }
    {
        // From here on the process id may be another one's.
        const std::lock_guard lock(mutex_);
        ::waitpid(process_, nullptr, 0);
        has_ended_ = true;
        ended_.notify_all();
    }
    on_end(end);
}

}  // namespace iam::host
