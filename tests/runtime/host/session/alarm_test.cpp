// Tests of runtime/src/host/session/alarm.cpp.
#include "host/session/alarm.hpp"

#include <catch2/catch.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <semaphore>

namespace {

using iam::host::Alarm;
using std::chrono::milliseconds;

/// Waits for the end alone.
bool wait_for_stop(const std::stop_token& ended) {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    changed.wait(lock, ended, [] { return false; });
    return false;
}

}  // namespace

TEST_CASE("an alarm rings once, or again and again, until its end") {
    std::counting_semaphore<8> rung(0);
    {
        const Alarm once([](milliseconds time, const auto&) { return time == milliseconds{7}; },
                         milliseconds{7}, Alarm::Rings::once, [&] { rung.release(); });
        rung.acquire();
    }
    CHECK_FALSE(rung.try_acquire());
    std::atomic<int> left{3};
    {
        const Alarm again(
            [&](milliseconds, const auto& ended) { return left-- > 0 || wait_for_stop(ended); },
            milliseconds{7}, Alarm::Rings::again, [&] { rung.release(); });
        for (int i = 0; i < 3; ++i) rung.acquire();
    }
    CHECK_FALSE(rung.try_acquire());
}

TEST_CASE("an alarm that ends before its time does not ring") {
    bool has_rung = false;
    {
        const Alarm alarm(iam::host::wait_of({}), std::chrono::hours{1}, Alarm::Rings::once,
                          [&] { has_rung = true; });
    }
    CHECK_FALSE(has_rung);
}
