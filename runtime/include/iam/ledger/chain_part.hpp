// Checks a part of a chain in bounded time, for readers who cannot wait for a whole verification.
#pragma once

#include <iam/ledger/checkpoint.hpp>
#include <iam/ledger/store.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace iam::ledger {

/// Bytes of the values after which a part ends. One entry may exceed it.
inline constexpr std::size_t k_part_bytes_max = std::size_t{4} << 20U;

struct ChainPart {
    std::uint64_t entries = 0;        ///< entries checked and good
    std::optional<EntryId> newest{};  ///< of the entries read
    std::optional<EntryId> oldest{};  ///< of the entries read: `before` of the next part
    bool is_at_start = false;         ///< the oldest is the first entry that the store keeps
    std::optional<EntryId> bad{};     ///< the newest entry that does not hold; the check ends at it
    std::string reason{};             ///< a sentence about it
    /// The newest checkpoint of the part, and its entry.
    std::optional<Checkpoint> checkpoint{};
    std::optional<EntryId> checkpoint_entry{};
    bool ok() const noexcept { return !bad; }
};

/// Checks at most `entries_max` entries of the chain, newest first, those before `before` if it is
/// given. Each must have its hash, follow the entry before it and hold its commitments. The link of
/// the entry `before` is checked too, so parts that follow each other miss nothing. The oldest
/// entry of a part is believed about the entry before it.
///
/// Only a whole verify() sees missing values, the keys of checkpoints and undo states. Any thread
/// may call it. Errors: those of the store; a bad entry is no error but `bad`.
Result<ChainPart> check_part(Store& store, std::uint32_t chain,
                             const std::optional<EntryId>& before, std::size_t entries_max);

}  // namespace iam::ledger
