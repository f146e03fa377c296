// Signed checkpoints against a writer of the store: recomputed hashes do not pass for the old ones.
#include "../fixture.hpp"
#include <iam/ledger/verify.hpp>
#include <support/tampered_store.hpp>

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
    Checkpoint sign(std::optional<PublicKey> next = {}) {
        return ok(runtime().records().checkpoint(key, {{}, next}));
    }
    Verification verified(const Anchors& anchors = {}) {
        return ok(ledger::verify(*store, anchors));
    }
};

/// Everything behind `from` made anew, as somebody does who changed that row: links and hashes fit.
void recompute(TamperedStore& store, std::size_t from) {
    auto& rows = store.rows();
    for (std::size_t i = from; i < rows.size(); ++i) {
        if (i > 0) rows[i].previous = rows[i - 1].hash;
        rows[i].hash = ledger::chain_hash(rows[i].previous, rows[i].text);
    }
}

/// Another time in the text of a row: a change that nothing but hashes can notice.
void forge(StoredEntry& row) {
    const std::size_t at = row.text.find("\"time_ms\":") + 14;
    row.text[at] = row.text[at] == '9' ? '8' : static_cast<char>(row.text[at] + 1);
}

/// Puts another checkpoint into the row that records one.
void replace_checkpoint(StoredEntry& row, const Checkpoint& checkpoint) {
    ledger::Payload& payload = row.payloads.front();
    const std::string before = ledger::commitment(payload).hex();
    payload.bytes = text_of(checkpoint);
    row.text.replace(row.text.find(before), before.size(), ledger::commitment(payload).hex());
}

}  // namespace

TEST_CASE("a checkpoint is an entry that seals all before it", "[checkpoint]") {
    Signing program;
    program.call();
    const Checkpoint made = program.sign();
    CHECK(is_signed(made));
    REQUIRE(made.heads.size() == 1);
    CHECK(made.heads[0].entry == EntryId{0, 2});
    CHECK(made.heads[0].hash == program.stored_entries().at(1).hash);
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
    CHECK(program.sign().heads.empty());
    const Checkpoint second = program.sign();
    program.clock.advance(std::chrono::hours(1));
    const Checkpoint third = program.sign();
    CHECK(second.heads.at(0).entry == EntryId{0, 1});
    CHECK(third.heads.at(0).entry == EntryId{0, 2});
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
    TamperedStore forged(program.store);
    forge(forged.rows()[1]);
    recompute(forged, 1);
    SECTION("with the checkpoint as it was, it does not fit what stands before it") {
        CHECK(ok(ledger::verify(forged)).first_bad == EntryId{0, 5});
    }
    SECTION("without the checkpoint nothing inside shows it") {
        forged.rows().resize(4);
        const Verification alone = ok(ledger::verify(forged));
        CHECK(alone.ok());
        CHECK(alone.anchored.empty());
        const Verification against = ok(ledger::verify(forged, {{witnessed}, {}}));
        CHECK(against.first_bad == EntryId{0, 4});
        CHECK(against.reason == "it is not the entry that the witness saw");
    }
    SECTION("signed again with a key of their own it is not the ledger of that key") {
        Checkpoint own;
        own.heads = {{{0, 4}, forged.rows()[3].hash}};
        sign(own, signing_key(9));
        replace_checkpoint(forged.rows()[4], own);
        recompute(forged, 4);
        const Verification alone = ok(ledger::verify(forged));
        CHECK(alone.ok());
        CHECK(alone.anchored.empty());
        CHECK(ok(ledger::verify(forged, {{}, program.key.public_key()})).first_bad ==
              EntryId{0, 5});
        CHECK(ok(ledger::verify(forged, {{witnessed}, {}})).first_bad == EntryId{0, 4});
    }
}

TEST_CASE("XF02 a tail that was cut, and one that was cut and continued, fail against the witness",
          "[checkpoint]") {
    Signing program;
    program.call(3);
    const Checkpoint witnessed = program.sign();
    TamperedStore cut(program.store);
    cut.rows().resize(3);
    CHECK(ok(ledger::verify(cut)).ok());
    const Verification shorter = ok(ledger::verify(cut, {{witnessed}, {}}));
    CHECK(shorter.first_bad == EntryId{0, 6});
    CHECK(shorter.reason.find("anchored to 0.6, found 0.3") != std::string::npos);
    TamperedStore continued(program.store);
    for (std::size_t i = 3; i < continued.rows().size(); ++i) forge(continued.rows()[i]);
    continued.rows().pop_back();
    recompute(continued, 3);
    CHECK(ok(ledger::verify(continued)).ok());
    CHECK(ok(ledger::verify(continued, {{witnessed}, {}})).first_bad == EntryId{0, 6});
}

TEST_CASE("XF03 the key of today signs no checkpoint of before", "[checkpoint]") {
    Signing program;
    program.call();
    const SigningKey first = program.key;
    const SigningKey second = signing_key(2);
    program.sign(second.public_key());
    program.key = second;
    program.call();
    program.sign();
    CHECK(program.verified({{}, first.public_key()}).anchored == std::vector{EntryId{0, 5}});
    TamperedStore forged(program.store);
    forge(forged.rows()[0]);
    recompute(forged, 0);
    Checkpoint again;
    again.heads = {{{0, 2}, forged.rows()[1].hash}};
    sign(again, second);
    replace_checkpoint(forged.rows()[2], again);
    recompute(forged, 2);
    again.heads = {{{0, 5}, forged.rows()[4].hash}};
    sign(again, second);
    replace_checkpoint(forged.rows()[5], again);
    recompute(forged, 5);
    CHECK(ok(ledger::verify(forged)).ok());
    const Verification against = ok(ledger::verify(forged, {{}, first.public_key()}));
    CHECK(against.first_bad == EntryId{0, 3});
    CHECK(against.reason.find("another key") != std::string::npos);
}

TEST_CASE("XF05 of two ledgers with the same beginning the witness knows one", "[checkpoint]") {
    Signing program;
    program.call();
    const Checkpoint before = program.sign();
    TamperedStore fork(program.store);
    program.call();
    const Checkpoint after = program.sign();
    // The same number of entries, of which the last ones are others.
    TamperedStore other(program.store);
    forge(other.rows()[3]);
    other.rows().resize(5);
    recompute(other, 3);
    CHECK(ok(ledger::verify(fork, {{before}, {}})).ok());
    CHECK(ok(ledger::verify(other, {{before}, {}})).anchored == std::vector{EntryId{0, 2}});
    CHECK(ok(ledger::verify(other, {{before, after}, {}})).first_bad == EntryId{0, 5});
    CHECK(program.verified({{before, after}, {}}).anchored == std::vector{EntryId{0, 5}});
    Checkpoint split = after;
    split.heads[0].hash = before.heads[0].hash;
    CHECK(program.verified({{after, split}, {}}).reason.find("two different ledgers") !=
          std::string::npos);
}

TEST_CASE("only the key that the last checkpoint names signs the next one", "[checkpoint]") {
    Signing program;
    program.sign();
    const auto other = program.runtime().records().checkpoint(signing_key(2));
    REQUIRE_FALSE(other.has_value());
    CHECK(other.error().code == Errc::conflict);
    CHECK(other.error().message.find(program.key.public_key().hex()) != std::string::npos);
    CHECK(program.runtime()
              .records()
              .checkpoint(program.key, {{}, program.key.public_key()})
              .error()
              .code == Errc::invalid_argument);
    program.sign(signing_key(2).public_key());
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
