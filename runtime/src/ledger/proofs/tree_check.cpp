// Checks each level of the tree against the level below, so the leaves decide over all roots.
#include "ledger/proofs/tree_check.hpp"

#include "ledger/proofs/forgotten_head.hpp"
#include <iam/ledger/sealing.hpp>

#include <algorithm>
#include <functional>

namespace iam::ledger {
namespace {

constexpr std::size_t k_runs_page = 1'024;

EntryId last_of(const SealedRun& run) {
    return {run.first.chain, run.first.seq + run.count - 1};
}

/// Passes the runs of the first `size` leaves to `see`, by leaf, until it returns a bad entry.
Result<BadEntry> see_runs(Store& store, std::uint64_t size,
                          const std::function<Result<BadEntry>(const SealedRun&)>& see) {
    for (std::uint64_t leaf = 0;;) {
        IAM_TRY(page, store.runs(leaf, k_runs_page));
        for (const SealedRun& run : page) {
            if (run.first_leaf >= size) return BadEntry{};
            IAM_TRY(bad, see(run));
            if (bad) return bad;
            leaf = run.first_leaf + 1;
        }
        if (page.size() < k_runs_page) return BadEntry{};
    }
}

/// Follows the runs from leaf to leaf, and in each chain from entry to entry.
class RunCheck {
 public:
    RunCheck(Store& store, const std::vector<Head>& forgotten, const std::vector<Head>& heads)
        : store_(store), forgotten_(forgotten), heads_(heads) {}

    Result<BadEntry> take(const SealedRun& run) {
        if (leaf_ == 0 && run.first_leaf > 0 && !forgotten_.empty()) leaf_ = run.first_leaf;
        const std::uint64_t kept = forgotten_in(forgotten_, run.first.chain).entry.seq + 1;
        const auto [next, is_new] = next_.emplace(run.first.chain, 0);
        // Entries that were forgotten before a checkpoint are in no run.
        const bool is_behind_forgotten = run.first.seq <= kept && run.first.seq > next->second;
        const bool follows = !is_new && run.first.seq == next->second;
        if (run.first_leaf != leaf_ || (!follows && !is_behind_forgotten))
            return bad(run.first, "the tree has it in another place than the entries before it");
        leaf_ += run.count;
        next->second = run.first.seq + run.count;
        return check_is_there(last_of(run));
    }
    std::uint64_t leaves() const noexcept { return leaf_; }

 private:
    static BadEntry bad(const EntryId& entry, std::string why) {
        return std::pair(entry, std::move(why));
    }

    Result<BadEntry> check_is_there(const EntryId& last) {
        const Head end = forgotten_in(heads_, last.chain);
        if (last.seq <= end.entry.seq) return BadEntry{};
        // Others may have added it behind the walk.
        IAM_TRY(entry, store_.entry(last));
        if (entry || last.seq <= forgotten_in(forgotten_, last.chain).entry.seq) return BadEntry{};
        return bad({last.chain, end.entry.seq + 1},
                   "the tree has the entries up to " + to_string(last) + ", found " +
                       (end.entry.seq == 0 ? "nothing" : to_string(end.entry)) +
                       ": entries were removed from the end");
    }

