// Witnesses: the request of the example, and each verdict.
#include <iam/ledger/witness_protocol.hpp>

#include <catch2/catch.hpp>
#include <runtime/ledger/proofs/trees.hpp>

using namespace iam::ledger;
using iam::Digest;
using iam::Errc;
using iam::test::example_key;
using iam::test::example_leaves;
using iam::test::leaves_of;
using iam::test::reader_of;

namespace {

constexpr const char* k_request =
    "old 5\n"
    "zVclLerw0xneLD4Y5ZZ4WNOmBuzpvZXcU6jp4Gj7Th4=\n"
    "kUsy6MBJNNoJoEutnN7GrgpUytmQvlnaS628yxz7pOM=\n"
    "I6rOZI6m625ARYOiWieUsKS654Mw2Bt4D12yP8sCZOM=\n"
    "by9mddn9T8BiMsd65NpGwqnYX/jzFID/NPNcLPB0rnQ=\n"
    "\n"
    "example.com/iam/ledger-7\n"
    "7\n"
    "Qk4kLOULCGQNgpCzfAZ1W0mClCkgP27lebny/tXJnbs=\n"
    "\n"
    "\u2014 example.com/iam/ledger-7 DRoNKfO2dbveMS216FA/UPvicVvHCK1p5TbLCIf1AP5XdcOe9vzHiJa5AW"
    "IB/Bg6ooJFOM+tS231T3xK5IG5wEX7ZwY=\n";

std::vector<NoteKey> example_ledgers() {
    return {{"example.com/iam/ledger-7", example_key().public_key(), NoteKeyKind::ledger}};
}

TreeState example_tree(std::size_t size) {
    const auto leaves = example_leaves();
    return {size, tree_root(std::span(leaves).first(size))};
}

/// A signed request to go from one tree of the example to another.
AddCheckpoint request_for(std::uint64_t from, const TreeState& to) {
    AddCheckpoint request{.old_size = from};
    const auto leaves = example_leaves();
    if (from <= to.size)
        request.proof = prove_consistency(from, to.size, reader_of(leaves)).value();
    request.note.text = text_of(TreeHead{"example.com/iam/ledger-7", to});
    sign(request.note, "example.com/iam/ledger-7", example_key());
    return request;
}

iam::SigningKey witness_signer() {
    std::array<std::uint8_t, 32> seed{};
    seed.fill(7);
    return iam::SigningKey(iam::SecretKey(seed));
}

NoteKey witness_verifier() {
    return {"example.com/w", witness_signer().public_key(), NoteKeyKind::witness};
}

}  // namespace

TEST_CASE("the request of the example is read, made and judged good (P22)") {
    const auto read = parse_add_checkpoint(k_request);
    REQUIRE(read.has_value());
    CHECK(text_of(*read) == k_request);
    CHECK((*read == request_for(5, example_tree(7))));
    CHECK(judge(*read, example_ledgers(), example_tree(5)).status == 200);
}

TEST_CASE("a witness cosigns from no tree, to the same tree, and the empty tree (P22)") {
    const auto ledgers = example_ledgers();
    CHECK(judge(request_for(0, example_tree(7)), ledgers, {}).status == 200);
    CHECK(judge(request_for(7, example_tree(7)), ledgers, example_tree(7)).status == 200);
    CHECK(judge(request_for(0, example_tree(0)), ledgers, {}).status == 200);
    CHECK(judge(request_for(0, {0, Digest{}}), ledgers, {}).status == 422);
}

TEST_CASE("a request from another size than the last one learns the size (P22)") {
    const auto verdict = judge(request_for(3, example_tree(7)), example_ledgers(), example_tree(5));
    CHECK(verdict.status == 409);
    CHECK(verdict.body == "5\n");
    CHECK(judge(request_for(5, example_tree(7)), example_ledgers(), {}).body == "0\n");
}

