#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

using iam::host::ExitCode;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::Outcome;

namespace {

const std::vector<std::string> k_echo_hi = {"call", "echo", R"({"message":"hi"})"};

}  // namespace

TEST_CASE("C40 permissions shorten ends an always sooner") {
    HostFixture host;
    CHECK(host.answer(k_echo_hi, {"2", "2"}).code == ExitCode::done);
    const auto listed = json_of(host.run({"permissions", "list", "--json"}).out);
    const std::string id = listed["permissions"][0]["id"].get<std::string>();
    CHECK(host.run({"permissions", "shorten", id, "8d"}).code == ExitCode::usage);
    CHECK(host.run({"permissions", "shorten", id, "soon"}).code == ExitCode::usage);
    CHECK(host.run({"permissions", "shorten", "nobody", "1h"}).code == ExitCode::failed);
    CHECK(contains(host.run({"permissions", "shorten", id, "2d"}).out, "2026-01-04T03:04:05"));
    CHECK(host.run(k_echo_hi).code == ExitCode::done);
    host.clock.advance(std::chrono::days(2));
    CHECK(host.run(k_echo_hi).code == ExitCode::undecided);
}

TEST_CASE("C40 permissions extend ends an always later, or by no time") {
    HostFixture host;
    CHECK(host.answer(k_echo_hi, {"2", "2"}).code == ExitCode::done);
    const auto listed = json_of(host.run({"permissions", "list", "--json"}).out);
    const std::string id = listed["permissions"][0]["id"].get<std::string>();
    CHECK(host.run({"permissions", "extend", id, "2d"}).code == ExitCode::usage);
    CHECK(host.run({"permissions", "extend", id, "soon"}).code == ExitCode::usage);
    CHECK(contains(host.run({"permissions", "extend", id, "20d"}).out, "2026-01-22T03:04:05"));
    host.clock.advance(std::chrono::days(19));
    CHECK(host.run(k_echo_hi).code == ExitCode::done);
    CHECK(contains(host.run({"permissions", "extend", id, "never"}).out, "until it is revoked"));
    host.clock.advance(std::chrono::days(29));
    CHECK(host.run(k_echo_hi).code == ExitCode::done);
    CHECK(contains(host.run({"audit", "events"}).out, "mcp.permission.override"));
}

TEST_CASE("a grant lets calls pass for as long and as often as it says") {
    HostFixture host;
    CHECK(host.run({"grants", "set", "echo", "once"}).code == ExitCode::done);
    CHECK(host.run(k_echo_hi).code == ExitCode::done);
    CHECK(host.run(k_echo_hi).code == ExitCode::undecided);
    CHECK(host.run({"grants", "set", "echo", "15m"}).code == ExitCode::done);
    CHECK(host.run(k_echo_hi).code == ExitCode::done);
    host.clock.advance(std::chrono::minutes(15));
    CHECK(host.run(k_echo_hi).code == ExitCode::undecided);
    const Outcome no_unit = host.run({"grants", "set", "echo", "15"});
    CHECK(no_unit.code == ExitCode::usage);
    CHECK(contains(no_unit.err, "once or until-cleared"));
    const auto grant = json_of(host.run({"grants", "set", "echo", "until-cleared", "--json"}).out);
    CHECK(host.run(k_echo_hi).code == ExitCode::done);
    CHECK(host.run({"grants", "revoke", grant["id"].get<std::string>()}).code == ExitCode::done);
    CHECK(host.run(k_echo_hi).code == ExitCode::undecided);
    host.run({"grants", "set", "echo", "until-cleared"});
    host.run({"grants", "set", "count", "until-cleared"});
    CHECK(json_of(host.run({"grants", "list", "--json"}).out)["grants"].size() == 2);
    // With the one that has run out, which is still on record.
    CHECK(json_of(host.run({"grants", "revoke-all", "--json"}).out)["revoked"] == 3);
    CHECK(host.run(k_echo_hi).code == ExitCode::undecided);
}

TEST_CASE("a grant may be for some calls, and for exactly these arguments") {
    HostFixture host;
    CHECK(host.run({"grants", "set", "echo", "15m", "--uses", "2"}).code == ExitCode::done);
    CHECK(contains(host.run({"grants", "list"}).out, "2 times"));
    CHECK(host.run(k_echo_hi).code == ExitCode::done);
    CHECK(host.run(k_echo_hi).code == ExitCode::done);
    CHECK(host.run(k_echo_hi).code == ExitCode::undecided);
    host.run({"grants", "set", "echo", "15m", "--uses", "2"});
    host.clock.advance(std::chrono::minutes(15));
    CHECK(host.run(k_echo_hi).code == ExitCode::undecided);

    const Outcome exact = host.run_on(
        "/nonexistent/terminal", {"grants", "set", "echo", "until-cleared", "--arguments", "-"},
        R"({ "message" : "hi" })");
    CHECK(exact.code == ExitCode::done);
    CHECK(contains(exact.out, "these arguments only"));
    CHECK(json_of(host.run({"grants", "list", "--json"}).out)["grants"][0]["match"] == "exact");
    CHECK(host.run(k_echo_hi).code == ExitCode::done);
    CHECK(host.run({"call", "echo", R"({"message":"ho"})"}).code == ExitCode::undecided);
    CHECK(host.run({"call", "echo", R"({"message":"hi","repeat":2})"}).code == ExitCode::undecided);
}

