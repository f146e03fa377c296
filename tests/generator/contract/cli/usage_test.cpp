// What a ledger says of findings: calls by the schema with one change alone, permissions by the
// contract before.
#include <generator/contract/cli/usage.hpp>
#include <generator/contract/formats/formats.hpp>
#include <generator/contract/support.hpp>
#include <iam/schema/schema.hpp>
#include <iam/store/memory_store.hpp>
#include <support/conformance.hpp>
#include <support/fake_entropy.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

namespace iam::gen::contract::test {
namespace {

using iam::test::ok;

const Moment k_now{std::chrono::sys_days{std::chrono::year{2026} / 11 / 23}, {}, {}};
constexpr std::chrono::days k_day{1};

/// A state in memory that calls and permissions are put into.
struct State {
    iam::test::FakeEntropy entropy{};
    std::shared_ptr<ledger::Store> store{store::make_memory_store(entropy)};

    void put(ledger::Batch batch) { ok(store->commit(std::move(batch))); }

    /// `name`: of the payload; anything but "arguments" is not the whole value.
    void call(const std::string& tool, const std::string& arguments, std::chrono::days ago = k_day,
              const std::string& more = {}) {
        ledger::Batch batch;
        ledger::EntryDraft draft;
        draft.entry.kind = ledger::EntryKind::intent;
        draft.entry.tool = ToolId{"", tool};
        draft.entry.time = k_now.wall - ago;
        draft.payloads.push_back(iam::test::payload_of("arguments", arguments));
        if (!more.empty()) draft.commitments.push_back(iam::test::payload_of(more, "hidden"));
        batch.entries.push_back(std::move(draft));
        put(std::move(batch));
    }
    void grant(const std::string& id, const std::string& tool) {
        ledger::Batch batch;
        batch.mutations.emplace_back(ledger::PutGrant{iam::test::grant_of(id, ToolId{"", tool})});
        put(std::move(batch));
    }
    Report report(const Catalogue& before, const Catalogue& after) {
        Report made = report_of(before, after);
        add_usage(made, ok(read_use(*store, k_now)), before, after);
        return made;
    }
};

Item item_of_rule(const Report& report, std::string_view rule) {
    for (const Item& item : report.items)
        if (item.finding.rule->id == rule) return item;
    FAIL("no finding of " << rule);
    return {};
}

std::string bounds(int n, int m) {
    return R"({"type":"object","properties":{"n":{"type":"integer","maximum":)" +
           std::to_string(n) + R"(},"m":{"type":"integer","maximum":)" + std::to_string(m) +
           R"(}},"additionalProperties":false})";
}

const std::string k_digest = [] {
    return R"(,"_meta":{"iam/contract":{"digests":{"consent":")" +
           iam::test::digest_of("contract").hex() + R"("}}})";
}();

}  // namespace

TEST_CASE("each finding has the recorded calls that its change alone refuses") {
    State state;
    for (const char* arguments : {R"({"n":7})", R"({"n":7})", R"({"m":7})", R"({"m":1,"n":1})"})
        state.call("a", arguments);
    state.call("other", R"({"n":7})");
    const Report report = state.report(with_schema(bounds(9, 9)), with_schema(bounds(5, 6)));
    REQUIRE(report.items.size() == 2);
    const Item& of_m = report.items[0];
    const Item& of_n = report.items[1];
    CHECK(of_m.finding.pointer.find("/m") != std::string::npos);
    CHECK(of_m.usage->calls == 4);
    CHECK(of_m.usage->breaking == 1U);
    CHECK(of_n.usage->breaking == 2U);
    CHECK(of_n.usage->untold == 0);
    CHECK(usage_text(of_n) == "calls in 90 days: 4, would break: 2");
}

TEST_CASE("a call that the contract before did not take either is not broken by the change") {
    State state;
    state.call("a", R"({"n":50})");
    state.call("a", R"({"old":1})");
    const Item item =
        item_of_rule(state.report(with_schema(bounds(9, 9)), with_schema(bounds(5, 9))), "I25");
    CHECK(item.usage->calls == 2);
    CHECK(item.usage->breaking == 0U);
}

TEST_CASE("calls are those of ninety days, and what is not recorded whole cannot be told") {
    State state;
    state.call("a", R"({"n":7})", std::chrono::days(90));
    state.call("a", R"({"n":7})", std::chrono::days(89));
    state.call("a", R"({"n":7})", k_day, "arguments_secrets");
    state.call("a", R"({"n":7})", k_day, "arguments_whole");
    const Item item =
        item_of_rule(state.report(with_schema(bounds(9, 9)), with_schema(bounds(5, 9))), "I25");
    CHECK(item.usage->calls == 3);
    CHECK(item.usage->breaking == 1U);
    CHECK(item.usage->untold == 2);
    CHECK(usage_text(item) == "calls in 90 days: 3, would break: 1, cannot be told: 2");
}

