// Several stores with a chain each, read as one: what a store with several writers will be.
#pragma once

#include <support/forwarding_store.hpp>

#include <algorithm>
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
        std::vector<ledger::StoredEntry> found;
        auto parts = parts_;
        if (!query.oldest_first) std::reverse(parts.begin(), parts.end());
        for (const auto& [chain, store] : parts) {
            ledger::Query rest = query;
            rest.limit = query.limit - found.size();
            IAM_TRY(page, store->entries(rest));
            found.insert(found.end(), page.begin(), page.end());
        }
        return found;
    }
    Result<std::optional<ledger::StoredEntry>> entry(const ledger::EntryId& id) override {
        for (const auto& [chain, store] : parts_)
            if (chain == id.chain) return store->entry(id);
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
    std::vector<std::pair<std::uint32_t, std::shared_ptr<ledger::Store>>> parts_;
};

}  // namespace iam::test
