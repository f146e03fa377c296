// What every store must do with the tree over its entries.
// Tests of runtime/src/store/memory/tree_tables.cpp and
// runtime/src/store_sqlite/rows/tree_rows.cpp.
#include <iam/ledger/sealing.hpp>
#include <iam/ledger/verify.hpp>
#include <support/conformance.hpp>
#include <support/open_store.hpp>
#include <support/trees/seals.hpp>

#include <catch2/catch.hpp>

using namespace iam::test;
using namespace iam::ledger;
using iam::Digest;
using iam::Errc;

namespace {

void add_sealed_notes(Store& store, int count) {
    for (int i = 0; i < count; ++i) put(store, entry_of(EntryKind::note));
    ok(seal_once(store));
}

}  // namespace

TEST_CASE("a store without a checkpoint has no tree (P21)") {
    const auto store = open_store();
    put(*store, entry_of(EntryKind::note));
    CHECK_FALSE(ok(store->last_tree()).has_value());
    CHECK(ok(store->runs(0, 10)).empty());
    CHECK_FALSE(ok(store->run_before({0, 1})).has_value());
    CHECK(ok(store->tile({0, 0})).empty());
    CHECK(code_of(prove_entry(*store, {0, 1})) == Errc::not_found);
}

TEST_CASE("the tree grows by the entries behind the last checkpoint (P21)") {
    const auto store = open_store();
    add_sealed_notes(*store, 2);
    CHECK((ok(store->last_tree())->entry == EntryId{0, 3}));
    CHECK(ok(store->last_tree())->size == 2);
    add_sealed_notes(*store, 300);
    CHECK(ok(store->last_tree())->size == 303);
    const std::vector<SealedRun> runs{{0, {0, 1}, 2}, {2, {0, 3}, 301}};
    CHECK(ok(store->runs(0, 10)) == runs);
    CHECK(ok(store->runs(0, 1)) == std::vector{runs[0]});
    CHECK(ok(store->runs(1, 10)) == std::vector{runs[1]});
    CHECK(ok(store->runs(3, 10)).empty());
    CHECK(ok(store->run_before({0, 2})) == runs[0]);
    CHECK(ok(store->run_before({0, 3})) == runs[1]);
    CHECK(ok(store->run_before({0, 999})) == runs[1]);
    CHECK_FALSE(ok(store->run_before({1, 3})).has_value());
    CHECK(ok(store->tile({0, 0})).size() == 256);
    CHECK(ok(store->tile({0, 1})).size() == 47);
    CHECK(ok(store->tile({1, 0})).size() == 1);
    CHECK(ok(store->tile({1, 0})).front() == tree_root(ok(store->tile({0, 0}))));
    CHECK(ok(store->tile({2, 0})).empty());
    const Verification verified = ok(verify(*store));
    CHECK(verified.ok());
    CHECK(verified.tree->tree.size == 303);
    CHECK(verified.sealed == std::vector{EntryId{0, 303}});
}

TEST_CASE("of two checkpoints behind the same one, one is made (P21)") {
    const auto store = open_store();
    put(*store, entry_of(EntryKind::note));
    NextSeal first = ok(next_seal(*store));
    // Other entries do not hinder a checkpoint.
    put(*store, entry_of(EntryKind::note));
    NextSeal second = ok(next_seal(*store));
    ok(store->commit(seal_batch(std::move(first))));
    CHECK(code_of(store->commit(seal_batch(std::move(second)))) == Errc::conflict);
    CHECK(ok(store->last_tree())->size == 1);
    NextSeal third = ok(next_seal(*store));
    CHECK(third.seal.size == 3);
    ok(seal_once(*store));
    CHECK(code_of(store->commit(seal_batch(std::move(third)))) == Errc::conflict);
    CHECK(ok(verify(*store)).ok());
}

TEST_CASE("a refused batch leaves the tree as it was (P21)") {
    const auto store = open_store();
    add_sealed_notes(*store, 2);
    const auto before = ok(store->last_tree());
    const auto tile = ok(store->tile({0, 0}));
    Batch batch = seal_batch(ok(next_seal(*store)));
    batch.change(SpendGrant{grant_of("none")});
    CHECK(code_of(store->commit(std::move(batch))) == Errc::conflict);
    CHECK(ok(store->last_tree()) == before);
    CHECK(ok(store->tile({0, 0})) == tile);
    CHECK(ok(store->runs(0, 10)).size() == 1);
    ok(seal_once(*store));
    CHECK(ok(verify(*store)).ok());
}

