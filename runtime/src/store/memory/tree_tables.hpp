// Keeps the tree over the entries in memory. Not thread-safe: the store locks.
#pragma once

#include "store/memory/rollback.hpp"
#include <iam/ledger/store.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace iam::store {

/// All entries are of one chain, so runs stand in one order by leaf and by entry.
class TreeTables {
 public:
    std::optional<std::string> check(const ledger::ExpectLastCheckpoint& expected) const;
    /// `entry`: of the checkpoint. Records in `rollback` how to take it back.
    std::optional<std::string> apply(const ledger::PutSeal& seal, const ledger::EntryId& entry,
                                     Rollback& rollback);
    std::optional<std::string> apply(const ledger::PutTreeNote& change, Rollback& rollback);
    /// Forgets runs and leaf hashes of entries up to this one. Hashes of higher levels stay, an
    /// eighth of a byte for each entry.
    void forget_up_to(const ledger::EntryId& last) noexcept;

    const std::optional<ledger::SealedTree>& last() const noexcept { return last_; }
    std::vector<ledger::SealedRun> runs(std::uint64_t first_leaf, std::size_t limit) const;
    std::optional<ledger::SealedRun> run_before(const ledger::EntryId& entry) const;
    std::vector<Digest> tile(const ledger::TileId& id) const;

 private:
    std::optional<ledger::SealedTree> last_{};
    std::map<std::uint64_t, ledger::SealedRun> runs_{};  ///< by first leaf
    std::map<ledger::TileId, std::vector<Digest>> tiles_{};
};

}  // namespace iam::store
