// Is the ledger whole? Recomputes the chain, opens every commitment, and holds what a store files an entry under against the entry's
// text. An entry whose values are gone is bad unless an erasure names it.
#pragma once

#include <iam/ledger/store.hpp>

#include <functional>
#include <optional>
#include <string>

namespace iam::ledger {

struct Verification {
    std::uint64_t entries = 0;           ///< that were checked and hold
    Digest head{};                       ///< of the last one
    std::optional<EntryId> first_bad{};  ///< where the chain breaks first
    std::string reason{};                ///< a sentence about it
    bool ok() const noexcept { return !first_bad; }
};

/// Reads all entries oldest first in pages. A chain that a writer of the files recomputed as a
/// whole verifies: it is consistent, not anchored.
Result<Verification> verify(Store& store);
/// One step of it, without a look at what was erased: `expected` is the id that must come next, `previous` the hash before it.
std::optional<std::string> why_bad(const StoredEntry& entry, const EntryId& expected,
                                   const Digest& previous);

}  // namespace iam::ledger
