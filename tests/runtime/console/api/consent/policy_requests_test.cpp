// Tests of runtime/src/console/api/consent/{policy_requests,consent_views}.cpp.
#include "consent_fixture.hpp"
#include <support/interrupted_store.hpp>

using namespace iam;
using test::ConsentFixture;

TEST_CASE("the list of policies tells each decision that holds now, and why (W37)") {
    ConsentFixture fixture;
    fixture.begin();
    const Json echo = fixture.policy_of("echo");
    CHECK(echo["now"]["effect"] == "confirm");
    CHECK(echo["now"]["source"] == "default_policy");
    CHECK_FALSE(echo["now"]["reason"].get<std::string>().empty());
    CHECK(echo["stored"] == "unset");
    CHECK(echo["locked"].empty());
    CHECK(fixture.get("/api/policies").json()["matched"] == 2);
    CHECK(fixture.get("/api/policies?search=wip").json()["policies"].size() == 1);
    CHECK(fixture.get("/api/policies?limit=1").json()["policies"].size() == 1);
}

TEST_CASE("a policy is stored and ended as the command does it, by the person on the web (C71)") {
    ConsentFixture fixture;
    fixture.begin();
    const auto stored = fixture.set_policy("echo", "allow");
    CHECK(stored.status == 200);
    CHECK(stored.json()["now"]["effect"] == "allow");
    CHECK(fixture.code_now().empty());
    CHECK(fixture.set_policy("echo", "unset", "allow").status == 200);
    CHECK(fixture.code_now() == code::confirmation_required);
    const auto entries = fixture.entries_of(ledger::EntryKind::policy);
    REQUIRE(entries.size() == 2);
    for (const ledger::Entry& entry : entries) {
        REQUIRE(entry.approver);
        CHECK(entry.approver->channel == "web");
        CHECK(entry.approver->login == "ann");
        CHECK(entry.subject.user == "ann");
    }
}

TEST_CASE("a policy under a stronger rule is locked, with the rule and its place (W37)") {
    ConsentFixture fixture;
    fixture.rules.set(consent::RuleScope::managed, "echo",
                      R"("effect":"confirm","reason":"Ask the bank")");
    fixture.begin();
    const Json echo = fixture.policy_of("echo");
    CHECK(echo["now"]["source_id"] == "r");
    CHECK(echo["now"]["place"].get<std::string>().find("rules.json:1:") == 0);
    REQUIRE(echo["locked"].contains("allow"));
    CHECK(json_equal(echo["locked"]["allow"]["place"], echo["now"]["place"]));
    CHECK_FALSE(echo["locked"].contains("confirm"));
    CHECK_FALSE(echo["locked"].contains("deny"));
    const auto refused = fixture.set_policy("echo", "allow");
    CHECK(refused.status == 409);
    CHECK(refused.json()["message"].get<std::string>().find("rules.json:1:") != std::string::npos);
    CHECK(fixture.set_policy("echo", "deny").status == 200);
    CHECK(fixture.code_now() == code::policy_denied);
}

TEST_CASE("a managed denial leaves no policy but deny (W37)") {
    ConsentFixture fixture;
    fixture.rules.set(consent::RuleScope::managed, "echo", R"("effect":"deny")");
    fixture.begin();
    for (const char* policy : {"allow", "confirm"})
        CHECK(fixture.set_policy("echo", policy).status == 409);
    CHECK(fixture.entries_of(ledger::EntryKind::policy).empty());
}

TEST_CASE("a policy that another tab has changed is not overwritten (W17)") {
    ConsentFixture fixture;
    fixture.begin();
    CHECK(fixture.set_policy("echo", "deny").status == 200);
    const auto stale = fixture.set_policy("echo", "allow");
    CHECK(stale.status == 409);
    CHECK(stale.json()["message"].get<std::string>().find("elsewhere") != std::string::npos);
    CHECK(fixture.policy_of("echo")["stored"] == "deny");
}

