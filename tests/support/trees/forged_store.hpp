// A store whose entries and tree somebody has edited.
#pragma once

#include <iam/ledger/checkpoint.hpp>
#include <support/joined_store.hpp>
#include <support/tampered_store.hpp>

#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace iam::test {

/// Copies the entries and the tree of a store with one chain.
class ForgedStore final : public ForwardingStore {
 public:
    explicit ForgedStore(const std::shared_ptr<ledger::Store>& inner)
        : ForwardingStore(inner), entries_(inner) {
        tree.last = inner->last_tree().value();
        tree.runs = inner->runs(0, std::numeric_limits<std::size_t>::max()).value();
        for (unsigned level = 0; level <= ledger::k_tile_level_max; ++level) {
            for (ledger::TileId id{level, 0};; ++id.index) {
                auto hashes = inner->tile(id).value();
                if (hashes.empty()) break;
                tree.tiles[id] = std::move(hashes);
            }
        }
    }

    JoinedTree tree{};
    std::vector<ledger::StoredEntry>& rows() noexcept { return entries_.rows(); }
    /// Makes links and hashes fit from row `from` on, as somebody does who changed that row.
    void recompute(std::size_t from) {
        for (std::size_t i = from; i < rows().size(); ++i) {
            if (i > 0) rows()[i].previous = rows()[i - 1].hash;
            rows()[i].hash = ledger::chain_hash(rows()[i].previous, rows()[i].text);
        }
    }
    /// Makes the tree anew over the rows, and signs it in each row with a checkpoint.
    void reseal(const SigningKey& key) {
        tree = {};
        std::uint64_t sealed = 0;
        for (std::size_t i = 0; i < rows().size(); ++i) {
            if (rows()[i].text.find("\"kind\":\"checkpoint\"") == std::string::npos) continue;
            seal_rows(sealed, i, key);
            sealed = i;
        }
    }

    Result<std::vector<ledger::StoredEntry>> entries(const ledger::Query& query) override {
        return entries_.entries(query);
    }
    Result<std::optional<ledger::StoredEntry>> entry(const ledger::EntryId& id) override {
        return entries_.entry(id);
    }
    Result<std::optional<ledger::SealedTree>> last_tree() override { return tree.last; }
    Result<std::vector<ledger::SealedRun>> runs(std::uint64_t first_leaf,
                                                std::size_t limit) override {
        std::vector<ledger::SealedRun> found;
        for (const ledger::SealedRun& run : tree.runs)
            if (run.first_leaf >= first_leaf && found.size() < limit) found.push_back(run);
        return found;
    }
    Result<std::optional<ledger::SealedRun>> run_before(const ledger::EntryId& entry) override {
        std::optional<ledger::SealedRun> found;
        for (const ledger::SealedRun& run : tree.runs)
            if (run.first <= entry) found = run;
        return found;
    }
    Result<std::vector<Digest>> tile(const ledger::TileId& id) override {
        const auto found = tree.tiles.find(id);
        return found == tree.tiles.end() ? std::vector<Digest>{} : found->second;
    }

 private:
    /// Signs the tree of the rows before `row` in that row.
    void seal_rows(std::uint64_t sealed, std::size_t row, const SigningKey& key) {
        ledger::TreeGrowth growth(sealed, [this](const ledger::TileId& id) { return tile(id); });
        for (std::size_t i = sealed; i < row; ++i)
            REQUIRE(growth.add(ledger::leaf_hash({rows()[i].id, rows()[i].hash})).has_value());
        for (const ledger::Tile& each : growth.tiles()) tree.tiles[each.id] = each.hashes;
        ledger::Payload& payload = rows()[row].payloads.front();
        ledger::Checkpoint checkpoint = ledger::parse_checkpoint(payload.bytes).value();
        checkpoint.head.tree = {growth.size(), growth.root().value()};
        sign(checkpoint, key);
        const std::string before = ledger::commitment(payload).hex();
        payload.bytes = text_of(checkpoint);
        std::string& text = rows()[row].text;
        text.replace(text.find(before), before.size(), ledger::commitment(payload).hex());
        recompute(row);
        if (row > sealed) tree.runs.push_back({sealed, rows()[sealed].id, row - sealed});
        tree.last = ledger::SealedTree{row, text_of(checkpoint.note), rows()[row].id};
    }

    TamperedStore entries_;
};

}  // namespace iam::test
