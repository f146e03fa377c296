// Proofs of entries for outsiders: what holds, and every changed bit.
#include <iam/ledger/entry_proof.hpp>

#include <catch2/catch.hpp>
#include <runtime/ledger/proofs/trees.hpp>

#include <random>

using namespace iam::ledger;
using iam::Digest;
using iam::Errc;
using iam::test::example_key;
using iam::test::reader_of;

namespace {

constexpr const char* k_origin = "example.com/iam/ledger-7";

iam::SigningKey other_key() {
    std::array<std::uint8_t, 32> seed{};
    seed.fill(9);
    return iam::SigningKey(iam::SecretKey(seed));
}

NoteKey ledger_key() {
    return {k_origin, example_key().public_key(), NoteKeyKind::ledger};
}
NoteKey witness_key() {
    return {"example.com/w", other_key().public_key(), NoteKeyKind::witness};
}

std::vector<StoredEntry> chain_of(std::uint32_t chain, std::size_t count) {
    std::vector<StoredEntry> entries;
    for (std::uint64_t seq = 1; seq <= count; ++seq) {
        EntryDraft draft;
        draft.entry.application = "desk";
        draft.entry.code = "n" + std::to_string(seq);
        entries.push_back(
            seal(std::move(draft), {chain, seq}, entries.empty() ? Digest{} : entries.back().hash));
    }
    return entries;
}

/// The proof of entry `at` in the tree of these entries.
EntryProof proof_of(const std::vector<StoredEntry>& entries, std::size_t at) {
    std::vector<Digest> leaves;
    for (const StoredEntry& entry : entries) leaves.push_back(leaf_hash({entry.id, entry.hash}));
    EntryProof proof{.entry = entries[at].id,
                     .previous = entries[at].previous,
                     .text = entries[at].text,
                     .index = at,
                     .hashes = prove_inclusion(at, leaves.size(), reader_of(leaves)).value()};
    proof.note.text = text_of(TreeHead{k_origin, {leaves.size(), tree_root(leaves)}});
    sign(proof.note, k_origin, example_key());
    return proof;
}

bool is_refused(const std::string& text, const std::vector<NoteKey>& known) {
    const auto proof = parse_entry_proof(text);
    return !proof || !check_proof(*proof, known);
}

/// The number of bits whose change is not noticed.
std::size_t unnoticed_bits(std::string text, const std::vector<NoteKey>& known) {
    std::size_t unnoticed = 0;
    for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
        text[bit / 8] = static_cast<char>(text[bit / 8] ^ 1 << bit % 8);
        if (!is_refused(text, known)) ++unnoticed;
        text[bit / 8] = static_cast<char>(text[bit / 8] ^ 1 << bit % 8);
    }
    return unnoticed;
}

