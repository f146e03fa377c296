// Checks the tree of a store against the entries of a walk and against checkpoints.
#pragma once

#include <iam/ledger/checkpoint.hpp>
#include <iam/ledger/store.hpp>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace iam::ledger {

/// An entry that does not hold, and the reason.
using BadEntry = std::optional<std::pair<EntryId, std::string>>;

/// Compares entries with the leaves of the tree. Not thread-safe.
class LeafCheck {
 public:
    explicit LeafCheck(Store& store) : store_(store) {}
    /// Takes consecutive entries of a chain. Entries that no run has are not compared.
    Result<BadEntry> take(std::span<const Head> entries);

 private:
    Result<bool> find_run(const EntryId& entry);
    Result<BadEntry> compare(const Head& entry);

    Store& store_;
    std::optional<SealedRun> run_{};
    TileId tile_id_{};
    std::vector<Digest> tile_{};
};

/// The newest sealed entry of each chain.
using NewestSealed = std::map<std::uint32_t, EntryId>;
/// The newest entry of each chain among the first `size` leaves.
Result<NewestSealed> newest_in_tree(Store& store, std::uint64_t size);

/// Checks that the runs are complete and consecutive, that their entries are there, that each tile
/// is the parent of the tiles below, and that the tree has each of the roots. `states` are in the
/// order of their sizes, each with its checkpoint's entry. `heads` are the ends of the walk.
Result<BadEntry> check_tree(Store& store, std::span<const std::pair<TreeState, EntryId>> states,
                            const std::vector<Head>& heads);
/// The root of the first `size` leaves. Nothing if the store has forgotten a part of them.
Result<std::optional<Digest>> kept_root_of(Store& store, std::uint64_t size);

}  // namespace iam::ledger
