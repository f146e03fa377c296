// The text of an entry, byte for byte: hashes are over it, so it never changes for what was
// recorded.
// Tests of runtime/src/ledger/entry.cpp.
#include <iam/core/json.hpp>
#include <iam/ledger/entry.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

using namespace iam::ledger;
using namespace iam::test;
using iam::consent::Approver;
using iam::consent::ApproverKind;
using iam::consent::Decision;
using iam::consent::Risk;

namespace {

/// An entry in which every part is present.
EntryDraft full_entry() {
    EntryDraft draft;
    Entry& entry = draft.entry;
    entry.kind = EntryKind::undo_intent;
    entry.time = std::chrono::sys_time<std::chrono::milliseconds>(
        std::chrono::milliseconds(1'767'323'045'678));
    entry.application = "desk";
    entry.instance = "i";
    entry.call_id = "c1";
    entry.tool = {"calendar", "add"};
    entry.subject = {"u", "w", "s", "a"};
    entry.proposer = iam::Proposer{.kind = iam::Proposer::Kind::model,
                                   .model = "m",
                                   .provider = "p",
                                   .conversation_id = "cv",
                                   .request_id = "r"};
    entry.approver = Approver{.uid = "1000",
                              .login = "ada",
                              .channel = "terminal",
                              .locale = "en",
                              .kind = ApproverKind::program};
    entry.contract = iam::ContractDigests{};
    entry.contract->consent.bytes[0] = 0xC0;
    entry.arguments_digest = iam::Digest{};
    entry.arguments_digest->bytes[31] = 1;
    entry.decision = Decision{.effect = iam::Policy::allow,
                              .source = iam::consent::Source::grant,
                              .source_id = "g",
                              .reason = "Because."};
    entry.risk = Risk::medium;
    entry.answer = "allow_once";
    entry.approval = "ap";
    entry.grant = "g";
    entry.permission = "pm";
    entry.policy = iam::Policy::deny;
    entry.of = EntryId{0, 3};
    entry.success = false;
    entry.code = "tool_failed";
    entry.duration = std::chrono::microseconds(-5);
    entry.shown_digest = iam::Digest{};
    entry.late = true;
    entry.build = "b";
    entry.generator = "1.0";
    entry.rules = iam::Digest{};
    entry.count = 3;
    entry.lazily_synced = true;
    entry.trusted = true;
    return draft;
}

const std::string k_zeros(62, '0');

}  // namespace

TEST_CASE("every part of an entry has its place in canonical text") {
    const std::string zero = "\"" + k_zeros + "00\"";
    CHECK(
        encode(full_entry(), {0, 4}) ==
        R"({"answer":"allow_once","application":"desk","approval":"ap",)"
        R"("approver":{"channel":"terminal","kind":"program","locale":"en","login":"ada",)"
        R"("uid":"1000"},)"
        R"("arguments_digest":")" +
            k_zeros + R"(01","build":"b","call":"c1","code":"tool_failed",)" +
            R"("contract":{"behaviour":)" + zero + R"(,"consent":"c0)" + k_zeros + R"(","wire":)" +
            zero + R"(},"count":3,)" +
            R"("decision":{"effect":"allow","reason":"Because.","source":"grant",)"
            R"("source_id":"g"},"duration_us":-5,"generator":"1.0","grant":"g","id":"0.4",)"
            R"("instance":"i","kind":"undo_intent","late":true,"lazily_synced":true,"of":"0.3","permission":"pm","policy":"deny",)"
            R"("proposer":{"conversation_id":"cv","kind":"model","model":"m","provider":"p",)"
            R"("request_id":"r"},"risk":"medium","rules":)" +
            zero + R"(,"shown_digest":)" + zero +
            R"(,"subject":{"agent":"a","session":"s","user":"u","workspace":"w"},)"
            R"("success":false,"time_ms":1767323045678,"tool":{"name":"add","origin":"calendar"},"trusted":true})");
}

TEST_CASE("what entries have in common stands in the text as if the entry itself said it") {
    const EntryDraft whole = full_entry();
    const CommonFacts all(whole.entry);
    EntryDraft rest = whole;
    rest.common = &all;
    rest.entry.application.clear();
    rest.entry.build.clear();
    rest.entry.contract.reset();
    rest.entry.decision.reset();
    rest.entry.generator.clear();
    rest.entry.rules.reset();
    rest.entry.subject = {};
    rest.entry.tool.reset();
    CHECK(encode(rest, {0, 4}) == encode(whole, {0, 4}));
    const CommonFacts none;
    EntryDraft same = whole;
    same.common = &none;
    CHECK(encode(same, {0, 4}) == encode(whole, {0, 4}));
}

TEST_CASE("parts that are empty are absent from the text") {
    CHECK(encode({}, {0, 1}) == R"({"id":"0.1","kind":"note","time_ms":0})");
}

