// Declares the clock that callers hand to the runtime. Nothing in the runtime reads a clock by
// itself.
#pragma once

#include <iam/core/result.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace iam {

/// Names one start of the machine. It uses no heap, since every call asks for the time more than
/// once.
class BootId {
 public:
    BootId() = default;
    /// `text` is a UUID. If it is longer than the 36 bytes of a UUID, its digest stands for it.
    explicit BootId(std::string_view text) { *this = text; }
    BootId& operator=(std::string_view text);
    std::string_view text() const noexcept { return {text_.data(), size_}; }
    friend bool operator==(const BootId& a, std::string_view b) noexcept { return a.text() == b; }
    friend bool operator==(const BootId& a, const BootId& b) noexcept {
        return a.text() == b.text();
    }

 private:
    std::array<char, 36> text_{};
    std::uint8_t size_ = 0;
};

/// A moment on two clocks. `wall` is UTC and may be set back. `boot` counts from the start named by
/// `boot_id` and never goes back.
struct Moment {
    std::chrono::sys_time<std::chrono::milliseconds> wall{};
    std::chrono::milliseconds boot{0};
    BootId boot_id{};
    /// True if the wall clock shows an earlier time than before; `wall` is then the latest time
    /// seen.
    bool is_held = false;
};

class Clock {
 public:
    virtual ~Clock() = default;
    virtual Moment now() const = 0;
    /// now().boot, for callers that need nothing else.
    virtual std::chrono::milliseconds boot() const { return now().boot; }
    /// boot() in the finest unit of the clock, for measuring durations.
    virtual std::chrono::microseconds fine_boot() const { return boot(); }
};

/// Reads CLOCK_REALTIME, CLOCK_BOOTTIME and /proc/sys/kernel/random/boot_id. Thread-safe.
class SystemClock final : public Clock {
 public:
    SystemClock();
    Moment now() const override;
    std::chrono::milliseconds boot() const override;
    std::chrono::microseconds fine_boot() const override;

 private:
    BootId boot_id_;
};

/// RFC 3339 in UTC with milliseconds: "2026-01-02T03:04:05.678Z". The form holds the years 0000 to
/// 9999 only; a moment outside them is written as the nearest moment inside.
std::string to_rfc3339(std::chrono::sys_time<std::chrono::milliseconds> time);
/// Reads RFC 3339 with any offset and converts it to UTC. Digits finer than milliseconds are cut
/// off. Refuses a leap second (:60), a space in place of the 'T', and a moment outside the years
/// 0000 to 9999 in UTC.
Result<std::chrono::sys_time<std::chrono::milliseconds>> from_rfc3339(std::string_view text);

/// time + duration. Ends at the greatest or least representable moment instead of overflowing.
std::chrono::sys_time<std::chrono::milliseconds> saturating_add(
    std::chrono::sys_time<std::chrono::milliseconds> time,
    std::chrono::milliseconds duration) noexcept;

}  // namespace iam
