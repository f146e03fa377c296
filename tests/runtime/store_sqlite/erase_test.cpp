// An erased value is in no file, beside any neighbours.
// Tests of runtime/src/store_sqlite/rows/entry_rows.cpp.
#include "fixture.hpp"
#include "raw_database.hpp"
#include <iam/ledger/verify.hpp>
#include <support/records.hpp>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>
#include <sstream>

using namespace iam;
using namespace iam::test;
namespace fs = std::filesystem;

namespace {

/// Its beginning is in no other value.
std::string value_of(std::uint64_t seq, std::size_t size) {
    std::string value;
    while (value.size() < size) value += "value-" + std::to_string(seq) + ";";
    return value;
}

std::string bytes_of(const fs::path& folder) {
    std::ostringstream all;
    for (const auto& file : fs::directory_iterator(folder))
        if (file.is_regular_file()) all << std::ifstream(file.path(), std::ios::binary).rdbuf();
    return std::move(all).str();
}

/// As Runtime::erase does: one entry names all that its commit takes.
void erase(ledger::Store& store, const std::vector<std::uint64_t>& entries) {
    ledger::Batch batch;
    std::string list;
    for (const std::uint64_t seq : entries) {
        list += (list.empty() ? "\"0." : ",\"0.") + std::to_string(seq) + "\"";
        batch.mutations.emplace_back(ledger::ErasePayloads{{0, seq}});
    }
    batch.entries.push_back(entry_of(ledger::EntryKind::erasure, ""));
    batch.entries.back().payloads = {payload_of("entries", "[" + list + "]")};
    must(store.commit(std::move(batch)));
}

}  // namespace

TEST_CASE("XF06 of many values that are erased in any order none is left behind in a page") {
    constexpr std::uint64_t k_entries = 400;
    constexpr std::size_t k_erased = 300;
    constexpr std::size_t k_at_once = 25;
    const TempDir folder;
    const auto store = open_in(folder.path());
    std::mt19937 random(12);
    for (std::uint64_t seq = 1; seq <= k_entries; ++seq) {
        ledger::EntryDraft draft = entry_of(ledger::EntryKind::intent, "c" + std::to_string(seq));
        draft.payloads = {payload_of("arguments", value_of(seq, 20 + random() % 1400))};
        must(store->commit(batch_of(std::move(draft))));
    }
    std::vector<std::uint64_t> order(k_entries);
    std::iota(order.begin(), order.end(), 1);
    std::shuffle(order.begin(), order.end(), random);
    order.resize(k_erased);
    for (auto from = order.begin(); from != order.end(); from += k_at_once)
        erase(*store, {from, from + k_at_once});
    CHECK(must(store->forget_erased()).empty());
    const std::string left = bytes_of(folder.path());
    for (const std::uint64_t seq : order) {
        INFO(seq);
        CHECK(left.find(value_of(seq, 1)) == std::string::npos);
        CHECK(must(store->entry({0, seq}))->payloads.empty());
    }
    CHECK(must(ledger::verify(*store)).ok());
}

TEST_CASE("K7 XF17 whatever is written where a value was erased is no value of the entry") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    ledger::EntryDraft draft = entry_of(ledger::EntryKind::intent, "c1");
    draft.payloads = {payload_of("arguments", "{}")};
    must(store->commit(batch_of(std::move(draft))));
    erase(*store, {1});
    RawDatabase raw(folder / "ledger.db");
    const std::string size = raw.read("SELECT length(payloads) FROM entries WHERE seq = 1");
    CHECK(raw.read("SELECT count(*) FROM entries WHERE seq = 1 AND payloads = zeroblob(" + size +
                   ")") == "1");
    CHECK(must(ledger::verify(*store)).ok());
    raw.run("UPDATE entries SET payloads = CAST(payloads || x'01' AS BLOB) WHERE seq = 1");
    CHECK(must(ledger::verify(*store)).first_bad == ledger::EntryId{0, 1});
}
