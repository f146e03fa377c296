// The clock of a Runtime. A time limit once seen as ended stays ended, although the wall clock may
// be set back.
#pragma once

#include <iam/core/clock.hpp>
#include <iam/ledger/store.hpp>

#include <atomic>
#include <chrono>

namespace iam::gate {

/// Wall time that never goes back. It is at least the time of every entry that `look_at` has read
/// and of every moment returned here. While the wall clock is behind, a moment is held at the
/// latest time seen (Moment::is_held). Thread-safe.
class SeenClock final : public Clock {
 public:
    /// `clock` outlives this object.
    explicit SeenClock(const Clock& clock) noexcept : clock_(clock) {}

    Moment now() const override;
    std::chrono::milliseconds boot() const override { return clock_.boot(); }
    std::chrono::microseconds fine_boot() const override { return clock_.fine_boot(); }

    /// Reads the newest entry of each chain. An unreadable store changes nothing: it can record no
    /// call either.
    void look_at(ledger::Store& store) const;

 private:
    using Time = std::chrono::sys_time<std::chrono::milliseconds>;
    /// The latest time seen, including `time`.
    Time see(Time time) const noexcept;

    const Clock& clock_;
    /// A cache of observations. It changes no answer given before.
    mutable std::atomic<Time> latest_{Time::min()};
};

}  // namespace iam::gate
