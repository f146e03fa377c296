// Tests of runtime/src/console/api/consent/rule_requests.cpp.
#include "consent_fixture.hpp"

using namespace iam;
using test::ConsentFixture;

namespace {

test::Answered explain(const ConsentFixture& fixture, const std::string& tool,
                       const std::string& arguments) {
    return fixture.send("/api/explain", {{"name", tool}, {"arguments", arguments}});
}

consent::RuleFinding error_at(std::size_t line, const std::string& message) {
    consent::RuleFinding finding;
    finding.place.file = "/etc/rules.json";
    finding.place.text.line = line;
    finding.place.text.column = 3;
    finding.message = message;
    return finding;
}

}  // namespace

TEST_CASE("a program without files of rules says so (W37)") {
    ConsentFixture fixture;
    fixture.begin();
    CHECK(fixture.get("/api/rules").status == 404);
    CHECK(fixture.get("/api/rules").code() == "not_here");
}

TEST_CASE("rules are listed with their place, and mistakes of files with theirs (W37)") {
    ConsentFixture fixture;
    fixture.rules.set(consent::RuleScope::managed, "echo",
                      R"("effect":"confirm","reason":"<b>why</b>")");
    fixture.change_parts = [&](console::Parts& parts) {
        parts.rules = [&] {
            console::RulesNow now;
            now.files.push_back({consent::RuleScope::managed,
                                 "/etc/rules.json",
                                 true,
                                 true,
                                 {error_at(7, "no tool is called so")}});
            now.book = fixture.rules.current();
            return now;
        };
    };
    fixture.begin();
    const Json all = fixture.get("/api/rules").json();
    REQUIRE(all["files"].size() == 1);
    CHECK(all["files"][0]["ok"] == false);
    CHECK(all["files"][0]["last_good_in_force"] == true);
    CHECK(all["files"][0]["findings"][0]["line"] == 7);
    CHECK(all["files"][0]["findings"][0]["message"] == "no tool is called so");
    REQUIRE(all["rules"].size() == 1);
    CHECK(all["rules"][0]["id"] == "r");
    CHECK(all["rules"][0]["scope"] == "managed");
    CHECK(all["rules"][0]["tool"] == "echo");
    CHECK(all["rules"][0]["reason"] == "<b>why</b>");
    CHECK(all["rules"][0]["place"].get<std::string>().find("rules.json:1:") == 0);
    CHECK(fixture.get("/api/rules?search=nothing").json()["rules"].empty());
    CHECK(fixture.get("/api/rules?search=why").json()["matched"] == 1);
}

TEST_CASE("the mistakes of a file are listed up to a bound, and the rest is counted (W37)") {
    ConsentFixture fixture;
    fixture.change_parts = [](console::Parts& parts) {
        parts.rules = [] {
            console::RulesNow now;
            now.files.push_back({consent::RuleScope::user, "rules.json", true, false,
                                 std::vector(150, error_at(1, "wrong"))});
            return now;
        };
    };
    fixture.begin();
    const Json file = fixture.get("/api/rules").json()["files"][0];
    CHECK(file["findings"].size() == 100);
    CHECK(file["findings_left_out"] == 50);
}

TEST_CASE("explain tells the decision about a call with the rules that speak (W37)") {
    ConsentFixture fixture;
    fixture.rules.set(consent::RuleScope::user, "echo",
                      R"("effect":"deny","where":[{"argument":"/text","eq":"bad"}])");
    fixture.begin();
    const Json bad = explain(fixture, "echo", R"({"text":"bad"})").json();
    CHECK(bad["effect"] == "deny");
    CHECK(bad["rules"][0]["speaks"] == true);
    const Json good = explain(fixture, "echo", R"({"text":"good"})").json();
    CHECK(good["effect"] == "confirm");
    CHECK(good["source"] == "default_policy");
    CHECK(good["rules"][0]["speaks"] == false);
    CHECK(good["frozen"] == false);
    CHECK(fixture.entries_of(ledger::EntryKind::decision).empty());
}

TEST_CASE("explain is about the named user (C69)") {
    ConsentFixture fixture;
    fixture.begin();
    fixture.always("allow_always");
    const auto of = [&](const char* user) {
        return fixture
            .send("/api/explain",
                  {{"name", "echo"}, {"arguments", R"({"text":"a"})"}, {"user", user}})
            .json()["effect"];
    };
    CHECK(of("ann") == "allow");
    CHECK(of("bob") == "confirm");
    CHECK(explain(fixture, "echo", R"({"text":"a"})").json()["source"] == "permission");
}

TEST_CASE("explain names each mistake of the arguments (W37)") {
    ConsentFixture fixture;
    fixture.begin();
    const auto refused = [&](const char* tool, const char* arguments) {
        const auto answered = explain(fixture, tool, arguments);
        CHECK(answered.status == 200);
        return answered.json()["refused"];
    };
    CHECK(refused("echo", R"({"txt":1})")["code"] == code::invalid_arguments);
    CHECK_FALSE(refused("echo", R"({"txt":1})")["errors"].empty());
    CHECK(refused("echo", "no json")["code"] == code::invalid_arguments);
    CHECK(refused("nothing", "{}")["code"] == code::tool_not_found);
}

TEST_CASE("explain refuses arguments beyond its bound, and needs a session (W08, W04)") {
    ConsentFixture fixture;
    fixture.begin();
    CHECK(explain(fixture, "echo", std::string(70'000, 'a')).status == 400);
    fixture.secret.clear();
    CHECK(explain(fixture, "echo", "{}").status == 401);
    CHECK(fixture.get("/api/rules").status == 401);
}
