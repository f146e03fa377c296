// Signed checkpoints against a writer of the store: recomputed hashes do not pass for the old ones.
#include "../fixture.hpp"
#include <iam/ledger/verify.hpp>
#include <support/tampered_store.hpp>
#include <support/trees/forged_store.hpp>

namespace iam::test {
namespace {

using ledger::Anchors;
using ledger::Checkpoint;
using ledger::EntryId;
using ledger::StoredEntry;
using ledger::Verification;

SigningKey signing_key(std::uint8_t byte) {
    std::array<std::uint8_t, 32> seed{};
    seed.fill(byte);
    return SigningKey(SecretKey(seed));
}

/// A program whose only tool may be called, and its key.
struct Signing : Program {
    SigningKey key = signing_key(1);
    Signing() { add_allowed("echo"); }
    void call(int count = 1) {
        for (int i = 0; i < count; ++i)
            CHECK(runtime().call(call_of("echo", R"({"n":1})")).success);
    }
    Checkpoint sign(std::optional<SigningKey> next = {}) {
        return ok(runtime().records().checkpoint(key, {{}, std::move(next)}));
    }
    Verification verified(const Anchors& anchors = {}) {
        return ok(ledger::verify(*store, anchors));
    }
};

/// Another time in the text of a row: a change that nothing but hashes can notice.
void forge(StoredEntry& row) {
    const std::size_t at = row.text.find("\"time_ms\":") + 14;
    row.text[at] = row.text[at] == '9' ? '8' : static_cast<char>(row.text[at] + 1);
}

}  // namespace

TEST_CASE("a checkpoint is an entry that seals all before it", "[checkpoint]") {
    Signing program;
    program.call();
    const Checkpoint made = program.sign();
    CHECK(is_signed(made));
    const auto rows = program.stored_entries();
    CHECK(made.head.tree.size == 2);
    CHECK(made.head.tree.root == ledger::node_hash(ledger::leaf_hash({rows[0].id, rows[0].hash}),
                                                   ledger::leaf_hash({rows[1].id, rows[1].hash})));
    CHECK(made.heads.empty());
    CHECK(program.payload("0.3", "checkpoint") == text_of(made));
    const Verification verified = program.verified();
    CHECK(verified.ok());
    CHECK(verified.checkpoints == 1);
    CHECK(verified.anchored.empty());
    CHECK(program.verified({{made}, {}}).anchored == std::vector{EntryId{0, 2}});
    CHECK(program.verified({{}, program.key.public_key()}).anchored == std::vector{EntryId{0, 2}});
}

TEST_CASE("checkpoints of a ledger in which nothing happened prove its silence", "[checkpoint]") {
    Signing program;
    CHECK(program.sign().head.tree.size == 0);
    const Checkpoint second = program.sign();
    program.clock.advance(std::chrono::hours(1));
    const Checkpoint third = program.sign();
    CHECK(second.head.tree.size == 1);
    CHECK(third.head.tree.size == 2);
    CHECK(third.head.origin == second.head.origin);
    CHECK(third.time - second.time == std::chrono::hours(1));
    CHECK(program.verified({{second, third}, program.key.public_key()}).anchored ==
          std::vector{EntryId{0, 2}});
}

TEST_CASE("XF01 a chain that was recomputed whole is consistent, and fails against the witness",
          "[checkpoint]") {
    Signing program;
    program.call(2);
    const Checkpoint witnessed = program.sign();
    program.call();
    ForgedStore forged(program.store);
    forge(forged.rows()[1]);
    forged.recompute(1);
    SECTION("with the tree as it was, its leaf is that of another entry") {
        const Verification alone = ok(ledger::verify(forged));
        CHECK(alone.first_bad == EntryId{0, 2});
        CHECK(alone.reason.find("not the entry that the tree has here") != std::string::npos);
    }
    SECTION("without checkpoint and tree nothing inside shows it") {
        forged.rows().resize(4);
        forged.tree = {};
        const Verification alone = ok(ledger::verify(forged));
        CHECK(alone.ok());
        CHECK(alone.anchored.empty());
        const Verification against = ok(ledger::verify(forged, {{witnessed}, {}}));
        CHECK(against.first_bad == EntryId{0, 5});
        CHECK(against.reason.find("saw a tree of 4 entries, and the ledger has one of 0") !=
              std::string::npos);
    }
    SECTION("signed again with a key of their own it is not the ledger of that key") {
        forged.reseal(signing_key(9));
        const Verification alone = ok(ledger::verify(forged));
        CHECK(alone.ok());
        CHECK(alone.anchored.empty());
        CHECK(ok(ledger::verify(forged, {{}, program.key.public_key()})).first_bad ==
              EntryId{0, 5});
        const Verification against = ok(ledger::verify(forged, {{witnessed}, {}}));
        CHECK(against.first_bad == EntryId{0, 4});
        CHECK(against.reason == "the tree of 4 entries is not the one that the witness saw");
    }
}

TEST_CASE("XF02 a tail that was cut, and one that was cut and continued, fail against the witness",
          "[checkpoint]") {
    Signing program;
    program.call(3);
    const Checkpoint witnessed = program.sign();
    ForgedStore cut(program.store);
    cut.rows().resize(3);
    cut.tree = {};
    CHECK(ok(ledger::verify(cut)).ok());
    const Verification shorter = ok(ledger::verify(cut, {{witnessed}, {}}));
    CHECK(shorter.first_bad == EntryId{0, 4});
    CHECK(shorter.reason.find("entries were removed from the end") != std::string::npos);
    ForgedStore continued(program.store);
    for (std::size_t i = 3; i < continued.rows().size(); ++i) forge(continued.rows()[i]);
    continued.recompute(3);
    continued.reseal(program.key);
    CHECK(ok(ledger::verify(continued)).ok());
    CHECK(ok(ledger::verify(continued, {{witnessed}, {}})).first_bad == EntryId{0, 6});
}

TEST_CASE(
    "XF18 a tail that was lost behind a checkpoint shows without a witness, and is not sealed",
    "[checkpoint]") {
    Signing program;
    program.call(3);
    program.sign();
    ForgedStore lost(program.store);
    lost.rows().resize(3);
    const Verification alone = ok(ledger::verify(lost));
    CHECK(alone.first_bad == EntryId{0, 4});
    CHECK(alone.reason.find("up to 0.6, found 0.3") != std::string::npos);
    const auto sealed = ledger::next_seal(lost);
    REQUIRE_FALSE(sealed.has_value());
    CHECK(sealed.error().code == Errc::corrupt);
    CHECK(sealed.error().message.find("entry 0.6 is in the tree") != std::string::npos);
    ForgedStore unsigned_tree(program.store);
    unsigned_tree.rows().resize(6);
    CHECK(ok(ledger::verify(unsigned_tree)).first_bad == EntryId{0, 7});
}

TEST_CASE("XF03 the key of today signs no checkpoint of before", "[checkpoint]") {
    Signing program;
    program.call();
    const SigningKey first = program.key;
    const SigningKey second = signing_key(2);
    program.sign(second);
    program.key = second;
    program.call();
    program.sign();
    CHECK(program.verified({{}, first.public_key()}).anchored == std::vector{EntryId{0, 5}});
    ForgedStore forged(program.store);
    forge(forged.rows()[0]);
    forged.recompute(0);
    forged.reseal(second);
    CHECK(ok(ledger::verify(forged)).ok());
    const Verification against = ok(ledger::verify(forged, {{}, first.public_key()}));
    CHECK(against.first_bad == EntryId{0, 3});
    CHECK(against.reason.find("another key") != std::string::npos);
}

TEST_CASE("while keys change, the note has a line of each (P22)", "[checkpoint]") {
    Signing program;
    const Checkpoint made = program.sign(signing_key(2));
    REQUIRE(made.note.signatures.size() == 2);
    const auto keys = note_keys(made);
    CHECK(keys.at(1).key == signing_key(2).public_key());
    CHECK(ok(signers_of(made.note, keys)) == keys);
    Checkpoint without = made;
    without.note.signatures.pop_back();
    CHECK_FALSE(is_signed(without));
}

TEST_CASE("XF05 of two ledgers with the same beginning the witness knows one", "[checkpoint]") {
    Signing program;
    program.call();
    const Checkpoint before = program.sign();
    ForgedStore fork(program.store);
    program.call();
    const Checkpoint after = program.sign();
    // The same number of entries, of which the last ones are others.
    ForgedStore other(program.store);
    forge(other.rows()[3]);
    other.recompute(3);
    other.reseal(program.key);
    CHECK(ok(ledger::verify(fork, {{before}, {}})).ok());
    CHECK(ok(ledger::verify(other, {{before}, {}})).anchored == std::vector{EntryId{0, 2}});
    CHECK(ok(ledger::verify(other, {{before, after}, {}})).first_bad == EntryId{0, 5});
    CHECK(program.verified({{before, after}, {}}).anchored == std::vector{EntryId{0, 5}});
}

TEST_CASE("XF19 two roots of one size are two ledgers, also with the key's signature",
          "[checkpoint]") {
    Signing program;
    program.call();
    const Checkpoint made = program.sign();
    Checkpoint split = made;
    split.head.tree.root.bytes[0] ^= 1U;
    sign(split, program.key);
    CHECK(is_signed(split));
    for (const auto& witnessed : {std::vector{made, split}, std::vector{split, made}}) {
        const Verification verified = program.verified({witnessed, {}});
        CHECK(verified.first_bad == EntryId{0, 2});
        CHECK(verified.reason == "the witness saw two different ledgers: two trees of 2 entries");
    }
    CHECK(program.verified({{split}, {}}).reason ==
          "the tree of 2 entries is not the one that the witness saw");
}

TEST_CASE("a ledger keeps its name, and takes no name that notes cannot have", "[checkpoint]") {
    Signing program;
    const auto named = [&](const std::string& origin) {
        gate::CheckpointRequest request;
        request.origin = origin;
        return program.runtime().records().checkpoint(program.key, request);
    };
    CHECK(named("with space").error().code == Errc::invalid_argument);
    CHECK(ok(named("example.com/desk")).head.origin == "example.com/desk");
    CHECK(named("example.com/other").error().message.find("example.com/desk") != std::string::npos);
    CHECK(program.sign().head.origin == "example.com/desk");
    Signing other;
    const std::string made = other.sign().head.origin;
    CHECK(made.rfind("iam/ledger/", 0) == 0);
    CHECK(made.size() == 43);
}

TEST_CASE(
    "more entries than one checkpoint takes are sealed by several, the last with the next key",
    "[checkpoint]") {
    Signing program;
    program.call(4);
    gate::CheckpointRequest request;
    request.entries_max = 5;
    request.next_key = signing_key(2);
    const Checkpoint last = ok(program.runtime().records().checkpoint(program.key, request));
    CHECK(last.head.tree.size == 9);
    CHECK(last.next_key == signing_key(2).public_key());
    CHECK(program.verified({{}, program.key.public_key()}).checkpoints == 2);
    request.entries_max = 1;
    CHECK(program.runtime().records().checkpoint(signing_key(2), request).error().code ==
          Errc::invalid_argument);
}

TEST_CASE("checkpoints without a tree are still read, and lead to those with one", "[checkpoint]") {
    Signing program;
    program.call();
    const auto rows = program.stored_entries();
    Checkpoint old;
    old.heads = {{rows[1].id, rows[1].hash}};
    sign(old, program.key);
    ledger::Batch batch;
    ledger::EntryDraft draft;
    draft.entry.kind = ledger::EntryKind::checkpoint;
    draft.payloads.push_back({std::string(ledger::k_checkpoint_value), {}, text_of(old)});
    batch.entries.push_back(std::move(draft));
    ok(program.store->commit(std::move(batch)));
    CHECK(program.verified({{old}, {}}).anchored == std::vector{EntryId{0, 2}});
    CHECK_FALSE(program.verified().tree.has_value());
    CHECK(program.runtime().records().checkpoint(signing_key(9)).error().code == Errc::conflict);
    const Checkpoint made = program.sign();
    CHECK(made.head.tree.size == 3);
    const Verification verified = program.verified({{old, made}, program.key.public_key()});
    INFO(verified.reason);
    CHECK(verified.ok());
    CHECK(verified.checkpoints == 2);
    CHECK(verified.anchored == std::vector{EntryId{0, 3}});
}

TEST_CASE("only the key that the last checkpoint names signs the next one", "[checkpoint]") {
    Signing program;
    program.sign();
    const auto other = program.runtime().records().checkpoint(signing_key(2));
    REQUIRE_FALSE(other.has_value());
    CHECK(other.error().code == Errc::conflict);
    CHECK(other.error().message.find(program.key.public_key().hex()) != std::string::npos);
    CHECK(program.runtime().records().checkpoint(program.key, {{}, program.key}).error().code ==
          Errc::invalid_argument);
    program.sign(signing_key(2));
    CHECK(program.runtime().records().checkpoint(program.key).error().code == Errc::conflict);
    CHECK(program.runtime().records().checkpoint(signing_key(2)).has_value());
    CHECK(program.verified({{}, program.key.public_key()}).checkpoints == 3);
}

TEST_CASE("a checkpoint that was erased, or cut out of its entry, is missed", "[checkpoint]") {
    Signing program;
    program.call();
    program.sign();
    gate::Erasure erasure;
    erasure.entries = {{0, 3}};
    erasure.reason = "none";
    CHECK(ok(program.runtime().records().erase(erasure)).values == 0);
    TamperedStore without(program.store);
    without.rows()[2].payloads.clear();
    CHECK(ok(ledger::verify(without)).first_bad == EntryId{0, 3});
}

}  // namespace iam::test
