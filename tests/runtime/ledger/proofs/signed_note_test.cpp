// Signed notes: the examples of their descriptions, and texts that are no notes.
// Tests of runtime/src/ledger/proofs/note_lines.cpp.
#include <iam/ledger/signed_note.hpp>

#include <catch2/catch.hpp>
#include <runtime/ledger/proofs/trees.hpp>

using namespace iam::ledger;
using iam::Errc;
using iam::test::example_key;

namespace {

// The example of signed-note.
constexpr const char* k_vkey =
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
constexpr const char* k_note =
    "This is an example message.\n\n"
    "\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3m"
    "FXmRKuwHjG1Yu72IneyaQM=\n";

SignedNote signed_by_both() {
    SignedNote note{.text = "a\n\nb\n"};
    sign(note, "example.com/log", example_key());
    cosign(note, "example.com/w", example_key(),
           std::chrono::sys_seconds(std::chrono::seconds(1'679'315'147)));
    return note;
}

NoteKey signer_key() {
    return {"example.com/log", example_key().public_key(), NoteKeyKind::ledger};
}
NoteKey cosigner_key() {
    return {"example.com/w", example_key().public_key(), NoteKeyKind::witness};
}

std::string error_of(const std::string& text) {
    INFO(text.substr(0, 100));
    const auto note = parse_note(text);
    REQUIRE_FALSE(note.has_value());
    CHECK(note.error().code == Errc::invalid_argument);
    return note.error().message;
}

}  // namespace

TEST_CASE("the example of signed-note is read, and its key signed it (P22)") {
    const auto key = parse_note_key(k_vkey);
    REQUIRE(key.has_value());
    CHECK(key->name == "example.com/foo");
    CHECK(note_key_id(*key) == 0x530d903aU);
    CHECK(text_of(*key) == k_vkey);
    const auto note = parse_note(k_note);
    REQUIRE(note.has_value());
    CHECK(note->text == "This is an example message.\n");
    CHECK(text_of(*note) == k_note);
    CHECK(signers_of(*note, std::vector{*key}).value() == std::vector{*key});
}

TEST_CASE("a note comes back from its text with the lines of ledger and witness (P22)") {
    const SignedNote note = signed_by_both();
    const auto read = parse_note(text_of(note));
    REQUIRE(read.has_value());
    CHECK((*read == note));
    CHECK(read->signatures.at(1).bytes.size() == 8 + 64);
    CHECK(read->signatures.at(1).bytes.substr(0, 8) == std::string("\0\0\0\0\x64\x18\x50\xCB", 8));
    const std::vector known{cosigner_key(), signer_key()};
    CHECK(signers_of(*read, known).value() == known);
}

TEST_CASE("the witness signs the time as tlog-cosignature says (P22)") {
    const SignedNote note = signed_by_both();
    iam::Signature signature;
    const std::string bytes = note.signatures.at(1).bytes.substr(8);
    std::copy(bytes.begin(), bytes.end(), signature.bytes.begin());
    CHECK(iam::is_signed_by(example_key().public_key(), {},
                            "cosignature/v1\ntime 1679315147\na\n\nb\n", signature));
}

TEST_CASE("a signature of an unknown key says nothing, and a wrong one of a known key refuses") {
    SignedNote note = signed_by_both();
    NoteKey stranger = signer_key();
    stranger.name = "example.com/other";
    CHECK(signers_of(note, std::vector{stranger}).value().empty());
    CHECK(signers_of(note, {}).value().empty());
    SECTION("another text") {
        note.text = "a\n\nc\n";
    }
    SECTION("another signature") {
        note.signatures[0].bytes[9] ^= 1;
    }
    SECTION("a signature cut short") {
        note.signatures[0].bytes.resize(7);
    }
    SECTION("a right line and a wrong one") {
        note.signatures.push_back(note.signatures[0]);
        note.signatures[2].bytes[9] ^= 1;
    }
    CHECK(signers_of(note, std::vector{signer_key()}).error().code == Errc::corrupt);
}

TEST_CASE("a cosignature at another time is not that of the witness (P22)") {
    SignedNote note = signed_by_both();
    note.signatures[1].bytes[7] ^= 1;
    CHECK(signers_of(note, std::vector{cosigner_key()}).error().code == Errc::corrupt);
    CHECK(signers_of(note, std::vector{signer_key()}).has_value());
}

TEST_CASE("a key of one kind is not the same key as another kind (P22)") {
    NoteKey key = signer_key();
    const std::uint32_t id = note_key_id(key);
    key.kind = NoteKeyKind::witness;
    CHECK(note_key_id(key) != id);
    CHECK(parse_note_key(text_of(key)).value() == key);
}

TEST_CASE("texts that are no notes are refused with the reason (P22)") {
    const std::string good = text_of(signed_by_both());
    const std::string line = good.substr(good.find("\u2014"));
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        return text.replace(at, from.size(), to);
    };
    const auto has = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(has(error_of(""), "no empty line"));
    CHECK(has(error_of("\n\n" + line), "no empty line"));
    CHECK(has(error_of("a\n\n"), "nobody signed it"));
    CHECK(has(error_of(good + "\n"), "nobody signed it"));
    CHECK(has(error_of(good.substr(0, good.size() - 1)), "no end"));
    CHECK(has(error_of(with("\u2014 ", "- ")), "dash"));
    CHECK(has(error_of(with("example.com/log ", "example.com/log  ")), "base64"));
    CHECK(has(error_of(with("example.com/log ", "example.com/log")), "name and signature"));
    CHECK(has(error_of(with("example.com/log", "example+com")), "name and signature"));
    CHECK(has(error_of(with("example.com/log", "a\u00A0b")), "name and signature"));
    CHECK(has(error_of(with("example.com/log", std::string(256, 'a'))), "name and signature"));
    CHECK(has(error_of(with("a\n", "a\t\n")), "control"));
    CHECK(has(error_of(with("a\n", "\xFF\n")), "UTF-8"));
    CHECK(has(error_of("a\n\n\u2014 a AAAAAA==\n"), "id and bytes"));
    CHECK(has(error_of(std::string(k_note_bytes_max + 1, 'a')), "64 KiB"));
    std::string many = "a\n\n";
    for (std::size_t i = 0; i < k_note_signatures_max; ++i) many += "\u2014 a AAAAAAA=\n";
    CHECK(parse_note(many).has_value());
    CHECK(has(error_of(many + "\u2014 a AAAAAAA=\n"), "64 signatures"));
}

TEST_CASE("texts that are no keys of notes are refused") {
    const std::string good = k_vkey;
    for (const std::string& text :
         {std::string(), std::string("example.com/foo"), good.substr(0, good.size() - 1),
          "x" + good, "example.com/foo+530d903b" + good.substr(24),
          "example.com/foo+530D903A" + good.substr(24), good + "=",
          std::string("a+00000000+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"),
          std::string("+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"),
          std::string("example.com/foo+530d903a+BekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")}) {
        INFO(text);
        CHECK(parse_note_key(text).error().code == Errc::invalid_argument);
    }
}
