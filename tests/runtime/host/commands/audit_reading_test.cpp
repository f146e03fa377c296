// Reading the ledger: filters, pages, one call from its proposal to its undo, and following by
// filter. Tests of runtime/src/host/output/audit_words.cpp. Tests of
// runtime/src/question/duration.cpp.
#include <iam/tool/define.hpp>

#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

#include <algorithm>

using iam::host::ExitCode;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::lines_in;
using iam::test::Outcome;

namespace {

/// 0.1 and 0.2 of quick, 0.3 and 0.4 of broken, 0.5 a refusal, 0.6 a policy, 0.7 and 0.8 of echo.
void record_some(HostFixture& host) {
    host.run({"call", "quick", "{}"});
    host.run({"call", "broken", "{}"});
    host.run({"call", "forbidden", R"({"text":"x"})"});
    host.run({"policy", "set", "echo", "auto"});
    host.run({"call", "echo", R"({"message":"a needle"})"});
}

std::string ids(HostFixture& host, std::vector<std::string> words) {
    words.insert(words.begin(), "audit");
    words.emplace_back("--json");
    const Outcome outcome = host.run(words);
    INFO(outcome.err);
    CHECK(outcome.code == ExitCode::done);
    std::string found;
    for (const std::string& line : lines_in(outcome.out))
        found += json_of(line)["id"].get<std::string>() + " ";
    return found;
}

}  // namespace

TEST_CASE("audit shows what its filters let through") {
    HostFixture host;
    record_some(host);
    CHECK(ids(host, {"--tool", "broken"}) == "0.4 0.3 ");
    CHECK(ids(host, {"--outcome", "refused"}) == "0.5 ");
    CHECK(ids(host, {"--outcome", "failed"}) == "0.4 ");
    CHECK(ids(host, {"--outcome", "policy_denied"}) == "0.5 ");
    CHECK(ids(host, {"--text", "a needle"}) == "0.8 0.7 ");
    CHECK(ids(host, {"--risk", "low"}) == "0.2 0.1 ");
    CHECK(ids(host, {"--risk", "low", "--outcome", "done"}) == "0.2 ");
    CHECK(ids(host, {"--subject", "ann", "--outcome", "failed"}) == "0.4 ");
    CHECK(ids(host, {"--subject", "nobody"}).empty());
    CHECK(ids(host, {"--since", "2026-01-03"}).empty());
    CHECK(ids(host, {"--until", "2026-01-02T03:04:05Z"}).empty());
    CHECK(ids(host, {"--since", "1m", "--tool", "quick"}) == "0.2 0.1 ");
    CHECK(host.run({"audit", "--since", "yesterday"}).code == ExitCode::usage);
    CHECK(host.run({"audit", "--risk", "huge"}).code == ExitCode::usage);
}

TEST_CASE("XF04: audit counts what a filter leaves out") {
    HostFixture host;
    record_some(host);
    CHECK(contains(host.run({"audit", "--tool", "broken"}).err, "2 of 8 entries"));
    CHECK(contains(host.run({"audit", "export", "--tool", "broken"}).err, "2 of 8 entries"));
    CHECK(host.run({"audit", "export"}).err.empty());
}

TEST_CASE("an option of audit is refused where one of its commands would ignore it") {
    HostFixture host;
    record_some(host);
    const std::vector<std::vector<std::string>> mistaken{
        {"audit", "--tool", "broken", "export"},
        {"audit", "export", "--limit", "2"},
        {"audit", "erase", "--tool", "broken", "--limit", "1", "--reason", "r"},
        {"audit", "report", "--tool", "broken"},
        {"audit", "--follow", "verify"}};
    for (const auto& words : mistaken) {
        const Outcome refused = host.run(words);
        CHECK(refused.code == ExitCode::usage);
        CHECK(refused.out.empty());
        CHECK(contains(refused.err, "is an option of \"audit\" alone"));
    }
    CHECK(host.run({"audit", "export", "--tool", "broken", "--json"}).code == ExitCode::done);
}

TEST_CASE("audit names the cursor of the next page and ends without one") {
    HostFixture host;
    record_some(host);
    const Outcome first = host.run({"audit", "--limit", "3"});
    CHECK(contains(first.err, "--before 0.6"));
    CHECK(ids(host, {"--limit", "3", "--before", "0.6"}) == "0.5 0.4 0.3 ");
    const Outcome last = host.run({"audit", "--limit", "2", "--before", "0.3"});
    CHECK(last.err.empty());
    CHECK(host.run({"audit", "--before", "x"}).code == ExitCode::usage);
    CHECK(contains(host.run({"audit", "--before", "0.999"}).err, "There is no entry 0.999"));
}

TEST_CASE("audit show tells a call from its question to its undo") {
    HostFixture host;
    std::string shown;
    host.answer({"call", "echo", R"({"message":"hello"})"}, {"1"}, &shown);
    const auto all = lines_in(host.run({"audit", "--json"}).out);
    const std::string outcome = json_of(all.front())["id"];
    const auto before = json_of(host.run({"audit", "show", outcome, "--json"}).out);
    CHECK(contains(before["undo_command"].get<std::string>(), "undo " + outcome));
    std::string kinds;
    bool has_preview = false;
    for (const auto& entry : before["call"]) {
        kinds += entry["entry"]["kind"].get<std::string>() + " ";
        has_preview = has_preview || entry["values"].contains("preview");
    }
    CHECK(kinds == "approval approval intent outcome ");
    CHECK(has_preview);
    const std::string text = host.run({"audit", "show", outcome}).out;
    CHECK(contains(text, "all entries of this call:"));
    CHECK(contains(text, "proposed by a person\n"));
    CHECK(contains(text, "Says something."));
    CHECK(contains(text, "to take it back: "));

    host.run({"undo", outcome});
    const auto after = json_of(host.run({"audit", "show", outcome, "--json"}).out);
    CHECK_FALSE(after.contains("undo_command"));
    CHECK(after["undo"] == "undone");
    REQUIRE(after["call"].size() == 6);
    CHECK(after["call"][4]["entry"]["kind"] == "undo_intent");
    CHECK(after["call"][5]["entry"]["kind"] == "undo_outcome");
}

TEST_CASE("audit show has the undos of a call that failed, and how to try again") {
    HostFixture host;
    host.more_tools = [](iam::Registry& registry) {
        return iam::define("stick")
            .description("Is not undone.")
            .policy(iam::allow)
            .call([] {})
            .undo([] { throw iam::tool_error("undo_conflict", "It sticks."); }, {})
            .add_to(registry);
    };
    host.run({"call", "stick", "{}"});
    CHECK(contains(host.run({"undo", "0.2"}).err, "undo_conflict: It sticks."));
    const auto shown = json_of(host.run({"audit", "show", "0.1", "--json"}).out);
    REQUIRE(shown["call"].size() == 4);
    CHECK(shown["call"][2]["entry"]["kind"] == "undo_intent");
    CHECK(shown["call"][3]["entry"]["code"] == "undo_conflict");
    CHECK(contains(shown["undo_command"].get<std::string>(), "undo 0.2"));
}

TEST_CASE("audit --follow gives what its filters let through") {
    HostFixture host;
    record_some(host);
    auto following = std::async(std::launch::async, [&] {
        return host.run({"audit", "--follow", "--json", "--tool", "broken", "--limit", "1"});
    });
    host.run({"call", "quick", "{}"});
    host.stop.request_stop();
    const Outcome followed = following.get();
    CHECK(followed.code == ExitCode::done);
    REQUIRE(lines_in(followed.out).size() == 1);
    CHECK(json_of(followed.out)["id"] == "0.4");
}
