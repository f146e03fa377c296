// The signals stay pending and are never read. Once the mask is restored, each acts as the program
// wants.
#include "host/session/held_signals.hpp"

#include <poll.h>
#include <sys/signalfd.h>

#include <array>

namespace iam::host {
namespace {

constexpr std::array k_ends = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
constexpr std::array k_ends_by_default = {SIGUSR1,   SIGUSR2, SIGALRM, SIGPIPE,
                                          SIGVTALRM, SIGPROF, SIGXCPU};

bool acts_by_default(int signal) {
    struct sigaction action {};
    return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL;
}

}  // namespace

HeldSignals::HeldSignals() {
    sigemptyset(&held_);
    for (const int signal : k_ends) sigaddset(&held_, signal);
    for (const int signal : k_ends_by_default) {
        if (acts_by_default(signal)) sigaddset(&held_, signal);
    }
    if (acts_by_default(SIGTSTP)) sigaddset(&held_, SIGTSTP);
    sigaddset(&held_, SIGCONT);
    signals_ = Descriptor(::signalfd(-1, &held_, SFD_CLOEXEC | SFD_NONBLOCK));
    sigset_t blocked = held_;
    sigaddset(&blocked, SIGTTIN);
    sigaddset(&blocked, SIGTTOU);
    ::pthread_sigmask(SIG_BLOCK, &blocked, &before_);
}

HeldSignals::~HeldSignals() {
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

HeldSignals::Came HeldSignals::came() const {
    sigset_t pending{};
    if (::sigpending(&pending) != 0) return Came::nothing;
    const auto is_pending = [&](int signal) {
        return sigismember(&held_, signal) == 1 && sigismember(&pending, signal) == 1;
    };
    for (const int signal : k_ends) {
        if (is_pending(signal)) return Came::end;
    }
    for (const int signal : k_ends_by_default) {
        if (is_pending(signal)) return Came::end;
    }
    return is_pending(SIGTSTP) || is_pending(SIGCONT) ? Came::stop : Came::nothing;
}

void HeldSignals::wait(std::chrono::milliseconds timeout) const {
    pollfd file{signals_.get(), POLLIN, 0};
    ::poll(&file, 1, static_cast<int>(timeout.count()));
}

void HeldSignals::let_act() const {
    sigset_t held{};
    ::pthread_sigmask(SIG_SETMASK, &before_, &held);
    ::pthread_sigmask(SIG_SETMASK, &held, nullptr);
}

}  // namespace iam::host
