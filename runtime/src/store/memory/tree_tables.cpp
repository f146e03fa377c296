// Forgets leaf hashes only by whole tiles behind which all entries are forgotten.
#include "store/memory/tree_tables.hpp"

#include <memory>
#include <utility>

namespace iam::store {

using ledger::EntryId;
using ledger::SealedRun;

std::optional<std::string> TreeTables::check(const ledger::ExpectLastCheckpoint& expected) const {
    const auto size = last_ ? std::optional(last_->size) : std::nullopt;
    if (size == expected.size) return std::nullopt;
    return "another checkpoint was made meanwhile";
}

std::optional<std::string> TreeTables::apply(const ledger::PutSeal& seal, const EntryId& entry,
                                             Rollback& rollback) {
    for (const SealedRun& run : seal.runs)
        set_in(runs_, run.first_leaf, std::optional(run), rollback);
    for (const ledger::Tile& tile : seal.tiles)
        set_in(tiles_, tile.id, std::optional(tile.hashes), rollback);
    auto before = std::make_shared<std::optional<ledger::SealedTree>>(
        ledger::SealedTree{seal.size, seal.note, entry});
    rollback.add([this, before] { last_.swap(*before); });
    last_.swap(*before);
    return std::nullopt;
}

std::optional<std::string> TreeTables::apply(const ledger::PutTreeNote& change,
                                             Rollback& rollback) {
    if (!last_ || last_->size != change.size)
        return "the last checkpoint is not of " + std::to_string(change.size) + " entries";
    auto before = std::make_shared<std::string>(change.note);
    rollback.add([this, before] { last_->note.swap(*before); });
    last_->note.swap(*before);
    return std::nullopt;
}

void TreeTables::forget_up_to(const EntryId& last) noexcept {
    while (!runs_.empty()) {
        const SealedRun& run = runs_.begin()->second;
        if (run.first.seq + run.count - 1 > last.seq) break;
        const std::uint64_t end = (run.first_leaf + run.count) / ledger::k_tile_width;
        runs_.erase(runs_.begin());
        tiles_.erase(tiles_.begin(), tiles_.lower_bound({0, end}));
    }
}

std::vector<SealedRun> TreeTables::runs(std::uint64_t first_leaf, std::size_t limit) const {
    std::vector<SealedRun> found;
    for (auto run = runs_.lower_bound(first_leaf); run != runs_.end() && found.size() < limit;
         ++run)
        found.push_back(run->second);
    return found;
}

std::optional<SealedRun> TreeTables::run_before(const EntryId& entry) const {
    for (auto run = runs_.rbegin(); run != runs_.rend(); ++run)
        if (run->second.first <= entry && run->second.first.chain == entry.chain)
            return run->second;
    return std::nullopt;
}

std::vector<Digest> TreeTables::tile(const ledger::TileId& id) const {
    const auto found = tiles_.find(id);
    return found == tiles_.end() ? std::vector<Digest>{} : found->second;
}

}  // namespace iam::store
