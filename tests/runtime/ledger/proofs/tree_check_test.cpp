// Trees that somebody has edited, and trees whose entries were forgotten.
// Tests of runtime/src/ledger/proofs/sealing.cpp and runtime/src/ledger/proofs/witnessed.cpp.
#include <iam/ledger/verify.hpp>
#include <iam/store/memory_store.hpp>
#include <support/fake_entropy.hpp>
#include <support/trees/forged_store.hpp>
#include <support/trees/seals.hpp>

#include <catch2/catch.hpp>

using namespace iam::test;
using namespace iam::ledger;
using iam::Digest;
using iam::Errc;

namespace {

std::shared_ptr<Store> memory_of(std::size_t entries_max = 100'000) {
    FakeEntropy entropy;
    return iam::store::make_memory_store(entropy, 0, {.entries_max = entries_max});
}

void add_and_seal(Store& store, int notes) {
    for (int i = 0; i < notes; ++i)
        REQUIRE(store.commit(batch_of(entry_of(EntryKind::note))).has_value());
    const auto sealed = seal_once(store);
    INFO((sealed ? std::string() : sealed.error().message));
    REQUIRE(sealed.has_value());
}

std::string bad_of(Store& store) {
    const auto verification = verify(store);
    REQUIRE(verification.has_value());
    return verification->ok() ? "none" : to_string(*verification->first_bad);
}

/// 600 entries, of which the checkpoints of 300 and 599 entries seal all but the last.
std::shared_ptr<Store> sealed_twice() {
    const auto store = memory_of();
    add_and_seal(*store, 300);
    add_and_seal(*store, 298);
    return store;
}

}  // namespace

TEST_CASE("every changed hash of a tree is noticed (P23)") {
    ForgedStore store(sealed_twice());
    REQUIRE(bad_of(store) == "none");
    for (auto& [id, hashes] : store.tree.tiles) {
        for (Digest& hash : hashes) {
            hash.bytes[7] ^= 1U;
            INFO(id.level << ' ' << id.index);
            CHECK(bad_of(store) != "none");
            hash.bytes[7] ^= 1U;
        }
    }
    CHECK(bad_of(store) == "none");
}

TEST_CASE("a leaf that was changed together with its entry does not pass (P23)") {
    ForgedStore store(sealed_twice());
    store.rows().back().text.back() = '}';
    std::string& text = store.rows()[9].text;
    text.replace(text.find("\"time_ms\":0"), 11, "\"time_ms\":1");
    store.recompute(9);
    for (std::size_t i = 9; i < 599; ++i)
        store.tree.tiles[{0, i / 256}][i % 256] =
            leaf_hash({store.rows()[i].id, store.rows()[i].hash});
    // The root above is still the signed one.
    CHECK(bad_of(store) == "0.1");
    store.tree.tiles[{1, 0}][0] = tree_root(store.tree.tiles[{0, 0}]);
    store.tree.tiles[{1, 0}][1] = tree_root(store.tree.tiles[{0, 1}]);
    CHECK(bad_of(store) == "0.301");
}

TEST_CASE("runs with a gap, an overlap, or of other entries are noticed (P23)") {
    ForgedStore store(sealed_twice());
    REQUIRE(store.tree.runs.size() == 2);
    const auto runs = store.tree.runs;
    const auto bad_with = [&](std::vector<SealedRun> changed) {
        store.tree.runs = std::move(changed);
        return bad_of(store);
    };
    CHECK(bad_with({runs[0]}) == "0.600");
    CHECK(bad_with({runs[1]}) != "none");
    CHECK(bad_with({{0, {0, 1}, 299}, runs[1]}) == "0.301");
    CHECK(bad_with({runs[0], {300, {0, 301}, 298}}) == "0.600");
    CHECK(bad_with({runs[0], {300, {0, 302}, 298}}) != "none");
    CHECK(bad_with({runs[0], {300, {0, 300}, 299}}) != "none");
    CHECK(bad_with({{0, {0, 1}, 299}, {299, {0, 301}, 300}}) != "none");
    CHECK(bad_with({{0, {1, 1}, 300}, runs[1]}) != "none");
    CHECK(bad_with(runs) == "none");
}

TEST_CASE("a tree that is missing, shorter or unsigned is noticed (P23)") {
    const auto inner = sealed_twice();
    ForgedStore store(inner);
    store.tree.last.reset();
    CHECK(bad_of(store) == "0.600");
    store.tree.last = SealedTree{300, "", {0, 301}};
    CHECK(bad_of(store) == "0.600");
    store.tree.last = SealedTree{599, "", {0, 999}};
    CHECK(bad_of(store) == "0.999");
    store.tree.last = inner->last_tree().value();
    CHECK(bad_of(store) == "none");
}