TEST_CASE("XF05 a fork, a rewritten tree and a split of one size get no cosignature (P22)") {
    const auto ledgers = example_ledgers();
    AddCheckpoint request = request_for(5, example_tree(7));
    SECTION("another tree before") {
        CHECK(judge(request, ledgers, TreeState{5, Digest{}}).status == 422);
    }
    SECTION("a changed proof") {
        request.proof[1].bytes[0] ^= 1U;
        CHECK(judge(request, ledgers, example_tree(5)).status == 422);
    }
    SECTION("no proof") {
        request.proof.clear();
        CHECK(judge(request, ledgers, example_tree(5)).status == 422);
    }
    SECTION("a proof from nothing") {
        request.old_size = 0;
        CHECK(judge(request, ledgers, {}).status == 422);
    }
    SECTION("XF19 two roots of one size") {
        CHECK(judge(request_for(7, {7, Digest{}}), ledgers, example_tree(7)).status == 422);
    }
    SECTION("a tree that shrinks") {
        CHECK(judge(request_for(7, example_tree(5)), ledgers, example_tree(7)).status == 400);
    }
}

TEST_CASE("an unknown ledger is not found, and a note of others is forbidden (P22)") {
    const AddCheckpoint good = request_for(5, example_tree(7));
    CHECK(judge(good, {}, {}).status == 404);
    auto others = example_ledgers();
    others[0].key = witness_signer().public_key();
    CHECK(judge(good, others, {}).status == 403);
    AddCheckpoint changed = good;
    changed.note.signatures[0].bytes[3] ^= 1;
    CHECK(judge(changed, example_ledgers(), example_tree(5)).status == 403);
    changed = good;
    changed.note.text = "no tree\n";
    CHECK(judge(changed, example_ledgers(), {}).status == 400);
}

TEST_CASE("texts that are no requests are refused with the reason (P22)") {
    const std::string good = k_request;
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        return text.replace(text.find(from), from.size(), to);
    };
    const auto error_of = [](const std::string& text) {
        const auto request = parse_add_checkpoint(text);
        REQUIRE_FALSE(request.has_value());
        CHECK(request.error().code == Errc::invalid_argument);
        return request.error().message;
    };
    const auto has = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(has(error_of(""), "first line"));
    CHECK(has(error_of(with("old 5", "new 5")), "first line"));
    CHECK(has(error_of(with("old 5", "old 05")), "no size"));
    CHECK(has(error_of(with("zVcl", "zVc")), "no hash"));
    CHECK(has(error_of("old 5\n"), "before its note"));
    CHECK(has(error_of(with("\n\nexample", "\nexample")), "no hash"));
    std::string many = "old 5\n";
    for (std::size_t i = 0; i <= k_proof_hashes_max; ++i)
        many += "zVclLerw0xneLD4Y5ZZ4WNOmBuzpvZXcU6jp4Gj7Th4=\n";
    CHECK(has(error_of(with("old 5\n", many)), "63 hashes"));
    CHECK(has(error_of(good + std::string(k_add_checkpoint_bytes_max, 'a')), "68 KiB"));
}

TEST_CASE("the lines of a witness are added to the note if its key is known (P22)") {
    SignedNote note = request_for(5, example_tree(7)).note;
    const std::chrono::sys_seconds time(std::chrono::seconds(1'700'000'000));
    const std::string answer = cosignature_of(note, "example.com/w", witness_signer(), time) +
                               cosignature_of(note, "example.com/unknown", example_key(), time);
    const std::vector witnesses{witness_verifier()};
    REQUIRE(add_cosignatures(note, answer, witnesses).has_value());
    CHECK(note.signatures.size() == 2);
    CHECK(signers_of(note, witnesses).value() == witnesses);
    CHECK(parse_note(text_of(note)).value() == note);
}

TEST_CASE("an answer without a good line of a known witness adds nothing (P22)") {
    SignedNote note = request_for(5, example_tree(7)).note;
    const SignedNote before = note;
    const std::chrono::sys_seconds time(std::chrono::seconds(1'700'000'000));
    const std::vector witnesses{witness_verifier()};
    SignedNote other = request_for(0, example_tree(5)).note;
    for (const std::string& answer :
         {std::string(), std::string("<html>\n"), std::string("a\n\n\u2014 a AAAAAAA=\n"),
          cosignature_of(note, "example.com/unknown", example_key(), time),
          cosignature_of(other, "example.com/w", witness_signer(), time)}) {
        INFO(answer);
        const auto added = add_cosignatures(note, answer, witnesses);
        REQUIRE_FALSE(added.has_value());
        CHECK(added.error().code == Errc::corrupt);
        CHECK((note == before));
    }
}
