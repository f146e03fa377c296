// Spawns with posix_spawn, which needs no fork of a process with threads. A pidfd makes the end of
// the process one more thing to poll for.
#include "mcp/client/run_program.hpp"

#include "mcp/lines/line_channel.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace iam::mcp {
namespace {

class ProgramEnd {
 public:
    ProgramEnd() = default;
    explicit ProgramEnd(int number) noexcept : number_(number) {}
    ProgramEnd(ProgramEnd&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    ProgramEnd& operator=(ProgramEnd&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~ProgramEnd() { close(); }
    int number() const noexcept { return number_; }
    void close() noexcept {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }

 private:
    int number_ = -1;
};

struct ProgramPipe {
    ProgramEnd ours{};
    ProgramEnd theirs{};
};

tl::unexpected<Error> not_run(const ProgramRun& run, int problem) {
    const bool is_missing = problem == ENOENT || problem == ENOTDIR;
    return fail(is_missing ? Errc::not_found : Errc::unavailable,
                "the program " + run.arguments.front() + " does not start (" +
                    std::generic_category().message(problem) + "); check that it is installed");
}

bool open_pipe(ProgramPipe& pipe) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    pipe.ours = ProgramEnd(ends[0]);
    pipe.theirs = ProgramEnd(ends[1]);
    return true;
}

std::vector<char*> spawn_pointers(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// 0, or the number of the error.
int spawn(const ProgramRun& run, const ProgramPipe& output, const ProgramPipe& errors,
          pid_t& child) {
    std::vector<std::string> arguments = run.arguments;
    std::vector<std::string> environment = run.environment;
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output.theirs.number(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors.theirs.number(), STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    const int problem =
        ::posix_spawnp(&child, arguments.front().c_str(), &actions, nullptr,
                       spawn_pointers(arguments).data(), spawn_pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    return problem;
}

/// Reads once. False at the end of the pipe, or beyond the limit.
bool read_some(const ProgramEnd& end, std::string& text, std::size_t bytes_max, bool& is_too_long) {
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(end.number(), buffer.data(), buffer.size());
    if (count < 0) return errno == EINTR;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    is_too_long = is_too_long || text.size() > bytes_max;
    return count > 0 && !is_too_long;
}

/// Takes the output until the process has ended; false if it has to be killed. A grandchild that
/// holds the pipes open does not prolong it.
bool follow(const ProgramRun& run, int process, ProgramPipe& output, ProgramPipe& errors,
            ProgramOutput& result) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + run.time;
    bool is_too_long = false;
    const Wake stopped;
    const std::stop_callback on_stop(run.stop, [&stopped] { stopped.signal(); });
    for (;;) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0 || is_too_long || run.stop.stop_requested()) return false;
        // poll() passes over negative numbers.
        std::array<pollfd, 4> waits{{{output.ours.number(), POLLIN, 0},
                                     {errors.ours.number(), POLLIN, 0},
                                     {process, POLLIN, 0},
                                     {stopped.descriptor(), POLLIN, 0}}};
        if (::poll(waits.data(), waits.size(), static_cast<int>(left)) < 0 && errno != EINTR)
            return false;
        if (waits[0].revents != 0 &&
            !read_some(output.ours, result.output, run.bytes_max, is_too_long))
            output.ours.close();
        if (waits[1].revents != 0 &&
            !read_some(errors.ours, result.errors, run.bytes_max, is_too_long))
            errors.ours.close();
        const bool is_silent = waits[0].revents == 0 && waits[1].revents == 0;
        if (waits[2].revents != 0 && is_silent) return true;
    }
}

int exit_code_of_program(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Result<ProgramOutput> run_program(const ProgramRun& run) {
    ProgramPipe output;
    ProgramPipe errors;
    if (!open_pipe(output) || !open_pipe(errors)) return not_run(run, errno);
    pid_t child = 0;
    if (const int problem = spawn(run, output, errors, child); problem != 0)
        return not_run(run, problem);
    output.theirs.close();
    errors.theirs.close();
    const ProgramEnd process(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
    ProgramOutput result;
    const bool has_ended =
        process.number() >= 0 && follow(run, process.number(), output, errors, result);
    if (!has_ended) ::kill(child, SIGKILL);
    result.exit_code = exit_code_of_program(child);
    if (has_ended) return result;
    return fail(Errc::unavailable,
                "the program " + run.arguments.front() + " was ended after " +
                    std::to_string(run.time.count()) +
                    " ms, or since it wrote too much; run it by hand to see why");
}

}  // namespace iam::mcp
