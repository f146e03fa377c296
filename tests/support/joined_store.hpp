// Several stores with a chain each, read as one: what a store with several writers will be.
#pragma once

#include <support/forwarding_store.hpp>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace iam::test {

/// The tree over all chains.
struct JoinedTree {
    std::optional<ledger::SealedTree> last{};
    std::vector<ledger::SealedRun> runs{};
    std::map<ledger::TileId, std::vector<Digest>> tiles{};
};

/// Writes to the first. Stores that are joined more than once share a tree. Undo states and the
/// filing of calls do not reach from one chain into another.
class JoinedStore final : public ForwardingStore {
 public:
    using Stores = std::vector<std::shared_ptr<ledger::Store>>;

    explicit JoinedStore(const Stores& stores,
                         std::shared_ptr<JoinedTree> tree = std::make_shared<JoinedTree>())
        : ForwardingStore(stores.front()), tree_(std::move(tree)) {
        for (const auto& store : stores) {
            const auto chains = store->chains();
            if (chains) parts_.emplace_back(chains->front(), store);
        }
        std::sort(parts_.begin(), parts_.end());
    }

    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        auto& expectations = batch.expectations;
        for (auto each = expectations.begin(); each != expectations.end();) {
            const auto* last = std::get_if<ledger::ExpectLastCheckpoint>(&*each);
            if (last == nullptr) {
                ++each;
                continue;
            }
            if (last->size != (tree_->last ? std::optional(tree_->last->size) : std::nullopt))
                return fail(Errc::conflict, "another checkpoint was made meanwhile");
            each = expectations.erase(each);
        }
        std::optional<ledger::PutSeal> seal;
        auto& mutations = batch.mutations;
        for (auto each = mutations.begin(); each != mutations.end(); ++each) {
            if (!std::holds_alternative<ledger::PutSeal>(*each)) continue;
            seal = std::get<ledger::PutSeal>(*each);
            mutations.erase(each);
            break;
        }
        IAM_TRY(receipt, ForwardingStore::commit(std::move(batch)));
        if (seal) keep(*seal, receipt.entries.front());
        return receipt;
    }
    Result<std::optional<ledger::SealedTree>> last_tree() override { return tree_->last; }
    Result<std::vector<ledger::SealedRun>> runs(std::uint64_t first_leaf,
                                                std::size_t limit) override {
        std::vector<ledger::SealedRun> found;
        for (const ledger::SealedRun& run : tree_->runs)
            if (run.first_leaf >= first_leaf && found.size() < limit) found.push_back(run);
        return found;
    }
    Result<std::optional<ledger::SealedRun>> run_before(const ledger::EntryId& entry) override {
        std::optional<ledger::SealedRun> found;
        for (const ledger::SealedRun& run : tree_->runs)
            if (run.first.chain == entry.chain && run.first <= entry) found = run;
        return found;
    }
    Result<std::vector<Digest>> tile(const ledger::TileId& id) override {
        const auto found = tree_->tiles.find(id);
        return found == tree_->tiles.end() ? std::vector<Digest>{} : found->second;
    }
    Result<std::vector<std::uint32_t>> chains() override {
        std::vector<std::uint32_t> all;
        for (const auto& [chain, store] : parts_) all.push_back(chain);
        return all;
    }
    Result<std::vector<ledger::StoredEntry>> entries(const ledger::Query& query) override {
        std::vector<ledger::StoredEntry> all;
        for (const auto& [chain, store] : parts_) {
            if (query.chain.value_or(chain) != chain) continue;
            IAM_TRY(placed, placed_entries(*store, query.with_payloads));
            std::move(placed.begin(), placed.end(), std::back_inserter(all));
        }
        const auto is_outside = [&](const ledger::StoredEntry& entry) {
            const auto is_before = [&](const ledger::Place& one, const ledger::Place& other) {
                return query.chain ? one.id < other.id : one < other;
            };
            return (query.before && !is_before(place_of(entry), *query.before)) ||
                   (query.after && !is_before(*query.after, place_of(entry)));
        };
        all.erase(std::remove_if(all.begin(), all.end(), is_outside), all.end());
        std::sort(all.begin(), all.end(), [&](const auto& left, const auto& right) {
            return query.oldest_first ? place_of(left) < place_of(right)
                                      : place_of(right) < place_of(left);
        });
        if (all.size() > query.limit) all.resize(query.limit);
        return all;
    }
    Result<std::optional<ledger::StoredEntry>> entry(const ledger::EntryId& id) override {
        for (const auto& [chain, store] : parts_) {
            if (chain != id.chain) continue;
            IAM_TRY(placed, placed_entries(*store, true));
            for (ledger::StoredEntry& each : placed)
                if (each.id == id) return std::optional(std::move(each));
        }
        return std::nullopt;
    }
    Result<std::optional<ledger::StoredEntry>> outcome_of(const ledger::EntryId& intent) override {
        for (const auto& [chain, store] : parts_)
            if (chain == intent.chain) return store->outcome_of(intent);
        return std::nullopt;
    }
    Result<ledger::UndoState> undo_state(const ledger::EntryId& id) override {
        for (const auto& [chain, store] : parts_)
            if (chain == id.chain) return store->undo_state(id);
        return ledger::UndoState::none;
    }

 private:
    /// All entries of one chain, oldest first, with their time in the order over all chains.
    static Result<std::vector<ledger::StoredEntry>> placed_entries(ledger::Store& store,
                                                                   bool with_payloads) {
        IAM_TRY(all, store.entries({.limit = std::numeric_limits<std::size_t>::max(),
                                    .oldest_first = true,
                                    .with_payloads = with_payloads}));
        std::chrono::sys_time<std::chrono::milliseconds> latest{};
        for (ledger::StoredEntry& entry : all) {
            IAM_TRY(decoded, ledger::decode(entry.text));
            latest = std::max(latest, decoded.entry.time);
            entry.order_time = latest;
        }
        return std::move(all);
    }

    void keep(const ledger::PutSeal& seal, const ledger::EntryId& entry) {
        tree_->runs.insert(tree_->runs.end(), seal.runs.begin(), seal.runs.end());
        for (const ledger::Tile& tile : seal.tiles) tree_->tiles[tile.id] = tile.hashes;
        tree_->last = ledger::SealedTree{seal.size, seal.note, entry};
    }

    std::shared_ptr<JoinedTree> tree_;
    std::vector<std::pair<std::uint32_t, std::shared_ptr<ledger::Store>>> parts_;
};

}  // namespace iam::test
