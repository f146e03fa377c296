// The clock of a Runtime: what was seen as ended stays ended, although the wall clock may be set back.
#pragma once

#include <iam/core/clock.hpp>
#include <iam/ledger/store.hpp>

#include <atomic>
#include <chrono>

namespace iam::gate {

/// Wall time that never goes back. It is at least the time of each newest entry that `look_at` has
/// seen, and of each moment that was asked for here. While the wall clock is behind that time, a
/// moment is held there (Moment::is_held). Thread-safe.
class SeenClock final : public Clock {
 public:
    /// `clock` outlives it.
    explicit SeenClock(const Clock& clock) noexcept : clock_(clock) {}

    Moment now() const override;
    std::chrono::milliseconds boot() const override { return clock_.boot(); }
    std::chrono::microseconds fine_boot() const override { return clock_.fine_boot(); }

    /// Reads the newest entry of each chain. A store that cannot be read changes nothing: no call
    /// can be recorded there either.
    void look_at(ledger::Store& store) const;

 private:
    using Time = std::chrono::sys_time<std::chrono::milliseconds>;
    /// The latest time seen, this one included.
    Time see(Time time) const noexcept;

    const Clock& clock_;
    /// A cache of what was observed: it changes no answer that was given before.
    mutable std::atomic<Time> latest_{Time::min()};
};

}  // namespace iam::gate
