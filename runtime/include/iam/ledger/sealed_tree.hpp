// The rows in which a store keeps the Merkle tree over its entries.
#pragma once

#include <iam/ledger/tree_tiles.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace iam::ledger {

/// Consecutive entries of a chain, at consecutive places of the tree.
struct SealedRun {
    std::uint64_t first_leaf = 0;  ///< the place of `first`
    EntryId first{};
    std::uint64_t count = 0;  ///< at least 1
    friend bool operator==(const SealedRun&, const SealedRun&) = default;
};

/// A checkpoint of the tree.
struct SealedTree {
    std::uint64_t size = 0;
    std::string note{};  ///< text of a SignedNote whose text is a TreeHead
    EntryId entry{};     ///< its entry of kind checkpoint
    friend bool operator==(const SealedTree&, const SealedTree&) = default;
};

/// Adds entries to the tree, and records the checkpoint of the grown tree. The first entry of the
/// batch is the checkpoint's entry.
struct PutSeal {
    std::vector<SealedRun> runs{};  ///< those behind the runs in the store
    std::vector<Tile> tiles{};      ///< new ones, and grown ones in place of the stored ones
    std::uint64_t size = 0;         ///< larger than that of the last checkpoint, if there is one
    std::string note{};
};

/// Replaces the note of a checkpoint, when witnesses have cosigned it. A conflict if there is no
/// checkpoint of this size, or the store keeps it no more.
struct PutTreeNote {
    std::uint64_t size = 0;
    std::string note{};
};

}  // namespace iam::ledger
