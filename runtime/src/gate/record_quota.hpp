// How much a session may put on record, in whatever processes it does so.
#pragma once

#include <iam/ledger/store.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

namespace iam::gate {

struct CallState;

/// About the room that a batch takes in the record: its values, and as much again for each entry as one usually has.
std::uint64_t recorded_bytes(const ledger::Batch& batch) noexcept;
/// The same, and adds to the batch by lot the note by which other processes know of it: with a chance of its bytes in a share of the quota,
/// of a whole share. So the notes of a session add up to about what it recorded, and hardly a call pays for one.
std::uint64_t count_record(CallState& call, ledger::Batch& batch);

/// Thread-safe. A session is that of one user in one workspace; calls without one are of none. What this Runtime writes is counted here,
/// what others write is read from their notes: at the first call of a session, and whenever it got a note itself.
class RecordQuota {
 public:
    /// True where the session has put `max` bytes on record, by what `instance` counted and what others noted.
    Result<bool> is_spent(ledger::Store& store, const std::string& instance, const Subject& subject,
                          const std::optional<std::uint64_t>& max);
    void spend(const Subject& subject, std::uint64_t bytes);
    /// Others may have written as much meanwhile.
    void look_again(const Subject& subject);

 private:
    using Key = std::tuple<std::string, std::string, std::string>;
    struct Counter {
        std::uint64_t own = 0;
        std::optional<std::uint64_t> others{};  ///< nothing: look
    };
    Counter& counter_of(const Subject& subject);

    std::mutex mutex_;
    std::map<Key, Counter> counters_;
};

}  // namespace iam::gate
