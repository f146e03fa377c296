// What is the memory store's own, beside the conformance suite.
#include <iam/store/memory_store.hpp>
#include <support/conformance.hpp>
#include <support/default_resource.hpp>
#include <support/fake_entropy.hpp>
#include <support/open_store.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace iam::test {

std::shared_ptr<ledger::Store> open_store() {
    SystemEntropy entropy;
    return store::make_memory_store(entropy);
}

}  // namespace iam::test

namespace {

using namespace iam::test;
using iam::ledger::EntryId;
using iam::ledger::EntryKind;
using iam::ledger::Store;

std::unique_ptr<Store> store_of(const iam::store::MemoryLimits& limits) {
    FakeEntropy entropy;
    return iam::store::make_memory_store(entropy, 0, limits);
}

void add_notes(Store& store, int count) {
    for (int i = 0; i < count; ++i)
        REQUIRE(store.commit(batch_of(entry_of(EntryKind::note, ""))).has_value());
}

std::vector<iam::ledger::StoredEntry> all_entries(Store& store) {
    iam::ledger::Query query;
    query.limit = 100'000;
    query.oldest_first = true;
    return store.entries(query).value();
}

}  // namespace

TEST_CASE("two memory stores have different keys") {
    const auto a = iam::test::open_store();
    const auto b = iam::test::open_store();
    CHECK_FALSE(std::ranges::equal(a->key().bytes(), b->key().bytes()));
}

TEST_CASE("the key of a memory store is made of the given entropy alone") {
    iam::test::FakeEntropy first(7);
    iam::test::FakeEntropy second(7);
    const auto a = iam::store::make_memory_store(first);
    const auto b = iam::store::make_memory_store(second);
    CHECK(std::ranges::equal(a->key().bytes(), b->key().bytes()));
}