TEST_CASE("no workspace is spelled, and is none when it is read, as where it was left out") {
    EntryDraft draft;
    draft.entry.subject = {"ann", "", "", ""};
    const std::string text = encode(draft, {0, 1});
    CHECK(text == R"({"id":"0.1","kind":"note","subject":{"user":"ann","workspace":"-"},)"
                  R"("time_ms":0})");
    const std::string older = R"({"id":"0.1","kind":"note","subject":{"user":"ann"},"time_ms":0})";
    for (const std::string& one : {text, older}) {
        const auto read = decode(one);
        REQUIRE(read.has_value());
        CHECK(read->entry.subject == draft.entry.subject);
    }
}

TEST_CASE("the text of an entry is its own canonical form") {
    EntryDraft draft = full_entry();
    draft.entry.application = "\u202E\u00E9 \"\\\n\x1b[31m\x7f";
    draft.payloads = {payload_of("result", "1"), payload_of("arguments", "2"),
                      payload_of("\U0001F600", "3"), payload_of("\uFB01", "4")};
    const std::string text = encode(draft, {0, 1});
    const auto canonical = iam::canonicalize(text);
    REQUIRE(canonical.has_value());
    CHECK(*canonical == text);
}

TEST_CASE("XF07: line ends and escapes in a string stay inside the string") {
    EntryDraft draft;
    draft.entry.code = "x\",\"kind\":\"intent\n\r\x1b[2J\x85";
    const std::string text = encode(draft, {0, 1});
    for (const char byte : text) CHECK(static_cast<unsigned char>(byte) >= 0x20);
    const auto decoded = decode(text);
    REQUIRE(decoded.has_value());
    CHECK(decoded->entry.kind == EntryKind::note);
    CHECK(decoded->entry.code == "x\",\"kind\":\"intent\n\r\x1b[2J\uFFFD");
}

TEST_CASE("text that is not UTF-8 is recorded with each bad byte replaced") {
    const std::pair<std::string, std::string> cases[] = {
        {"\xFF", "\uFFFD"},
        {"a\xFF\xFE"
         "b",
         "a\uFFFD\uFFFDb"},
        {"\xC3", "\uFFFD"},
        {"\xC3\xA9", "\u00E9"},
        {"\xE2\x82", "\uFFFD\uFFFD"},
        {"\xE2\x82\xE2\x82\xAC", "\uFFFD\uFFFD\u20AC"},
        {"\xC0\x80", "\uFFFD\uFFFD"},
        {"\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD"},
        {"\xF0\x9F\x98\x80\x80", "\U0001F600\uFFFD"},
        {"\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},
    };
    for (const auto& [bytes, expected] : cases) {
        EntryDraft draft;
        draft.entry.subject.user = bytes;
        const auto decoded = decode(encode(draft, {0, 1}));
        REQUIRE(decoded.has_value());
        CHECK(decoded->entry.subject.user == expected);
    }
}

TEST_CASE("the hash of an entry is SHA-256 over tag, the hash before it and its text") {
    // Computed with Python's hashlib.
    CHECK(chain_hash({}, "{}").hex() ==
          "b87a55385374d98eefdb97f425d47950368461f7d51ead078d59fccbbdcf1b3c");
    CHECK(chain_hash(chain_hash({}, "{}"), "{}") != chain_hash({}, "{}"));
}

TEST_CASE("a commitment is SHA-256 over tag, framed name, salt and bytes") {
    const Payload payload = payload_of("arguments", R"({"hour":7})", 7);
    CHECK(commitment(payload).hex() ==
          "d7208e246de812e3fabf19e1078f66f75b7e14399c8e3d6b7d22c3cb146d6f90");
    CHECK(commitment(payload_of("arguments", R"({"hour":7})", 8)) != commitment(payload));
    CHECK(commitment(payload_of("argument", R"(s{"hour":7})", 7)) != commitment(payload));
    CHECK(commitment(payload_of("result", R"({"hour":7})", 7)) != commitment(payload));
}

TEST_CASE("an entry names its commitments and holds none of their bytes") {
    EntryDraft draft;
    draft.payloads = {payload_of("arguments", "visible-bytes")};
    draft.commitments = {payload_of("result_secrets", "hidden-bytes", 2)};
    const StoredEntry sealed = seal(EntryDraft(draft), {0, 1}, {});
    CHECK(sealed.text.find("bytes") == std::string::npos);
    CHECK((sealed.payloads == draft.payloads));
    const auto fields = decode(sealed.text)->fields;
    REQUIRE(fields.size() == 2);
    CHECK(fields[0] == std::pair(std::string("arguments"), commitment(draft.payloads[0])));
    CHECK(fields[1] == std::pair(std::string("result_secrets"), commitment(draft.commitments[0])));
}

TEST_CASE("a sealed entry is bound to its id and to what stands before it") {
    const StoredEntry first = seal({}, {0, 1}, {});
    CHECK(first.previous == iam::Digest{});
    CHECK(first.hash == chain_hash(first.previous, first.text));
    const StoredEntry second = seal({}, {0, 2}, first.hash);
    CHECK(second.previous == first.hash);
    CHECK(seal({}, {0, 1}, first.hash).hash != first.hash);
    CHECK(seal({}, {0, 2}, {}).hash != first.hash);
}
