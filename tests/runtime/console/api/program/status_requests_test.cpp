// Tests of runtime/src/console/api/program/{status_requests,tool_health}.cpp.
#include "console/api/program/tool_health.hpp"
#include "console_fixture.hpp"

using namespace iam;
using test::ConsoleFixture;

namespace {

/// An outcome of a call of "echo" that follows `previous`.
ledger::StoredEntry outcome(std::uint64_t seq, const Digest& previous, std::int64_t microseconds,
                            const std::string& code = {}) {
    ledger::EntryDraft draft;
    draft.entry.kind = ledger::EntryKind::outcome;
    draft.entry.tool = ToolId{"files", "echo"};
    draft.entry.success = code.empty();
    draft.entry.code = code;
    draft.entry.duration = std::chrono::microseconds(microseconds);
    return ledger::seal(std::move(draft), {0, seq}, previous);
}

/// Of `durations`, oldest first; the third call has failed.
std::vector<ledger::StoredEntry> chain(const std::vector<std::int64_t>& durations) {
    std::vector<ledger::StoredEntry> entries;
    Digest previous{};
    for (const std::int64_t duration : durations) {
        const std::uint64_t seq = entries.size() + 1;
        entries.push_back(outcome(seq, previous, duration, seq == 3 ? "tool_failed" : ""));
        previous = entries.back().hash;
    }
    return entries;
}

Json summed_up(const std::vector<ledger::StoredEntry>& entries) {
    console::ToolHealth health;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) health.add(*entry);
    JsonWriter out;
    out.begin_object();
    health.put(out);
    out.end_object();
    const auto value = parse_json(out.take());
    REQUIRE(value);
    return *value;
}

}  // namespace

TEST_CASE("a tool has its calls, failures, percentiles and last error (W42)") {
    const Json health = summed_up(chain({400, 100, 300, 200, 9000}));
    REQUIRE(health["tools"].size() == 1);
    const Json& tool = health["tools"][0];
    CHECK(tool["tool"] == "files/echo");
    CHECK(tool["calls"] == 5);
    CHECK(tool["failures"] == 1);
    CHECK(tool["latency_p50_us"] == 300);
    CHECK(tool["latency_p95_us"] == 9000);
    CHECK(tool["last_error"]["code"] == "tool_failed");
    CHECK(tool["last_error"]["entry"] == "0.3");
}

TEST_CASE("the status sums up the state, without a program's own facts if it has none (W42)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    fixture.open_question();
    const Json status = fixture.get("/api/status").json();
    CHECK(status["tools"].empty());
    CHECK(status["broken_records"] == 0);
    CHECK_FALSE(status.contains("program"));
    CHECK(fixture.get("/api/status?limit=3").status == 400);
}

TEST_CASE("the facts of the program stand in the status, or their error (W42)") {
    ConsoleFixture fixture;
    fixture.status = [] { return Result<std::string>(R"({"rules":[],"store":{}})"); };
    fixture.start().log_in();
    CHECK(fixture.get("/api/status").json()["program"]["rules"].empty());
    ConsoleFixture failing;
    failing.status = []() -> Result<std::string> { return fail(Errc::unavailable, "No state."); };
    failing.start().log_in();
    CHECK(failing.get("/api/status").status == 503);
}