TEST_CASE("a memory store keeps as many entries as its limit says, and forgets older ones") {
    const auto store = store_of({.entries_max = 100});
    add_notes(*store, 100);
    CHECK(store->forgotten()->empty());
    add_notes(*store, 900);
    const auto kept = all_entries(*store);
    CHECK(kept.size() >= 100);
    CHECK(kept.size() < 164 + 64);
    CHECK(kept.back().id == EntryId{0, 1'000});
    const auto forgotten = store->forgotten().value();
    REQUIRE(forgotten.size() == 1);
    CHECK(forgotten.front().entry == EntryId{0, kept.front().id.seq - 1});
    CHECK(forgotten.front().hash == kept.front().previous);
    CHECK_FALSE(store->entry({0, 1}).value());
    CHECK(store->entry(kept.front().id).value());
}

TEST_CASE("a call is found by the entries that a memory store still keeps of it") {
    const auto store = store_of({.entries_max = 64});
    REQUIRE(store->commit(batch_of(entry_of(EntryKind::intent, "long"))).has_value());
    REQUIRE(store->commit(batch_of(entry_of(EntryKind::intent, "short"))).has_value());
    add_notes(*store, 70);
    auto outcome = entry_of(EntryKind::outcome, "long");
    outcome.entry.of = EntryId{0, 1};
    REQUIRE(store->commit(batch_of(std::move(outcome))).has_value());
    add_notes(*store, 60);
    REQUIRE(store->forgotten()->size() == 1);
    REQUIRE_FALSE(store->entry({0, 1}).value());

    const auto kept = store->entries_of_call("long").value();
    REQUIRE(kept.size() == 1);
    CHECK(kept.front().id == EntryId{0, 73});
    CHECK(store->entries_of_call("short")->empty());
    // The call has begun, though its intent is forgotten.
    CHECK_FALSE(store->commit(batch_of(iam::ledger::ExpectNoIntent{"long"})).has_value());
    CHECK(store->commit(batch_of(iam::ledger::ExpectNoIntent{"short"})).has_value());
}

TEST_CASE("an outcome is recorded though a memory store has forgotten its intent") {
    const auto store = store_of({.entries_max = 64});
    REQUIRE(store->commit(batch_of(entry_of(EntryKind::intent, "slow"))).has_value());
    add_notes(*store, 200);
    auto outcome = entry_of(EntryKind::outcome, "slow");
    outcome.entry.of = EntryId{0, 1};
    REQUIRE(store->commit(batch_of(std::move(outcome))).has_value());
    CHECK(store->entries_of_call("slow")->size() == 1);
    CHECK_FALSE(store->outcome_of({0, 1}).value());
}

TEST_CASE("undo states of entries that a memory store has forgotten are gone with them") {
    const auto store = store_of({.entries_max = 64});
    add_notes(*store, 10);
    REQUIRE(
        store->commit(batch_of(iam::ledger::SetUndoState{{0, 5}, iam::ledger::UndoState::undone}))
            .has_value());
    add_notes(*store, 200);
    CHECK(store->undo_states()->empty());
    CHECK(store->undo_state({0, 5}).value() == iam::ledger::UndoState::none);
    CHECK_FALSE(
        store->commit(batch_of(iam::ledger::SetUndoState{{0, 5}, iam::ledger::UndoState::undone}))
            .has_value());
}

TEST_CASE("what came since a forgotten entry is not taken for nothing") {
    const auto store = store_of({.entries_max = 64});
    add_notes(*store, 200);
    const auto since_first =
        store->commit(batch_of(iam::ledger::ExpectNoneSince{{{0, 1}}, "result"}));
    REQUIRE_FALSE(since_first.has_value());
    CHECK(since_first.error().code == iam::Errc::conflict);
    CHECK(store->commit(batch_of(iam::ledger::ExpectNoneSince{{{0, 199}}, "result"})).has_value());
}

TEST_CASE("a memory store forgets approvals that were settled long ago, and none that is open") {
    const auto store = store_of({.settled_approvals_max = 10});
    const auto put = [&](const std::string& id, iam::consent::ApprovalState state) {
        auto approval = approval_of(id);
        approval.state = state;
        REQUIRE(store->commit(batch_of(iam::ledger::PutApproval{std::move(approval)})).has_value());
    };
    put("open", iam::consent::ApprovalState::pending);
    put("old", iam::consent::ApprovalState::refused);
    for (int i = 0; i < 30; ++i)
        put("a" + std::to_string(i), iam::consent::ApprovalState::consumed);
    CHECK(store->approval("open").value());
    CHECK_FALSE(store->approval("old").value());
    CHECK(store->approval("a29").value());
    CHECK(store->approval("a20").value());
}

TEST_CASE("a batch that fails leaves the values that it would have erased") {
    const auto store = store_of({});
    auto draft = entry_of(EntryKind::intent, "call");
    draft.payloads = {payload_of("arguments", "{}", 1)};
    REQUIRE(store->commit(batch_of(std::move(draft))).has_value());
    REQUIRE_FALSE(
        store
            ->commit(batch_of(iam::ledger::ErasePayloads{{0, 1}},
                              iam::ledger::SetUndoState{{0, 9}, iam::ledger::UndoState::undone}))
            .has_value());
    CHECK(store->entry({0, 1}).value()->payloads.at(0).bytes == "{}");
    REQUIRE(store->commit(batch_of(iam::ledger::ErasePayloads{{0, 1}})).has_value());
    CHECK(store->entry({0, 1}).value()->payloads.empty());
}

TEST_CASE("a batch and its copies ask for no memory of the program's default resource") {
    const auto store = open_store();
    const NoDefaultResource none;
    iam::ledger::Batch batch =
        batch_of(iam::ledger::ExpectEpoch{}, iam::ledger::PutGrant{grant_of("g")},
                 entry_of(iam::ledger::EntryKind::grant));
    const iam::ledger::Batch copy = batch;
    CHECK(store->commit(std::move(batch)).has_value());
    iam::ledger::Batch again = copy;
    again.expectations.clear();
    CHECK(store->commit(std::move(again)).has_value());
}
