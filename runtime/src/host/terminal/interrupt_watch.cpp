// Uses a handler, not a blocked signal. A blocked signal would stay blocked in every program
// started by a tool, and Ctrl-C must end these as well.
#include "host/terminal/interrupt_watch.hpp"

#include <iam/core/signals_blocked.hpp>

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

namespace iam::host {
namespace {

constexpr std::uint64_t k_interrupt_count = 1;
constexpr std::uint64_t k_end = std::uint64_t{1} << 32U;

// A signal handler reaches variables of the whole program only. This one names the descriptor to
// write to; -1: no watch.
constinit std::atomic<int> wake_descriptor{-1};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler reads it");

void add(int descriptor, std::uint64_t number) noexcept {
    // An eventfd takes the number unless 2^64 signals came before.
    [[maybe_unused]] const ssize_t written = ::write(descriptor, &number, sizeof number);
}

extern "C" void iam_host_on_interrupt(int /*signal*/) {
    const int error_before = errno;
    const int descriptor = wake_descriptor.load();
    if (descriptor >= 0) add(descriptor, k_interrupt_count);
    errno = error_before;
}

void wait_for_interrupt(int descriptor, const std::function<void()>& on_interrupt) {
    std::uint64_t number = 0;
    ssize_t size = 0;
    do {
        size = ::read(descriptor, &number, sizeof number);
    } while (size < 0 && errno == EINTR);
    if (size == ssize_t{sizeof number} && number < k_end) on_interrupt();
}

}  // namespace

InterruptWatch::InterruptWatch(std::function<void()> on_interrupt, std::vector<int> signals) {
    const auto is_ignored = [](int signal) {
        struct sigaction now {};
        return ::sigaction(signal, nullptr, &now) != 0 || now.sa_handler == SIG_IGN;
    };
    signals.erase(std::remove_if(signals.begin(), signals.end(), is_ignored), signals.end());
    if (signals.empty()) return;
    wake_ = Descriptor(::eventfd(0, EFD_CLOEXEC));
    if (wake_.get() < 0 || !start_thread(std::move(on_interrupt))) return;
    wake_descriptor = wake_.get();
    for (const int signal : signals) watch(signal);
}

void InterruptWatch::watch(int signal) {
    struct sigaction once {};
    once.sa_handler = iam_host_on_interrupt;
    // SA_RESETHAND leaves the second signal to the system, so it works even while the listener of
    // the first one runs.
    once.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigemptyset(&once.sa_mask);
    Replaced replaced{.signal = signal};
    if (::sigaction(signal, &once, &replaced.before) == 0) replaced_.push_back(replaced);
}

InterruptWatch::~InterruptWatch() {
    for (const Replaced& one : replaced_) ::sigaction(one.signal, &one.before, nullptr);
    wake_descriptor = -1;
    if (!thread_.joinable()) return;
    add(wake_.get(), k_end);
    thread_.join();
}

bool InterruptWatch::start_thread(std::function<void()> on_interrupt) {
    const SignalsBlocked blocked;
    try {
        thread_ = std::thread([descriptor = wake_.get(), told = std::move(on_interrupt)] {
            wait_for_interrupt(descriptor, told);
        });
    } catch (const std::system_error&) {
        // Without the thread Ctrl-C ends the program at once.
    }
    return thread_.joinable();
}

}  // namespace iam::host
