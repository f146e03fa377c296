// Entries read back: everything that encode writes, and nothing that it does not.
// Tests of runtime/src/ledger/outline.cpp.
#include <iam/ledger/entry.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>
#include <ledger/outline.hpp>

#include <limits>
#include <random>

using namespace iam::ledger;
using namespace iam::test;
using iam::Errc;

namespace {

/// Entries with every part present or absent by chance.
class RandomEntries {
 public:
    /// Where they are plain, no text of them needs an escape.
    explicit RandomEntries(std::uint64_t seed, bool plain = false) : random_(seed), plain_(plain) {}

    Entry next() {
        Entry entry;
        entry.kind = pick<EntryKind>(14);
        entry.time =
            std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(integer()));
        entry.application = text();
        entry.instance = text();
        entry.call_id = text();
        if (chance()) entry.tool = {text(), text()};
        entry.subject = {text(), text(), text(), text()};
        if (chance()) entry.proposer = proposer();
        if (chance()) entry.approver = approver();
        if (chance()) entry.contract = {digest(), digest(), digest()};
        if (chance()) entry.arguments_digest = digest();
        if (chance()) entry.decision = decision();
        if (chance()) entry.risk = pick<iam::consent::Risk>(3);
        entry.answer = text();
        entry.approval = text();
        entry.grant = text();
        entry.permission = text();
        if (chance()) entry.policy = pick<iam::Policy>(3);
        if (chance()) entry.of = EntryId{static_cast<std::uint32_t>(random_()), random_() | 1U};
        if (chance()) entry.success = chance();
        entry.code = text();
        if (chance()) entry.duration = std::chrono::microseconds(integer());
        if (chance()) entry.shown_digest = digest();
        entry.late = chance();
        entry.build = text();
        entry.generator = text();
        if (chance()) entry.rules = digest();
        if (chance()) entry.count = random_() >> 1U;
        entry.lazily_synced = chance();
        entry.trusted = chance();
        return entry;
    }

 private:
    bool chance() { return random_() % 2 == 0; }
    template <class Enum>
    Enum pick(std::uint64_t count) {
        return static_cast<Enum>(random_() % count);
    }
    std::int64_t integer() {
        const std::int64_t edges[] = {0, -1, std::numeric_limits<std::int64_t>::min(),
                                      std::numeric_limits<std::int64_t>::max(),
                                      (std::int64_t{1} << 53) + 1};
        return chance() ? edges[random_() % 5] : static_cast<std::int64_t>(random_());
    }
    std::string text() {
        if (plain_) return chance() ? "" : std::string("caf\u00E9 ", random_() % 7);
        const char* const pieces[] = {"a",      "\"",     "\\",         "\n",   "\x1b[0m",
                                      "\u00E9", "\u202E", "\U0001F600", "\x7f", "{\"id\":\"0.9\"}",
                                      " "};
        std::string all;
        for (auto n = random_() % 4; n > 0; --n) all += pieces[random_() % 11];
        if (random_() % 8 == 0) all += '\0';
        return all;
    }
    iam::Digest digest() { return digest_of(std::to_string(random_())); }
    iam::Proposer proposer() {
        return {.kind = pick<iam::Proposer::Kind>(4),
                .model = text(),
                .provider = text(),
                .conversation_id = text(),
                .request_id = text()};
    }
    iam::consent::Approver approver() {
        return {.uid = text(),
                .login = text(),
                .channel = text(),
                .locale = text(),
                .kind = pick<iam::consent::ApproverKind>(4)};
    }
    iam::consent::Decision decision() {
        return {.effect = pick<iam::Policy>(3),
                .source = pick<iam::consent::Source>(11),
                .source_id = text(),
                .reason = text()};
    }

    std::mt19937_64 random_;
    bool plain_;
};

bool same(const Entry& a, const Entry& b) {
    return a.kind == b.kind && a.time == b.time && a.application == b.application &&
           a.instance == b.instance && a.call_id == b.call_id && a.tool == b.tool &&
           a.subject == b.subject && a.proposer == b.proposer && a.approver == b.approver &&
           a.contract == b.contract && a.arguments_digest == b.arguments_digest &&
           a.decision == b.decision && a.risk == b.risk && a.answer == b.answer &&
           a.approval == b.approval && a.grant == b.grant && a.permission == b.permission &&
           a.policy == b.policy && a.of == b.of && a.success == b.success && a.code == b.code &&
           a.duration == b.duration && a.shown_digest == b.shown_digest && a.late == b.late &&
           a.build == b.build && a.generator == b.generator && a.rules == b.rules &&
           a.count == b.count && a.lazily_synced == b.lazily_synced && a.trusted == b.trusted;
}

}  // namespace

