// Counts the instructions of one case one by one, by stepping a child through it: what the
// processor really runs. valgrind offers a program a processor of its own, without SHA
// instructions, on which libcrypto takes a longer way.
//   call_steps CASE TIMES [FOLDER, for cases with a ledger on a disk]
#include "call_cases.hpp"
#include "ledger_cases.hpp"

#include <sys/ptrace.h>
#include <sys/reg.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <optional>
#include <string_view>

namespace {

/// Runs until what a program does once only (looking symbols up, growing its heap) is done.
constexpr int k_warm_up = 300;

/// The child: three stops, with nothing but the stop between the first two and the case between the
/// last two.
[[noreturn]] void play(const bench::Case& one, long times) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(errno);
    for (int i = 0; i < k_warm_up; ++i) one.once();
    raise(SIGSTOP);
    raise(SIGSTOP);
    for (long left = times; left > 0; --left) one.once();
    raise(SIGSTOP);
    _exit(0);
}

long place_of(pid_t child) {
    return ptrace(PTRACE_PEEKUSER, child, sizeof(long) * RIP, nullptr);
}

bool waits_at_stop(pid_t child, int& status) {
    return waitpid(child, &status, 0) == child && WIFSTOPPED(status);
}

/// Steps from one stop of the child to its next.
std::optional<long> count_to_next_stop(pid_t child) {
    long count = 0;
    for (long before = place_of(child);;) {
        int status = 0;
        if (ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) != 0) return std::nullopt;
        if (!waits_at_stop(child, status)) return std::nullopt;
        if (WSTOPSIG(status) == SIGSTOP) return count;
        // An instruction that repeats itself (rep movsb) stops after every round, at the same
        // place.
        const long now = place_of(child);
        if (now != before) ++count;
        before = now;
    }
}

/// Instructions per time; nothing where the child cannot be stepped, with `errno` or the child's
/// own as the reason.
std::optional<double> count_steps(const bench::Case& one, long times) {
    const pid_t child = fork();
    if (child < 0) return std::nullopt;
    if (child == 0) play(one, times);
    int status = 0;
    if (!waits_at_stop(child, status)) {
        errno = WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
        return std::nullopt;
    }
    const auto empty = count_to_next_stop(child);
    const auto full = empty ? count_to_next_stop(child) : std::nullopt;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    if (!full) return std::nullopt;
    return static_cast<double>(*full - *empty) / static_cast<double>(times);
}

}  // namespace

int main(int argc, char** argv) {
    const long times = argc >= 3 ? std::strtol(argv[2], nullptr, 10) : 0;
    const auto cases = argc == 4 ? bench::ledger_cases(argv[3]) : bench::call_cases();
    for (const bench::Case& one : cases) {
        if (times <= 0 || one.name != std::string_view(argv[1])) continue;
        if (const auto steps = count_steps(one, times)) {
            std::cout << *steps << "\n";
            return 0;
        }
        std::cerr << "a program cannot be stepped here: " << std::strerror(errno) << "\n";
        return 1;
    }
    std::cerr << "usage: call_steps CASE TIMES [FOLDER]\n";
    return 2;
}