TEST_CASE("every call of a tool that is gone or has another name breaks") {
    State state;
    state.call("gone", "{}");
    state.call("save_note", R"({"n":1})");
    state.call("save_note", R"({"n":2})");
    const std::string symbol = R"(,"_meta":{"iam/contract":{"symbol":"notes::save"}}})";
    const std::string schema = R"("inputSchema":)" + bounds(9, 9) + symbol;
    const Report report =
        state.report(catalogue(R"({"name":"gone"},{"name":"save_note",)" + schema),
                     catalogue(R"({"name":"keep_note",)" + schema));
    CHECK(item_of_rule(report, "T01").usage->breaking == 1U);
    CHECK(item_of_rule(report, "T04").usage->breaking == 2U);
}

TEST_CASE("a change that breaks no call counts the permissions of the contract before") {
    State state;
    state.call("a", R"({"n":7})");
    state.grant("g1", "a");
    state.grant("g2", "other");
    const Item item = item_of_rule(
        state.report(with_schema(bounds(5, 9), k_digest), with_schema(bounds(9, 9), k_digest)),
        "I26");
    CHECK_FALSE(item.usage->breaking.has_value());
    CHECK(item.usage->permissions == 1);
    CHECK(usage_text(item) == "calls in 90 days: 1, standing permissions: 1");
    std::string other = k_digest;
    other.replace(other.find("consent\":\"") + 10, 4, "0000");
    const Item later = item_of_rule(
        state.report(with_schema(bounds(5, 9), other), with_schema(bounds(9, 9), other)), "I26");
    CHECK(later.usage->permissions == 0);
}

TEST_CASE("of permissions those count that hold and allow") {
    State state;
    ledger::Batch batch;
    const ToolId tool{"", "a"};
    consent::Grant spent = iam::test::grant_of("spent", tool);
    spent.uses = 0;
    consent::Grant ended = iam::test::grant_of("ended", tool);
    ended.deadline = consent::deadline_after({k_now.wall - k_day, {}, {}}, std::chrono::hours(1));
    batch.mutations.emplace_back(ledger::PutGrant{spent});
    batch.mutations.emplace_back(ledger::PutGrant{ended});
    batch.mutations.emplace_back(
        ledger::PutPermission{iam::test::permission_of("never", false, tool)});
    consent::Permission always = iam::test::permission_of("always", true, tool);
    always.workspace = "w";
    batch.mutations.emplace_back(ledger::PutPermission{always});
    consent::Permission lapsed = always;
    lapsed.id = "lapsed";
    lapsed.workspace = "x";
    lapsed.last_used = k_now.wall - std::chrono::days(31);
    batch.mutations.emplace_back(ledger::PutPermission{lapsed});
    state.put(std::move(batch));
    const Item item =
        item_of_rule(state.report(with_schema(bounds(5, 9)), with_schema(bounds(9, 9))), "I26");
    CHECK(item.usage->permissions == 1);
}

TEST_CASE("a ledger of many entries is read as far as it counts") {
    State state;
    for (int i = 0; i < 1'203; ++i) state.call("a", R"({"n":7})");
    const Item item =
        item_of_rule(state.report(with_schema(bounds(9, 9)), with_schema(bounds(5, 9))), "I25");
    CHECK(item.usage->breaking == 1'203U);
}

TEST_CASE("what a ledger says stands in every format that has findings") {
    State state;
    state.call("a", R"({"n":7})");
    const Report report = state.report(with_schema(bounds(9, 9)), with_schema(bounds(5, 9)));
    for (const Format format : {Format::text, Format::one_line, Format::sarif, Format::github,
                                Format::gitlab, Format::markdown, Format::junit, Format::tap}) {
        INFO(static_cast<int>(format));
        CHECK(formatted(report, format, {"1"}).find("calls in 90 days: 1, would break: 1") !=
              std::string::npos);
    }
    const Json document = parse_json(formatted(report, Format::json, {"1"})).value();
    CHECK(json_equal(document["findings"][0]["usage"],
                     {{"days", 90}, {"calls", 1}, {"breaking", 1}, {"permissions", 0}}));
    std::ifstream file(IAM_REPORT_SCHEMA);
    std::ostringstream schema;
    schema << file.rdbuf();
    CHECK(schema::Schema::compile(parse_json(schema.str()).value())->accepts(document).value());
}

}  // namespace iam::gen::contract::test