TEST_CASE("a policy that another tab changes during the request is not overwritten (W17)") {
    ConsentFixture fixture;
    const auto interrupted = std::make_shared<test::InterruptedStore>(fixture.store);
    fixture.store = interrupted;
    fixture.begin();
    interrupted->interrupt([&] {
        REQUIRE(fixture.runtime->consent().set_policy({"", "echo"}, Policy::deny));
    });
    const auto refused = fixture.set_policy("echo", "allow");
    CHECK(refused.status == 409);
    CHECK(refused.code() == "conflict");
    CHECK(fixture.policy_of("echo")["stored"] == "deny");
}

TEST_CASE("allow and confirm count only for the tool that was shown (W17)") {
    ConsentFixture fixture;
    fixture.begin();
    Json body{
        {"name", "echo"}, {"was", "unset"}, {"contract", fixture.policy_of("echo")["contract"]}};
    fixture.change_echo();
    for (const char* policy : {"allow", "confirm"}) {
        body["policy"] = policy;
        const auto stale = fixture.send("/api/policies", body);
        CHECK(stale.status == 409);
        CHECK(stale.code() == "stale");
    }
    CHECK(fixture.code_now() == code::confirmation_required);
    body["contract"] = "evil";
    CHECK(fixture.send("/api/policies", body).status == 400);
    body.erase("contract");
    CHECK(fixture.send("/api/policies", body).status == 400);
    CHECK(fixture.entries_of(ledger::EntryKind::policy).empty());
    body["policy"] = "deny";
    CHECK(fixture.send("/api/policies", body).status == 200);
}

TEST_CASE("a stored policy is ended for the tool that was shown, if the page names it (W17)") {
    ConsentFixture fixture;
    fixture.begin();
    REQUIRE(fixture.set_policy("echo", "deny").status == 200);
    Json body{{"name", "echo"},
              {"policy", "unset"},
              {"was", "deny"},
              {"contract", fixture.policy_of("echo")["contract"]}};
    fixture.change_echo();
    CHECK(fixture.send("/api/policies", body).code() == "stale");
    REQUIRE(fixture.registry.remove({"", "echo"}));
    const auto gone = fixture.send("/api/policies", body);
    CHECK(gone.status == 404);
    CHECK(gone.body.find("echo") == std::string::npos);
    body.erase("contract");
    CHECK(fixture.send("/api/policies", body).status == 200);
}

TEST_CASE("an unknown tool gets no policy, and the refusal does not repeat its name (W07)") {
    ConsentFixture fixture;
    fixture.begin();
    for (const char* policy : {"allow", "deny", "unset"}) {
        const auto refused = fixture.set_policy("<b>evil</b>", policy);
        CHECK(refused.status == 404);
        CHECK(refused.body.find("evil") == std::string::npos);
    }
    CHECK(fixture.set_policy("echo", "always").status == 400);
    CHECK(fixture.send("/api/policies", {{"name", "echo"}, {"policy", "deny"}}).status == 400);
}

TEST_CASE("the stored policy of a tool that is gone is listed, and can be ended (W37)") {
    ConsentFixture fixture;
    fixture.begin();
    REQUIRE(fixture.set_policy("echo", "deny").status == 200);
    REQUIRE(fixture.registry.remove({"", "echo"}));
    const Json gone = fixture.policy_of("echo");
    CHECK_FALSE(gone.contains("now"));
    CHECK(gone["stored"] == "deny");
    CHECK(fixture.set_policy("echo", "unset", "deny").status == 200);
    CHECK(fixture.get("/api/policies?search=echo").json()["policies"].empty());
}

TEST_CASE("policies need a session, and effects a POST (W03, W04)") {
    ConsentFixture fixture;
    fixture.begin();
    CHECK(fixture.get("/api/policies?name=echo&policy=deny").status == 400);
    CHECK(fixture.ask(fixture.lines("PUT", "/api/policies") + "\r\n").status == 405);
    fixture.secret.clear();
    CHECK(fixture.get("/api/policies").status == 401);
    CHECK(fixture.set_policy("echo", "deny").status == 401);
    CHECK(fixture.entries_of(ledger::EntryKind::policy).empty());
}
