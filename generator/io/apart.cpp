// Runs work in a forked process. If a signal ended it, tells the signal.
#include "generator/io/apart.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

namespace iam::gen {
namespace {

/// Raises the limit of the stack. The first thread's stack grows up to the limit of the moment; the
/// kernel leaves 128 MB of room.
void widen_stack() {
    constexpr rlim_t k_stack_bytes = rlim_t{64} << 20;
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0) return;
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < k_stack_bytes) {
        limit.rlim_cur = std::min(k_stack_bytes, limit.rlim_max);
        (void)::setrlimit(RLIMIT_STACK, &limit);
    }
}

[[noreturn]] void work_as_child(const std::function<int()>& work, pid_t parent) {
    // A signal to end the parent is meant for the work too.
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    widen_stack();
    int code = 1;
    try {
        code = work();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "iam-gen: %s\n", error.what());
    }
    std::fflush(nullptr);
    ::_exit(code);
}

}  // namespace

Ended run_apart(const std::function<int()>& work) {
    std::fflush(nullptr);
    const pid_t self = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) return {work(), 0};
    if (child == 0) work_as_child(work, self);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFSIGNALED(status)) return {0, WTERMSIG(status)};
    return {WEXITSTATUS(status), 0};
}

std::string signal_text(int signal) {
    const char* name = ::strsignal(signal);
    return "signal " + std::to_string(signal) +
           (name == nullptr ? std::string() : " (" + std::string(name) + ")");
}

}  // namespace iam::gen
