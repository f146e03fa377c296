// The report: what it counts, in which period, and what it says that nobody knows.
// Tests of runtime/src/host/commands/audit_report.cpp.
#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

using iam::host::ExitCode;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;

TEST_CASE("audit report counts questions, answers, calls and undos, and what stands") {
    HostFixture host;
    host.run({"call", "quick", "{}"});
    host.run({"call", "broken", "{}"});
    host.run({"call", "forbidden", R"({"text":"x"})"});
    host.answer({"call", "echo", R"({"message":"hello"})"}, {"1"});
    host.run({"undo", "0.9"});
    host.run({"grants", "set", "count", "until-cleared"});
    const auto report = json_of(host.run({"audit", "report", "--json"}).out);
    INFO(report.dump());
    CHECK(report["prompts"] == 1);
    CHECK(report["answers"]["allow_once"] == 1);
    CHECK(report["answers_of_programs"] == 0);
    CHECK(report["calls_begun"] == 3);
    CHECK(report["calls_done"] == 2);
    CHECK(report["calls_failed"] == 1);
    CHECK(report["calls_refused"] == 1);
    CHECK(report["undos_done"] == 1);
    CHECK(report["host_assertions"] == 0);
    CHECK(report["standing_grants"] == 1);
    CHECK(report["unknown"].empty());
    CHECK(contains(host.run({"audit", "report"}).out, "1   grants that stand now"));
}

TEST_CASE("audit report keeps to its period") {
    HostFixture host;
    host.run({"call", "quick", "{}"});
    const auto report =
        json_of(host.run({"audit", "report", "--from", "2026-01-03", "--json"}).out);
    CHECK(report["entries"] == 0);
    CHECK(report["from"] == "2026-01-03T00:00:00.000Z");
    CHECK(
        json_of(host.run({"audit", "report", "--to", "2026-01-03", "--json"}).out)["calls_done"] ==
        1);
    CHECK(host.run({"audit", "report", "--from", "soon"}).code == ExitCode::usage);
}

TEST_CASE("audit report counts questions nobody answered, and no grant whose time is over") {
    HostFixture host;
    host.run({"call", "echo", R"({"message":"hello"})"});
    host.run({"grants", "set", "count", "15m"});
    const auto report = [&] { return json_of(host.run({"audit", "report", "--json"}).out); };
    CHECK(report()["prompts_open"] == 1);
    CHECK(report()["prompts_expired"] == 0);
    CHECK(report()["standing_grants"] == 1);
    host.clock.advance(std::chrono::minutes(15));
    CHECK(report()["prompts_open"] == 0);
    CHECK(report()["prompts_expired"] == 1);
    CHECK(report()["standing_grants"] == 0);
}