    Store& store_;
    const std::vector<Head>& forgotten_;
    const std::vector<Head>& heads_;
    std::uint64_t leaf_ = 0;
    std::map<std::uint32_t, std::uint64_t> next_{};
};

/// The first full tile that is not the child of the tile above it. Tiles below `kept` leaves may be
/// forgotten.
Result<std::optional<TileId>> find_bad_tile(Store& store, std::uint64_t size, std::uint64_t kept) {
    for (unsigned level = 0; level < k_tile_level_max; ++level) {
        const std::uint64_t count = size >> (k_tile_height * (level + 1));
        TileId above{level + 1, 0};
        std::vector<Digest> parents;
        for (std::uint64_t i = 0; i < count; ++i) {
            if (i % k_tile_width == 0) {
                above.index = i / k_tile_width;
                IAM_TRY(read, store.tile(above));
                parents = std::move(read);
            }
            IAM_TRY(hashes, store.tile({level, i}));
            if (level == 0 && hashes.empty() && (i + 1) * k_tile_width <= kept) continue;
            const std::size_t place = i % k_tile_width;
            if (hashes.size() != k_tile_width || place >= parents.size() ||
                tree_root(hashes) != parents[place])
                return TileId{level, i};
        }
    }
    return std::nullopt;
}

/// The entry at a place of the tree; the first entry of all if no run has the place.
Result<EntryId> entry_at(Store& store, std::uint64_t place) {
    EntryId found{};
    IAM_CHECK(see_runs(store, place + 1, [&](const SealedRun& run) -> Result<BadEntry> {
        if (place < run.first_leaf + run.count)
            found = {run.first.chain, run.first.seq + (place - run.first_leaf)};
        return BadEntry{};
    }));
    return found;
}

/// The leaves before this one may be forgotten.
Result<std::uint64_t> first_kept_leaf(Store& store) {
    IAM_TRY(first, store.runs(0, 1));
    if (!first.empty()) return first.front().first_leaf;
    IAM_TRY(last, store.last_tree());
    return last ? last->size : 0;
}

/// Checks that the note beside the tree is the one in the checkpoint's entry. Witnesses may have
/// added lines.
BadEntry check_note(const SealedTree& last, const StoredEntry& entry) {
    const auto checkpoint = checkpoint_in(entry);
    const auto note = parse_note(last.note);
    const bool is_same = checkpoint && note && checkpoint->head.tree.size == last.size &&
                         checkpoint->note.text == note->text &&
                         checkpoint->note.signatures.size() <= note->signatures.size() &&
                         std::equal(checkpoint->note.signatures.begin(),
                                    checkpoint->note.signatures.end(), note->signatures.begin());
    if (is_same) return std::nullopt;
    return std::pair(last.entry,
                     std::string("its checkpoint is not the note that is kept with the tree"));
}

/// Checks the runs, and that the entries of the tree are there.
Result<BadEntry> check_runs(Store& store, const SealedTree& last, const std::vector<Head>& heads) {
    IAM_TRY(forgotten, store.forgotten());
    RunCheck runs(store, forgotten, heads);
    IAM_TRY(bad, see_runs(store, last.size, [&](const SealedRun& run) { return runs.take(run); }));
    if (bad) return bad;
    const bool is_all_forgotten = runs.leaves() == 0 && !forgotten.empty();
    if (runs.leaves() != last.size && !is_all_forgotten)
        return std::pair(last.entry, std::string("its tree has places without entries"));
    // Others may have made it behind the walk.
    IAM_TRY(checkpoint, store.entry(last.entry));
    if (checkpoint) return check_note(last, *checkpoint);
    if (is_forgotten(forgotten, last.entry)) return BadEntry{};
    return std::pair(last.entry, std::string("the checkpoint of the tree is missing: entries were "
                                             "removed from the end"));
}

/// Checks that each tile is the parent of the tiles below.
Result<BadEntry> check_tiles(Store& store, std::uint64_t size) {
    IAM_TRY(kept, first_kept_leaf(store));
    IAM_TRY(tile, find_bad_tile(store, size, kept));
    if (!tile) return BadEntry{};
    IAM_TRY(entry, entry_at(store, tile->index << (k_tile_height * (tile->level + 1))));
    return std::pair(entry, "tile " + std::to_string(tile->index) + " of level " +
                                std::to_string(tile->level) +
                                " of the tree, which begins here, was changed");
}

}  // namespace

Result<bool> LeafCheck::find_run(const EntryId& entry) {
    const auto has = [&] {
        return run_ && run_->first.chain == entry.chain && run_->first <= entry &&
               entry <= last_of(*run_);
    };
    if (has()) return true;
    IAM_TRY(run, store_.run_before(entry));
    run_ = run;
    return has();
}

Result<BadEntry> LeafCheck::compare(const Head& entry) {
    const std::uint64_t leaf = run_->first_leaf + (entry.entry.seq - run_->first.seq);
    const TileId id{0, leaf / k_tile_width};
    const std::size_t place = leaf % k_tile_width;
    if (id != tile_id_ || place >= tile_.size()) {
        IAM_TRY(tile, store_.tile(id));
        tile_ = std::move(tile);
        tile_id_ = id;
    }
    if (place < tile_.size() && tile_[place] == leaf_hash(entry)) return BadEntry{};
    return std::pair(entry.entry, std::string("it is not the entry that the tree has here: one of "
                                              "the two was changed"));
}

Result<BadEntry> LeafCheck::take(std::span<const Head> entries) {
    for (const Head& entry : entries) {
        IAM_TRY(is_sealed, find_run(entry.entry));
        // Behind the last run of a chain nothing is sealed.
        if (!is_sealed) return BadEntry{};
        IAM_TRY(bad, compare(entry));
        if (bad) return bad;
    }
    return BadEntry{};
}

Result<NewestSealed> newest_in_tree(Store& store, std::uint64_t size) {
    NewestSealed newest;
    IAM_CHECK(see_runs(store, size, [&](const SealedRun& run) -> Result<BadEntry> {
        const std::uint64_t count = std::min(run.count, size - run.first_leaf);
        EntryId& entry = newest[run.first.chain];
        entry = std::max(entry, EntryId{run.first.chain, run.first.seq + count - 1});
        return BadEntry{};
    }));
    return newest;
}

Result<std::optional<Digest>> kept_root_of(Store& store, std::uint64_t size) {
    IAM_TRY(kept, first_kept_leaf(store));
    TiledTree tree(tiles_of(store));
    auto root = root_of(size, tree.reader());
    if (root) return std::optional(*root);
    if (size <= kept) return std::nullopt;
    return tl::unexpected(std::move(root).error());
}

Result<BadEntry> check_tree(Store& store, std::span<const std::pair<TreeState, EntryId>> states,
                            const std::vector<Head>& heads) {
    IAM_TRY(last, store.last_tree());
    const std::uint64_t signed_size = states.empty() ? 0 : states.back().first.size;
    if (!last && states.empty()) return BadEntry{};
    if (!last || last->size < signed_size) {
        return std::pair(states.back().second,
                         std::string("the tree that its checkpoint signs is missing"));
    }
    IAM_TRY(bad_run, check_runs(store, *last, heads));
    if (bad_run) return bad_run;
    IAM_TRY(bad_tile, check_tiles(store, last->size));
    if (bad_tile) return bad_tile;
    for (const auto& [state, entry] : states) {
        IAM_TRY(root, kept_root_of(store, state.size));
        if (root && *root != state.root)
            return std::pair(entry, std::string("its checkpoint signs another tree"));
    }
    return BadEntry{};
}

}  // namespace iam::ledger
