// Polls three descriptors; each may end the wait. They are inotify on the file of the last commit,
// written by every writer after its commit, an eventfd for a stop, and a timer.
#include "store_sqlite/write/change_watch.hpp"

#include <iam/store/private_files.hpp>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace iam::store_sqlite {
namespace {

// inotify sees no other machines, and a user's instances may be used up. So the wait also asks from
// time to time.
constexpr int k_tick_ms = 50;
constexpr int k_tick_with_notices_ms = 500;

store::FileDescriptor notices_of(const std::filesystem::path& watched) {
    store::FileDescriptor notices(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (notices && ::inotify_add_watch(notices.get(), watched.c_str(), IN_MODIFY) < 0) {
        notices.reset();
    }
    return notices;
}

Result<store::FileDescriptor> timer_of(std::chrono::milliseconds timeout) {
    store::FileDescriptor timer(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    // A year is longer than a program runs and short enough for any clock.
    const auto bounded = std::min<std::chrono::milliseconds>(timeout, std::chrono::hours{24 * 365});
    itimerspec when{};
    when.it_value.tv_sec = static_cast<time_t>(bounded.count() / 1000);
    when.it_value.tv_nsec = static_cast<long>(bounded.count() % 1000) * 1'000'000L;
    if (!timer || ::timerfd_settime(timer.get(), 0, &when, nullptr) != 0) {
        return tl::unexpected(store::system_error("wait for changes of", "the ledger", errno,
                                                  "close files that are not needed"));
    }
    return timer;
}

void drain(const store::FileDescriptor& notices) {
    std::array<char, 4096> buffer{};
    while (notices && ::read(notices.get(), buffer.data(), buffer.size()) > 0) {
    }
}

}  // namespace

Result<bool> wait_until_changed(const std::filesystem::path& watched,
                                const std::function<Result<bool>()>& changed,
                                std::chrono::milliseconds timeout, const std::stop_token& stop) {
    if (timeout <= std::chrono::milliseconds::zero()) return changed();
    // The watch begins before the first question, so a commit between them leaves a notice.
    const store::FileDescriptor notices = notices_of(watched);
    IAM_TRY(timer, timer_of(timeout));
    const store::FileDescriptor stopped(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    const std::stop_callback on_stop(stop, [&stopped] {
        const std::uint64_t one = 1;
        static_cast<void>(::write(stopped.get(), &one, sizeof one) < 0);
    });
    for (;;) {
        IAM_TRY(yes, changed());
        if (yes) return true;
        if (stop.stop_requested()) return false;
        // poll() skips a descriptor of -1.
        std::array<pollfd, 3> events{pollfd{timer.get(), POLLIN, 0},
                                     pollfd{stopped.get(), POLLIN, 0},
                                     pollfd{notices.get(), POLLIN, 0}};
        const int tick = notices ? k_tick_with_notices_ms : k_tick_ms;
        if (::poll(events.data(), events.size(), tick) < 0 && errno != EINTR) {
            return tl::unexpected(store::system_error("wait for changes of", watched, errno));
        }
        if (events[0].revents != 0) return changed();
        drain(notices);
    }
}

}  // namespace iam::store_sqlite
