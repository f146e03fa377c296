// How much a session may record, in all processes together.
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

/// The approximate size of a batch in the record: its values, and a fixed size per entry.
std::uint64_t recorded_bytes(const ledger::Batch& batch) noexcept;
/// The same. By lot it also adds a note for the other processes: a batch of n bytes notes a whole
/// share with probability n / share. So the notes of a session add up to its record, and few calls
/// pay for one.
std::uint64_t count_record(CallState& call, ledger::Batch& batch);

/// Thread-safe. A session belongs to one user in one workspace. This Runtime counts its own writes.
/// It reads the notes of others at a session's first call and after each note of its own.
class RecordQuota {
 public:
    /// True if the session has recorded `max` bytes, by the counts of `instance` and the notes of
    /// others.
    Result<bool> is_spent(ledger::Store& store, const std::string& instance, const Subject& subject,
                          const std::optional<std::uint64_t>& max);
    void spend(const Subject& subject, std::uint64_t bytes);
    /// Others may have recorded as much meanwhile.
    void look_again(const Subject& subject);

 private:
    using Key = std::tuple<std::string, std::string, std::string>;
    struct Counter {
        std::uint64_t own = 0;
        std::optional<std::uint64_t> others{};  ///< nothing: not read yet
    };
    Counter& counter_of(const Subject& subject);

    std::mutex mutex_;
    std::map<Key, Counter> counters_;
};

}  // namespace iam::gate
