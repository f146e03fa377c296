// A clock that stands still until a test moves it.
#pragma once

#include <iam/core/clock.hpp>

#include <mutex>
#include <string>
#include <utility>

namespace iam::test {

/// Thread-safe. Starts at 2026-01-02T03:04:05.678Z, one hour after the start of "boot-1".
class FakeClock final : public Clock {
 public:
    FakeClock() {
        now_.wall = std::chrono::sys_time<std::chrono::milliseconds>(
            std::chrono::milliseconds(1'767'323'045'678));
        now_.boot = std::chrono::hours(1);
        now_.boot_id = "boot-1";
    }

    Moment now() const override {
        const std::lock_guard lock(mutex_);
        return now_;
    }

    std::chrono::microseconds fine_boot() const override {
        const std::lock_guard lock(mutex_);
        return now_.boot + fine_;
    }
    /// So little time that only fine_boot() tells.
    void advance_fine(std::chrono::microseconds by) {
        const std::lock_guard lock(mutex_);
        fine_ += by;
    }

    /// Time passes: both clocks move.
    void advance(std::chrono::milliseconds by) {
        const std::lock_guard lock(mutex_);
        now_.wall = saturating_add(now_.wall, by);
        now_.boot += by;
    }
    /// Somebody sets the wall clock; the time since the start goes on as before.
    void set_wall(std::chrono::sys_time<std::chrono::milliseconds> wall) {
        const std::lock_guard lock(mutex_);
        now_.wall = wall;
    }
    void set_boot(std::chrono::milliseconds boot) {
        const std::lock_guard lock(mutex_);
        now_.boot = boot;
    }
    /// The machine starts again: another boot id, counted from zero; the wall clock stays.
    void reboot(std::string_view boot_id) {
        const std::lock_guard lock(mutex_);
        now_.boot = std::chrono::milliseconds(0);
        now_.boot_id = boot_id;
    }
    void set(Moment now) {
        const std::lock_guard lock(mutex_);
        now_ = std::move(now);
    }

 private:
    mutable std::mutex mutex_;
    std::chrono::microseconds fine_{0};
    Moment now_;
};

}  // namespace iam::test