TEST_CASE("every entry is read back as it was written") {
    RandomEntries entries(20'260'102);
    for (std::uint64_t seq = 1; seq <= 2000; ++seq) {
        EntryDraft draft;
        draft.entry = entries.next();
        if (seq % 2 == 0) draft.payloads = {payload_of("arguments", "{}")};
        const std::string text = encode(draft, {0, seq});
        INFO(text);
        const auto decoded = decode(text);
        REQUIRE(decoded.has_value());
        CHECK(decoded->id == EntryId{0, seq});
        REQUIRE(same(decoded->entry, draft.entry));
        CHECK(decoded->fields.size() == draft.payloads.size());
        EntryDraft again;
        again.entry = decoded->entry;
        again.payloads = draft.payloads;
        REQUIRE(encode(again, decoded->id) == text);
    }
}

namespace {

/// Where outline_of answers, decode says the same; whether it did answer. What is known of other
/// entries changes nothing.
bool agrees_with_decode(const std::string& text, KnownObjects& known) {
    const auto outline = outline_of(text, known);
    KnownObjects none;
    REQUIRE(outline_of(text, none).has_value() == outline.has_value());
    if (!outline) return false;
    INFO(text);
    const auto decoded = decode(text);
    REQUIRE(decoded.has_value());
    REQUIRE(outline->id == decoded->id);
    REQUIRE(outline->kind == decoded->entry.kind);
    REQUIRE(outline->call == decoded->entry.call_id);
    REQUIRE(outline->of == decoded->entry.of);
    REQUIRE(outline->field_count == decoded->fields.size());
    for (std::size_t i = 0; i < outline->field_count; ++i) {
        REQUIRE(outline->fields[i].name == decoded->fields[i].first);
        REQUIRE(outline->fields[i].hex == decoded->fields[i].second.hex());
    }
    return true;
}

/// All that an entry can have, and nothing that needs an escape.
EntryDraft plain_draft() {
    EntryDraft draft;
    Entry& entry = draft.entry;
    entry.kind = EntryKind::outcome;
    entry.time = std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(17));
    entry.call_id = "call-1";
    entry.tool = {"origin", "set_alarm"};
    entry.subject = {"ann", "home", "s1", "agent"};
    entry.proposer = iam::Proposer{.kind = iam::Proposer::Kind::model,
                                   .model = "m",
                                   .provider = "p",
                                   .conversation_id = "c",
                                   .request_id = "r"};
    entry.approver = iam::consent::Approver{};
    entry.contract = {digest_of("a"), digest_of("b"), digest_of("c")};
    entry.arguments_digest = digest_of("d");
    entry.decision = iam::consent::Decision{};
    entry.risk = iam::consent::Risk::low;
    entry.of = EntryId{0, 3};
    entry.success = true;
    entry.duration = std::chrono::microseconds(250);
    entry.late = true;
    entry.count = 4;
    draft.payloads = {payload_of("arguments", "{}"), payload_of("result", "1", 2)};
    draft.commitments = {payload_of("arguments_secrets", "s", 3)};
    return draft;
}

}  // namespace

TEST_CASE("the outline of an entry is what decoding it says, where there is one") {
    RandomEntries entries(20'261'124, true);
    KnownObjects known;
    int outlined = 0;
    for (std::uint64_t seq = 1; seq <= 4000; ++seq) {
        EntryDraft draft;
        draft.entry = entries.next();
        if (seq % 2 == 0) draft.payloads = {payload_of("arguments", "{}")};
        if (agrees_with_decode(encode(draft, {0, seq}), known)) ++outlined;
    }
    CHECK(outlined > 200);
    CHECK(agrees_with_decode(encode(plain_draft(), {0, 4}), known));
}

TEST_CASE("a text that decoding refuses has no outline, whichever byte is another one") {
    const std::string good = encode(plain_draft(), {0, 4});
    KnownObjects known;
    REQUIRE(agrees_with_decode(good, known));
    int outlined = 0;
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (int value = 0; value < 256; ++value) {
            std::string text = good;
            text[at] = static_cast<char>(value);
            KnownObjects of_good = known;
            if (agrees_with_decode(text, of_good)) ++outlined;
        }
        std::string shorter = good;
        KnownObjects of_all = known;
        agrees_with_decode(shorter.erase(at, 1), of_all);
        agrees_with_decode(good.substr(0, at), of_all);
        agrees_with_decode(good.substr(0, at) + good[at] + good.substr(at), of_all);
    }
    CHECK(outlined > 1000);
}

TEST_CASE("an entry of before approvers had a kind tells it by the channel") {
    using Kind = iam::consent::ApproverKind;
    const std::pair<std::string, Kind> known[] = {{"terminal", Kind::person},
                                                  {"program", Kind::program},
                                                  {"host_assertion", Kind::host_assertion}};
    for (const auto& [channel, kind] : known) {
        const auto old = decode(R"({"approver":{"channel":")" + channel +
                                R"("},"id":"0.1","kind":"intent","time_ms":0})");
        REQUIRE(old.has_value());
        CHECK(old->entry.approver->channel == channel);
        CHECK(old->entry.approver->kind == kind);
    }
    const auto person = decode(
        R"({"approver":{"channel":"program","kind":"person"},"id":"0.1","kind":"intent","time_ms":0})");
    REQUIRE(person.has_value());
    CHECK(person->entry.approver->kind == Kind::person);
}