/// Checks every bit of the proofs with these numbers. Each tenth one has a cosignature.
void check_every_bit(unsigned first, unsigned last) {
    for (unsigned number = first; number <= last; ++number) {
        std::mt19937 choose(number);
        const auto entries = chain_of(number % 3, 1 + choose() % 40);
        EntryProof proof = proof_of(entries, choose() % entries.size());
        std::vector known{ledger_key()};
        if (number % 10 == 0) {
            cosign(proof.note, "example.com/w", other_key(),
                   std::chrono::sys_seconds(std::chrono::seconds(1'700'000'000)));
            known.push_back(witness_key());
        }
        const std::string text = text_of(proof);
        REQUIRE_FALSE(is_refused(text, known));
        CHECK(unnoticed_bits(text, known) == 0);
    }
}

std::string why_refused(const EntryProof& proof, const std::vector<NoteKey>& known) {
    const auto proved = check_proof(proof, known);
    REQUIRE_FALSE(proved.has_value());
    CHECK(proved.error().code == Errc::corrupt);
    return proved.error().message;
}

}  // namespace

TEST_CASE("the proof of an entry comes back from its text and holds (P23)") {
    const auto entries = chain_of(3, 7);
    const EntryProof proof = proof_of(entries, 4);
    const std::string text = text_of(proof);
    CHECK(text.rfind("c2sp.org/tlog-proof@v1\nextra ", 0) == 0);
    CHECK(text.find("\nindex 4\n") != std::string::npos);
    const auto read = parse_entry_proof(text);
    REQUIRE(read.has_value());
    CHECK((*read == proof));
    const auto proved = check_proof(*read, std::vector{ledger_key()});
    REQUIRE(proved.has_value());
    CHECK(proved->hash == entries[4].hash);
    CHECK(proved->head.tree.size == 7);
    CHECK(proved->signers == std::vector{ledger_key()});
}

// 200 proofs, in four cases that run at the same time.
TEST_CASE("every changed bit of the proofs 1 to 50 is refused (P23)") {
    check_every_bit(1, 50);
}
TEST_CASE("every changed bit of the proofs 51 to 100 is refused (P23)") {
    check_every_bit(51, 100);
}
TEST_CASE("every changed bit of the proofs 101 to 150 is refused (P23)") {
    check_every_bit(101, 150);
}
TEST_CASE("every changed bit of the proofs 151 to 200 is refused (P23)") {
    check_every_bit(151, 200);
}

TEST_CASE("a proof without a byte, or with one more, is refused (P23)") {
    const std::string text = text_of(proof_of(chain_of(0, 5), 2));
    const std::vector known{ledger_key()};
    for (std::size_t at = 0; at < text.size(); ++at) {
        CHECK(is_refused(text.substr(0, at) + text.substr(at + 1), known));
        CHECK(is_refused(text.substr(0, at), known));
        CHECK(is_refused(text.substr(0, at) + "A" + text.substr(at), known));
    }
    CHECK(is_refused(text + "\n", known));
}

TEST_CASE("a proof that only others signed is refused (P22)") {
    const auto entries = chain_of(0, 5);
    EntryProof proof = proof_of(entries, 2);
    CHECK(why_refused(proof, {}).find("no given key of the ledger") != std::string::npos);
    proof.note.signatures.clear();
    sign(proof.note, k_origin, other_key());
    CHECK(why_refused(proof, {ledger_key()}).find("no given key") != std::string::npos);
    sign(proof.note, "example.com/other", example_key());
    NoteKey elsewhere = ledger_key();
    elsewhere.name = "example.com/other";
    CHECK(why_refused(proof, {elsewhere}).find("no given key") != std::string::npos);
    sign(proof.note, k_origin, example_key());
    CHECK(check_proof(proof, std::vector{ledger_key()}).has_value());
    CHECK(why_refused(proof, {ledger_key(), witness_key()}) ==
          "the proof does not hold: the witness example.com/w did not cosign its note");
}

TEST_CASE("while keys change, either key of the ledger checks its proofs (P22)") {
    EntryProof proof = proof_of(chain_of(0, 5), 2);
    sign(proof.note, k_origin, other_key());
    NoteKey next = ledger_key();
    next.key = other_key().public_key();
    CHECK(check_proof(proof, std::vector{ledger_key()}).value().signers.size() == 1);
    CHECK(check_proof(proof, std::vector{next}).value().signers.size() == 1);
    CHECK(check_proof(proof, std::vector{next, ledger_key()}).value().signers.size() == 2);
}

TEST_CASE("the proof of one entry does not pass for another entry (P23)") {
    const auto entries = chain_of(0, 9);
    const std::vector known{ledger_key()};
    const EntryProof good = proof_of(entries, 2);
    EntryProof other = good;
    other.text = entries[3].text;
    CHECK(why_refused(other, known) ==
          "the proof does not hold: its text is that of entry 0.4, not of 0.3");
    other.entry = entries[3].id;
    CHECK(why_refused(other, known).find("entry 0.4 is not in the tree of 9 entries") !=
          std::string::npos);
    other.previous = entries[3].previous;
    CHECK(why_refused(other, known).find("is not in the tree") != std::string::npos);
    other.index = 3;
    CHECK(why_refused(other, known).find("is not in the tree") != std::string::npos);
}

TEST_CASE("texts that are no proofs are refused with the line that is wrong (P23)") {
    const std::string good = text_of(proof_of(chain_of(0, 5), 2));
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        return text.replace(at, from.size(), to);
    };
    const auto error_of = [](const std::string& text) {
        const auto proof = parse_entry_proof(text);
        REQUIRE_FALSE(proof.has_value());
        CHECK(proof.error().code == Errc::invalid_argument);
        return proof.error().message;
    };
    const auto has = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(has(error_of(""), "first line"));
    CHECK(has(error_of(with("@v1", "@v2")), "first line"));
    CHECK(has(error_of(with("extra ", "extra")), "second line"));
    CHECK(has(error_of(with("index 2", "index 02")), "third line"));
    CHECK(has(error_of(good.substr(0, good.find("\n\n") + 1)), "before its note"));
    std::string many = "index 2\n";
    for (std::size_t i = 0; i < k_proof_hashes_max; ++i)
        many += "Qk4kLOULCGQNgpCzfAZ1W0mClCkgP27lebny/tXJnbs=\n";
    CHECK(has(error_of(with("index 2\n", many)), "63 hashes"));
    CHECK(has(error_of(good + std::string(k_entry_proof_bytes_max, 'a')), "1 MiB"));
}
