// Verification of a ledger whose store has forgotten its oldest entries.
#include <iam/ledger/verify.hpp>
#include <iam/store/memory_store.hpp>
#include <support/fake_entropy.hpp>
#include <support/forwarding_store.hpp>
#include <support/records.hpp>
#include <support/tampered_store.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace iam::ledger;
using namespace iam::test;

namespace {

void add_intents(Store& store, int count) {
    for (int i = 1; i <= count; ++i)
        REQUIRE(store.commit(batch_of(entry_of(EntryKind::intent, "call-" + std::to_string(i))))
                    .has_value());
}

std::shared_ptr<Store> ledger_of(int count, std::size_t entries_max) {
    FakeEntropy entropy;
    std::shared_ptr<Store> store =
        iam::store::make_memory_store(entropy, 0, {.entries_max = entries_max});
    add_intents(*store, count);
    return store;
}

/// Gets `count` more entries before those behind the one with this number are read.
class GrowingStore final : public ForwardingStore {
 public:
    GrowingStore(std::shared_ptr<Store> inner, std::uint64_t before, int count)
        : ForwardingStore(std::move(inner)), before_(before), count_(count) {}
    iam::Result<std::vector<StoredEntry>> entries(const Query& query) override {
        if (query.after && query.after->id.seq == before_) add_intents(*this, count_.exchange(0));
        return ForwardingStore::entries(query);
    }

 private:
    const std::uint64_t before_;
    std::atomic<int> count_;
};

}  // namespace

TEST_CASE("a ledger that has forgotten its oldest entries verifies from there") {
    const auto store = ledger_of(1'000, 200);
    const auto forgotten = store->forgotten().value();
    REQUIRE(forgotten.size() == 1);
    const auto verification = verify(*store);
    REQUIRE(verification.has_value());
    CHECK(verification->ok());
    CHECK(verification->entries == 1'000 - forgotten.front().entry.seq);
    CHECK(verification->heads.at(0).entry == EntryId{0, 1'000});
    CHECK(verification->forgotten == forgotten);
}

TEST_CASE("the first entry that a ledger keeps must follow the last one that it has forgotten") {
    TamperedStore store(ledger_of(1'000, 200));
    store.rows().erase(store.rows().begin());
    const auto verification = verify(store);
    REQUIRE(verification.has_value());
    REQUIRE(verification->first_bad);
    CHECK(verification->first_bad->seq == store.forgotten()->front().entry.seq + 1);
}

TEST_CASE("entries that a ledger forgets while it is verified are not missed") {
    const std::shared_ptr<Store> inner = ledger_of(600, 600);
    // Before the second visit, the store forgets its entries.
    GrowingStore store(inner, 256, 700);
    const auto verification = verify(store);
    REQUIRE(verification.has_value());
    CHECK(verification->ok());
    CHECK(verification->heads.at(0).entry == EntryId{0, 1'300});
    CHECK(verification->forgotten == inner->forgotten().value());
}

TEST_CASE("a witness of a forgotten entry confirms nothing, and misses nothing") {
    const auto store = ledger_of(1'000, 200);
    Anchors anchors;
    anchors.witnessed.push_back({.heads = {{{0, 3}, iam::Digest{}}}});
    const auto verification = verify(*store, anchors);
    REQUIRE(verification.has_value());
    CHECK(verification->ok());
    CHECK(verification->anchored.empty());
    CHECK_FALSE(compare(*store, anchors.witnessed).value());
}
