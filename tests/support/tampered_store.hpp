// A store whose ledger somebody has edited: reads come from rows that a test may alter.
#pragma once

#include <support/forwarding_store.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace iam::test {

/// Copies all entries once; the other store stays as it is. Rows are read in the order in which
/// they stand in rows(), whatever their ids say.
class TamperedStore final : public ForwardingStore {
 public:
    explicit TamperedStore(std::shared_ptr<ledger::Store> inner)
        : ForwardingStore(std::move(inner)) {
        ledger::Query all;
        all.limit = std::numeric_limits<std::size_t>::max();
        all.oldest_first = true;
        auto rows = ForwardingStore::entries(all);
        REQUIRE(rows.has_value());
        rows_ = std::move(*rows);
    }

    std::vector<ledger::StoredEntry>& rows() noexcept { return rows_; }

    Result<std::vector<ledger::StoredEntry>> entries(const ledger::Query& query) override {
        std::vector<ledger::StoredEntry> found;
        IAM_TRY(chains, this->chains());
        std::uint32_t chain = chains.front();
        for (const ledger::StoredEntry& row : rows_) {
            // A row whose id says a chain that there is not stands in that of the row before it.
            if (std::count(chains.begin(), chains.end(), row.id.chain) > 0) chain = row.id.chain;
            if (query.chain && chain != *query.chain) continue;
            if (query.after && row.id <= query.after->id) continue;
            if (query.before && row.id >= query.before->id) continue;
            found.push_back(row);
            if (!query.with_payloads) found.back().payloads.clear();
        }
        if (!query.oldest_first) std::reverse(found.begin(), found.end());
        if (found.size() > query.limit) found.resize(query.limit);
        return found;
    }
    Result<std::optional<ledger::StoredEntry>> entry(const ledger::EntryId& id) override {
        const auto found =
            std::find_if(rows_.begin(), rows_.end(), [&](const auto& row) { return row.id == id; });
        if (found == rows_.end()) return std::optional<ledger::StoredEntry>{};
        return std::optional(*found);
    }

 private:
    std::vector<ledger::StoredEntry> rows_;
};

}  // namespace iam::test