TEST_CASE(
    "a note that is not the one of its checkpoint is noticed, more signatures are not (P22)") {
    ForgedStore store(sealed_twice());
    const std::string good = store.tree.last->note;
    for (const std::size_t at : {std::size_t{0}, good.find("599"), good.size() - 3}) {
        store.tree.last->note[at] = store.tree.last->note[at] == '1' ? '2' : '1';
        CHECK(bad_of(store) == "0.600");
        store.tree.last->note = good;
    }
    store.tree.last->entry.seq = 301;
    CHECK(bad_of(store) == "0.301");
    store.tree.last->entry.seq = 600;
    SignedNote cosigned = parse_note(good).value();
    cosign(cosigned, "example.com/w", seal_key(7), {});
    store.tree.last->note = text_of(cosigned);
    CHECK(bad_of(store) == "none");
}

TEST_CASE("a proof of an entry that was changed is refused by its own store (P23)") {
    ForgedStore store(sealed_twice());
    CHECK(prove_entry(store, {0, 10}).has_value());
    store.rows()[9].text[5] = 'x';
    const auto proof = prove_entry(store, {0, 10});
    REQUIRE_FALSE(proof.has_value());
    CHECK(proof.error().code == Errc::corrupt);
}

TEST_CASE("a gap in a chain is not sealed (P21)") {
    ForgedStore store(sealed_twice());
    store.rows().push_back(store.rows().back());
    store.rows().back().id.seq = 602;
    const auto sealed = next_seal(store);
    REQUIRE_FALSE(sealed.has_value());
    CHECK(sealed.error().code == Errc::corrupt);
    CHECK(sealed.error().message.find("0.602 stands where 0.601 must follow") != std::string::npos);
}

TEST_CASE("a store that forgets entries keeps a tree that verifies and proves the rest (P21)") {
    const auto store = memory_of(128);
    for (int i = 0; i < 12; ++i) {
        add_and_seal(*store, 100);
        const auto verification = verify(*store);
        REQUIRE(verification.has_value());
        INFO(verification->reason);
        CHECK(verification->ok());
    }
    REQUIRE_FALSE(store->forgotten()->empty());
    CHECK(store->tile({0, 0})->empty());
    CHECK(store->runs(0, 100)->front().first_leaf > 0);
    const std::uint64_t size = store->last_tree().value()->size;
    const auto proof = prove_entry(*store, {0, size - 20});
    REQUIRE(proof.has_value());
    CHECK(check_proof(*proof, std::vector{seal_note_key()}).has_value());
}

TEST_CASE("entries that were forgotten before a checkpoint are in no tree, and the rest is (P21)") {
    const auto store = memory_of(64);
    for (int i = 0; i < 3; ++i) {
        add_and_seal(*store, 500);
        const auto verification = verify(*store);
        REQUIRE(verification.has_value());
        INFO(verification->reason);
        CHECK(verification->ok());
    }
    CHECK(store->last_tree().value()->size < 500);
}

TEST_CASE("a tree whose entries are all forgotten is no damage (P21)") {
    const auto store = memory_of(64);
    add_and_seal(*store, 500);
    for (int i = 0; i < 500; ++i)
        REQUIRE(store->commit(batch_of(entry_of(EntryKind::note))).has_value());
    CHECK(store->runs(0, 1)->empty());
    const auto verification = verify(*store);
    REQUIRE(verification.has_value());
    INFO(verification->reason);
    CHECK(verification->ok());
    CHECK(verification->sealed.empty());
    add_and_seal(*store, 1);
    CHECK(verify(*store)->ok());
}

TEST_CASE("a witness of a tree whose entries are forgotten confirms nothing and misses nothing") {
    const auto store = memory_of(64);
    add_and_seal(*store, 40);
    Checkpoint witnessed;
    witnessed.head = {"example.com/ledger", {40, {}}};
    for (int i = 0; i < 6; ++i) add_and_seal(*store, 300);
    REQUIRE(store->runs(0, 1)->front().first_leaf > 40);
    const auto verification = verify(*store, {{witnessed}, {}});
    REQUIRE(verification.has_value());
    INFO(verification->reason);
    CHECK(verification->ok());
    CHECK(verification->anchored.empty());
}
