#include "gate/engine/seen_clock.hpp"

#include <iam/consent/records.hpp>
#include <iam/ledger/entry.hpp>

namespace iam::gate {

SeenClock::Time SeenClock::see(Time time) const noexcept {
    Time latest = latest_.load(std::memory_order_relaxed);
    while (latest < time &&
           !latest_.compare_exchange_weak(latest, time, std::memory_order_relaxed)) {
    }
    return latest < time ? time : latest;
}

Moment SeenClock::now() const {
    Moment moment = clock_.now();
    const Time latest = see(moment.wall);
    moment.is_held = saturating_add(moment.wall, consent::k_clock_tolerance) < latest;
    moment.wall = latest;
    return moment;
}

void SeenClock::look_at(ledger::Store& store) const {
    const auto newest = store.newest_entries();
    if (!newest) return;
    for (const ledger::StoredEntry& stored : *newest)
        if (const auto decoded = ledger::decode(stored.text)) see(decoded->entry.time);
}

}  // namespace iam::gate
