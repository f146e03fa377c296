// Several stores with a chain each, read as one: what a store with several writers will be.
#pragma once

#include <support/forwarding_store.hpp>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace iam::test {

/// Writes to the first. Undo states and the filing of calls do not reach from one chain into
/// another.
class JoinedStore final : public ForwardingStore {
 public:
    using Stores = std::vector<std::shared_ptr<ledger::Store>>;

    explicit JoinedStore(const Stores& stores) : ForwardingStore(stores.front()) {
        for (const auto& store : stores) {
            const auto chains = store->chains();
            if (chains) parts_.emplace_back(chains->front(), store);
        }
        std::sort(parts_.begin(), parts_.end());
    }

    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        auto& expectations = batch.expectations;
        for (auto each = expectations.begin(); each != expectations.end();) {
            const auto* heads = std::get_if<ledger::ExpectHeads>(&*each);
            if (heads == nullptr) {
                ++each;
                continue;
            }
            IAM_TRY(newest, newest_entries(*this));
            const bool same = std::equal(
                newest.begin(), newest.end(), heads->entries.begin(), heads->entries.end(),
                [](const auto& entry, const auto& id) { return entry.id == id; });
            if (!same) return fail(Errc::conflict, "other entries are the newest by now");
            each = expectations.erase(each);
        }
        return ForwardingStore::commit(std::move(batch));
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

    std::vector<std::pair<std::uint32_t, std::shared_ptr<ledger::Store>>> parts_;
};

}  // namespace iam::test
