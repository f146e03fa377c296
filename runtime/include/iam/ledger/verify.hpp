// Is the ledger whole? Recomputes the chain, opens every commitment, and holds what a store files an entry under against the entry's
// text. An entry whose values are gone is bad unless an erasure names it.
#pragma once

#include <iam/ledger/checkpoint.hpp>
#include <iam/ledger/store.hpp>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::ledger {

/// What somebody who keeps it elsewhere knows of a ledger.
struct Anchors {
    /// Copies of its checkpoints. Their signatures are not looked at: where they were kept is what makes them good.
    std::vector<Checkpoint> witnessed{};
    /// Signs the first checkpoint of the ledger; each names who signs the next one.
    std::optional<PublicKey> key{};
};

struct Verification {
    std::uint64_t entries = 0;      ///< that were checked and hold
    std::uint64_t checkpoints = 0;  ///< among them
    std::vector<Head> heads{};      ///< the last of them in each chain that has entries, by chain
    std::optional<EntryId> first_bad{};  ///< where the chain breaks first
    std::string reason{};                ///< a sentence about it
    /// In each chain the newest entry of which the anchors say that it and all before it are what they were, by chain. None: whoever can write
    /// the store could have made all of it.
    std::vector<EntryId> anchored{};
    bool ok() const noexcept { return !first_bad; }
};

/// Reads all entries of one chain after another, oldest first, in pages; of a chain of 512 entries or more (fewer, if they are large)
/// with the help of a thread, which has ended when this returns and takes no signal: two threads then ask the store, one at a time. Where
/// no thread is to be had, it takes longer. A chain that a writer of the files recomputed as a whole verifies without anchors: it is consistent, not anchored.
/// Its name is in parentheses, since Unreal Engine has a macro of this name.
Result<Verification>(verify)(Store& store, const Anchors& anchors = {});
/// Holds the ledger against copies of its checkpoints, without the rest: the first entry that is missing or another one, and why.
Result<std::optional<std::pair<EntryId, std::string>>> compare(
    Store& store, const std::vector<Checkpoint>& witnessed);
/// One step of it, without a look at what was erased: `expected` is the id that must come next, `previous` the hash before it.
std::optional<std::string> why_bad(const StoredEntry& entry, const EntryId& expected,
                                   const Digest& previous);

}  // namespace iam::ledger