TEST_CASE("a grant by keys is for every call with the same consent keys") {
    HostFixture host;
    const Outcome set = host.run({"grants", "set", "pay", "15m", "--arguments",
                                  R"({"account":"a","amount":1})", "--keys-only"});
    CHECK(set.code == ExitCode::done);
    CHECK(contains(set.out, "allow, these consent keys only"));
    CHECK(json_of(host.run({"grants", "list", "--json"}).out)["grants"][0]["match"] == "keys");
    CHECK(host.run({"call", "pay", R"({"account":"a","amount":9})"}).code == ExitCode::done);
    CHECK(host.run({"call", "pay", R"({"account":"b","amount":1})"}).code == ExitCode::undecided);
}

TEST_CASE("terms that no grant can have are told") {
    HostFixture host;
    CHECK(host.run({"grants", "set", "pay", "15m", "--keys-only"}).code == ExitCode::usage);
    const Outcome keyless = host.run(
        {"grants", "set", "echo", "15m", "--arguments", R"({"message":"hi"})", "--keys-only"});
    CHECK(keyless.code == ExitCode::usage);
    CHECK(contains(keyless.err, "has no consent keys"));
    const Outcome twice = host.run({"grants", "set", "echo", "once", "--uses", "2"});
    CHECK(twice.code == ExitCode::usage);
    CHECK(contains(twice.err, "\"once\" is one use"));
    CHECK(host.run({"grants", "set", "echo", "15m", "--uses", "0"}).code == ExitCode::usage);
    const Outcome wrong =
        host.run({"grants", "set", "echo", "15m", "--arguments", R"({"massage":"hi"})"});
    CHECK(wrong.code == ExitCode::usage);
    CHECK(contains(wrong.err, "massage"));
    CHECK(json_of(host.run({"grants", "list", "--json"}).out)["grants"].empty());
}

TEST_CASE("revoke-all names the grants and permissions that it ends, of every user") {
    HostFixture host;
    host.answer(k_echo_hi, {"2", "2"});
    host.answer({"call", "plain", R"({"text":"x"})"}, {"4", "4"});
    host.run({"grants", "set", "count", "15m", "--user", "bob"});
    const Outcome ended = host.run({"grants", "revoke-all"});
    CHECK(ended.code == ExitCode::done);
    CHECK(contains(ended.out, "  echo   allow always  "));
    CHECK(contains(ended.out, "  count  "));
    CHECK(contains(ended.out, "  bob in -\n"));
    CHECK_FALSE(contains(ended.out, "plain"));
    CHECK(contains(ended.out, "2 ended. Policies and every \"deny always\" stay.\n"));
    CHECK(json_of(host.run({"permissions", "list", "--json"}).out)["permissions"].size() == 1);
    CHECK(host.run({"grants", "revoke-all"}).out ==
          "Nothing was allowed beforehand. Policies and every \"deny always\" stay.\n");
}

TEST_CASE("revoke names the grant or permission that it ends") {
    HostFixture host;
    const auto given = json_of(host.run({"grants", "set", "echo", "once", "--json"}).out);
    const std::string id = given["id"].get<std::string>();
    CHECK(host.run({"grants", "revoke", id}).out ==
          id + "  echo  once  until it is revoked  ann in -\n1 ended.\n");
    CHECK(host.run({"grants", "revoke", id}).code == ExitCode::failed);
    host.answer(k_echo_hi, {"4", "4"});
    const auto denied = json_of(host.run({"permissions", "list", "--json"}).out)["permissions"][0];
    const auto ended =
        json_of(host.run({"permissions", "revoke", denied["id"].get<std::string>(), "--json"}).out);
    CHECK(ended["revoked"] == 1);
    CHECK(ended["grants"].empty());
    CHECK(ended["permissions"][0] == denied);
}

TEST_CASE("a policy decides until it is revoked") {
    HostFixture host;
    CHECK(host.run({"policy", "set", "echo", "auto"}).code == ExitCode::done);
    CHECK(host.run(k_echo_hi).code == ExitCode::done);
    CHECK(host.run({"policy", "set", "echo", "deny"}).code == ExitCode::done);
    CHECK(host.run(k_echo_hi).code == ExitCode::denied);
    const auto listed = json_of(host.run({"policy", "list", "--json"}).out)["policies"];
    REQUIRE(listed.size() == 13);
    CHECK(listed[3]["tool"] == "echo");
    CHECK(listed[3]["stored"] == "deny");
    CHECK(listed[3]["now"] == "deny");
    const Outcome revoked = host.run({"policy", "revoke", "echo"});
    CHECK(revoked.code == ExitCode::done);
    CHECK(contains(revoked.out, "echo  deny  ended"));
    CHECK(host.run(k_echo_hi).code == ExitCode::undecided);
    CHECK(contains(host.run({"policy", "revoke", "echo"}).out, "No policy was stored"));
    CHECK(host.run({"policy", "revoke", "sing"}).code == ExitCode::tool_not_found);
}

TEST_CASE("policy revoke-all goes back to what is compiled, and names what it ends") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    host.run({"policy", "set", "quick", "deny"});
    const auto revoked = json_of(host.run({"policy", "revoke-all", "--json"}).out)["revoked"];
    REQUIRE(revoked.size() == 2);
    CHECK(revoked[0]["tool"] == "echo");
    CHECK(revoked[0]["was"] == "allow");
    CHECK(revoked[1]["tool"] == "quick");
    CHECK(revoked[1]["was"] == "deny");
    CHECK(host.run(k_echo_hi).code == ExitCode::undecided);
    CHECK(host.run({"call", "quick", "{}"}).code == ExitCode::done);
    CHECK(json_of(host.run({"policy", "revoke-all", "--json"}).out)["revoked"].empty());
    // What was granted and what was answered with "always" is no policy.
    host.run({"grants", "set", "echo", "until-cleared"});
    host.run({"policy", "revoke-all"});
    CHECK(host.run(k_echo_hi).code == ExitCode::done);
}