TEST_CASE("a text that is no entry is corrupt and says where") {
    const std::string hex(64, 'a');
    const std::pair<std::string, const char*> cases[] = {
        {"", "nothing at all"},
        {"[]", "another kind of value"},
        {"null", "null"},
        {R"({"kind":"note","time_ms":0})", "no id"},
        {R"({"id":"0.1","time_ms":0})", "no kind"},
        {R"({"id":"0.1","kind":"note"})", "no time"},
        {R"({"id":"0.1","kind":"note","time_ms":0}x)", "something behind it"},
        {R"({"id":"0.1","kind":"note","time_ms":0)", "cut off"},
        {R"({"id":"0.1","id":"0.2","kind":"note","time_ms":0})", "a member twice"},
        {R"({"id":"0.1","kind":"note","new":1,"time_ms":0})", "an unknown member"},
        {R"({"id":"0.1","kind":"Note","time_ms":0})", "an unknown kind"},
        {R"({"id":"0.1","kind":"","time_ms":0})", "an empty kind"},
        {R"({"id":"0.1","kind":1,"time_ms":0})", "a number as kind"},
        {R"({"id":"1","kind":"note","time_ms":0})", "an id in short form"},
        {R"({"id":"0.0","kind":"note","time_ms":0})", "an id of no entry"},
        {R"({"id":1,"kind":"note","time_ms":0})", "a number as id"},
        {R"({"id":"0.1","kind":"note","time_ms":"0"})", "a string as time"},
        {R"({"id":"0.1","kind":"note","time_ms":0.5})", "half a millisecond"},
        {R"({"id":"0.1","kind":"note","time_ms":9223372036854775808})", "a time too large"},
        {R"({"id":"0.1","kind":"note","late":1,"time_ms":0})", "a number as truth"},
        {R"({"count":-1,"id":"0.1","kind":"note","time_ms":0})", "a negative count"},
        {R"({"id":"0.1","kind":"note","success":null,"time_ms":0})", "null as truth"},
        {R"({"fields":{"a":"12"},"id":"0.1","kind":"note","time_ms":0})", "a short digest"},
        {R"({"fields":[],"id":"0.1","kind":"note","time_ms":0})", "fields as a list"},
        {R"({"arguments_digest":")" + std::string(64, 'A') +
             R"(","id":"0.1","kind":"note","time_ms":0})",
         "a digest in capitals"},
        {R"({"contract":{"consent":")" + hex + R"("},"id":"0.1","kind":"note","time_ms":0})",
         "a contract without its other digests"},
        {R"({"decision":{"effect":"allow"},"id":"0.1","kind":"note","time_ms":0})",
         "a decision of nobody"},
        {R"({"id":"0.1","kind":"note","proposer":{},"time_ms":0})", "a proposer without kind"},
        {R"({"id":"0.1","kind":"note","policy":"auto","time_ms":0})", "an unknown policy"},
        {R"({"id":"0.1","kind":"note","risk":"none","time_ms":0})", "an unknown risk"},
        {R"({"id":"0.1","kind":"note","subject":"u","time_ms":0})", "a string as subject"},
        {R"({"id":"0.1","kind":"note","subject":{"u":"v"},"time_ms":0})", "an unknown part"},
        {"{\"code\":\"\xFF\",\"id\":\"0.1\",\"kind\":\"note\",\"time_ms\":0}", "bad UTF-8"},
    };
    for (const auto& [text, name] : cases) {
        INFO(name);
        const auto decoded = decode(text);
        REQUIRE_FALSE(decoded.has_value());
        CHECK(decoded.error().code == Errc::corrupt);
        CHECK(decoded.error().message.size() > 40);
    }
    CHECK(decode(cases[10].first).error().pointer == "/kind");
}

TEST_CASE("no cut or changed text of an entry crashes the reader") {
    EntryDraft draft;
    draft.entry = RandomEntries(3).next();
    const std::string text = encode(draft, {0, 1});
    for (std::size_t i = 0; i < text.size(); ++i) {
        CHECK_FALSE(decode(text.substr(0, i)).has_value());
        for (int bit = 0; bit < 8; ++bit) {
            std::string changed = text;
            changed[i] = static_cast<char>(static_cast<unsigned char>(changed[i]) ^ (1U << bit));
            const auto decoded = decode(changed);
            if (!decoded) CHECK(decoded.error().code == Errc::corrupt);
        }
    }
}

TEST_CASE("an entry with a very long text is read back") {
    EntryDraft draft;
    draft.entry.decision.emplace().reason = std::string(std::size_t{20} << 20, 'r');
    const auto decoded = decode(encode(draft, {0, 1}));
    REQUIRE(decoded.has_value());
    CHECK(decoded->entry.decision->reason.english().size() == std::size_t{20} << 20);
}
