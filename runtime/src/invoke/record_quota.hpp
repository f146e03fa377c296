// How much a session may put on record.
#pragma once

#include <iam/ledger/store.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

namespace iam::invoke {

/// About the room that a batch takes in the record: its values, and as much again for each entry as one usually has.
std::uint64_t recorded_bytes(const ledger::Batch& batch) noexcept;

/// Thread-safe. A session is that of one user in one workspace; calls without one are of none.
class RecordQuota {
 public:
    /// True where the session has put `max` bytes on record.
    bool is_spent(const Subject& subject, const std::optional<std::uint64_t>& max);
    void spend(const Subject& subject, std::uint64_t bytes);

 private:
    using Key = std::tuple<std::string, std::string, std::string>;
    std::uint64_t& bytes_of(const Subject& subject);

    std::mutex mutex_;
    std::map<Key, std::uint64_t> bytes_;
};

}  // namespace iam::invoke
