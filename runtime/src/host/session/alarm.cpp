#include "host/session/alarm.hpp"

#include <iam/core/signals_blocked.hpp>

#include <condition_variable>
#include <mutex>
#include <utility>

namespace iam::host {
namespace {

bool wait_by_the_clock(std::chrono::milliseconds time, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
}

}  // namespace

Wait wait_of(const Wait& wait) {
    return wait ? wait : wait_by_the_clock;
}

Alarm::Alarm(Wait wait, std::chrono::milliseconds time, Rings rings, std::function<void()> ring) {
    const SignalsBlocked blocked;  // signals belong to the thread of the command
    thread_ = std::jthread(
        [wait = std::move(wait), time, rings, ring = std::move(ring)](const std::stop_token& stop) {
            while (wait(time, stop)) {
                ring();
                if (rings == Rings::once) return;
            }
        });
}

}  // namespace iam::host