TEST_CASE("entries wait for a seal unless all of them are checkpoints (P21)") {
    const auto store = open_store();
    CHECK_FALSE(ok(waits_for_seal(*store)));
    put(*store, entry_of(EntryKind::note));
    CHECK(ok(waits_for_seal(*store)));
    ok(seal_once(*store));
    CHECK_FALSE(ok(waits_for_seal(*store)));
    put(*store, entry_of(EntryKind::note));
    CHECK(ok(waits_for_seal(*store)));
}

TEST_CASE("many threads that make checkpoints make one tree (P21)") {
    const auto store = open_store();
    const int made = count_true(8, [&](int) {
        for (int sealed = 0; sealed < 5;) {
            if (!store->commit(batch_of(entry_of(EntryKind::note)))) return false;
            const auto receipt = seal_once(*store);
            if (receipt) ++sealed;
            if (!receipt && receipt.error().code != Errc::conflict) return false;
        }
        return true;
    });
    CHECK(made == 8);
    const Verification verified = ok(verify(*store));
    INFO(verified.reason);
    CHECK(verified.ok());
    CHECK(verified.checkpoints == 40);
}

TEST_CASE("every sealed entry of a store has a proof that holds (P23)") {
    const auto store = open_store();
    for (int i = 0; i < 4; ++i) add_sealed_notes(*store, 90);
    const std::vector known{seal_note_key()};
    for (std::uint64_t seq = 1; seq <= 363; seq += 11) {
        const EntryProof proof = ok(prove_entry(*store, {0, seq}));
        const ProvedEntry proved = ok(check_proof(ok(parse_entry_proof(text_of(proof))), known));
        CHECK(proved.hash == ok(store->entry({0, seq}))->hash);
    }
    // The checkpoint's own entry waits for the next one.
    CHECK(code_of(prove_entry(*store, {0, 364})) == Errc::not_found);
    CHECK(code_of(prove_entry(*store, {0, 999})) == Errc::not_found);
}

TEST_CASE("the note of the last checkpoint is replaced when witnesses have cosigned it (P22)") {
    const auto store = open_store();
    add_sealed_notes(*store, 2);
    const std::string note = ok(store->last_tree())->note;
    put(*store, PutTreeNote{2, note + "more"});
    CHECK(ok(store->last_tree())->note == note + "more");
    CHECK(code_of(store->commit(batch_of(PutTreeNote{3, "x"}))) == Errc::conflict);
    CHECK(code_of(store->commit(batch_of(PutTreeNote{2, "x"}, SpendGrant{grant_of("none")}))) ==
          Errc::conflict);
    CHECK(ok(store->last_tree())->note == note + "more");
    CHECK(ok(store->last_tree())->size == 2);
}

TEST_CASE("a store asks witnesses with the proof from the tree that they know (P22)") {
    const auto store = open_store();
    CHECK(code_of(cosignature_request(*store, 0)) == Errc::not_found);
    add_sealed_notes(*store, 2);
    const TreeState first =
        ok(parse_tree_head(ok(parse_note(ok(store->last_tree())->note)).text)).tree;
    add_sealed_notes(*store, 300);
    const std::vector known{seal_note_key()};
    CHECK(judge(ok(cosignature_request(*store, 2)), known, first).status == 200);
    CHECK(judge(ok(cosignature_request(*store, 0)), known, {}).status == 200);
    CHECK(judge(ok(cosignature_request(*store, 3)), known, first).status == 409);
    CHECK(ok(cosignature_request(*store, 999)).proof.empty());
}

TEST_CASE("more entries than a checkpoint takes are sealed by several (P21)") {
    const auto store = open_store();
    for (int i = 0; i < 25; ++i) put(*store, entry_of(EntryKind::note));
    CHECK_FALSE(ok(next_seal(*store, 10)).is_whole);
    ok(seal_once(*store, 10));
    ok(seal_once(*store, 10));
    CHECK(ok(store->last_tree())->size == 20);
    CHECK(ok(next_seal(*store, 10)).is_whole);
    ok(seal_once(*store, 10));
    CHECK(ok(store->last_tree())->size == 27);
    CHECK(ok(verify(*store)).ok());
}
