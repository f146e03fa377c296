// Verifies a ledger. It recomputes each chain, opens every commitment, and compares each entry's
// filing with its text. If values are gone, their entry is bad unless an erasure names it.
#pragma once

#include <iam/ledger/checkpoint.hpp>
#include <iam/ledger/store.hpp>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::ledger {

/// Knowledge about a ledger, kept elsewhere.
struct Anchors {
    /// Copies of its checkpoints. Their signatures are not checked: they are trusted because of
    /// where they were kept.
    std::vector<Checkpoint> witnessed{};
    /// Signs the first checkpoint that the ledger keeps. Each checkpoint names the signer of the
    /// next.
    std::optional<PublicKey> key{};
};

struct Verification {
    std::uint64_t entries = 0;      ///< entries checked and good
    std::uint64_t checkpoints = 0;  ///< good entries of kind checkpoint
    std::vector<Head> heads{};      ///< the last good entry of each chain with entries, by chain
    /// Store::forgotten() at this time: these entries and all earlier ones were not checked.
    std::vector<Head> forgotten{};
    /// The tree that the newest checkpoint signs; nothing if none signs a tree.
    std::optional<TreeHead> tree{};
    /// The newest entry of each chain in this tree, by chain. No checkpoint proves later entries.
    std::vector<EntryId> sealed{};
    std::optional<EntryId> first_bad{};  ///< the first place where a chain breaks
    std::string reason{};                ///< a sentence about it
    /// For each chain, the newest entry up to which the anchors confirm the chain, by chain.
    /// Without an entry here, anybody with write access to the store could have made the whole
    /// chain.
    std::vector<EntryId> anchored{};
    bool ok() const noexcept { return !first_bad; }
};

/// Reads all entries, one chain after another, oldest first. Others get the store in between. If a
/// writer of the files recomputed a whole chain, it verifies without anchors: it is consistent, not
/// anchored.
///
/// The name is in parentheses, since Unreal Engine has a macro of this name.
Result<Verification>(verify)(Store& store, const Anchors& anchors = {});
/// Compares the ledger with copies of its checkpoints only. Returns the first missing or different
/// entry, and the reason. Entries forgotten by the store are not compared.
Result<std::optional<std::pair<EntryId, std::string>>> compare(
    Store& store, const std::vector<Checkpoint>& witnessed);
/// Checks one entry, without regard to erasures. `expected` is its required id, `previous` the hash
/// before it.
std::optional<std::string> why_bad(const StoredEntry& entry, const EntryId& expected,
                                   const Digest& previous);

}  // namespace iam::ledger
