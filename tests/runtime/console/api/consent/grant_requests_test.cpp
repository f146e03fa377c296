// Tests of runtime/src/console/api/consent/grant_requests.cpp.
#include "consent_fixture.hpp"
#include <support/interrupted_store.hpp>

using namespace iam;
using test::ConsentFixture;

namespace {

Json listed_permission(const ConsentFixture& fixture) {
    const Json all = fixture.get("/api/permissions").json()["permissions"];
    REQUIRE(all.size() == 1);
    return all[0];
}

test::Answered move_end(const ConsentFixture& fixture, const std::string& wanted,
                        const Json& permission) {
    return fixture.send(
        "/api/permissions/end",
        {{"id", permission["id"]}, {"for", wanted}, {"was", permission.value("until", "never")}});
}

test::Answered revoke(const ConsentFixture& fixture, const Json& id) {
    return fixture.send("/api/revoke", {{"id", id}});
}

}  // namespace

TEST_CASE("a grant is given, listed with its uses and end, spent and revoked (W37)") {
    ConsentFixture fixture;
    fixture.begin();
    const auto given = fixture.allow("echo", {{"for", "15m"}, {"uses", 3}});
    REQUIRE(given.status == 200);
    CHECK(fixture.code_now().empty());
    const Json grant = fixture.in_list("/api/grants", "grants", "echo");
    CHECK(grant["uses"] == 2);
    CHECK(grant["state"] == "holds");
    CHECK(grant["user"] == "ann");
    CHECK(grant.contains("until"));
    CHECK(grant["id"] == given.json()["id"]);
    const auto ended = revoke(fixture, grant["id"]);
    CHECK(ended.json()["revoked"] == 1);
    CHECK(ended.json()["grants"][0]["tool"] == "echo");
    CHECK(fixture.code_now() == code::confirmation_required);
    for (const auto kind : {ledger::EntryKind::grant, ledger::EntryKind::revocation}) {
        const auto entries = fixture.entries_of(kind);
        REQUIRE(entries.size() == 1);
        REQUIRE(entries[0].approver);
        CHECK(entries[0].approver->channel == "web");
    }
}

TEST_CASE("a grant for exact arguments allows no other call (W37)") {
    ConsentFixture fixture;
    fixture.begin();
    const Json terms{{"for", "never"}, {"arguments", R"({"text":"hello"})"}};
    CHECK(fixture.allow("echo", terms).json()["match"] == "exact");
    CHECK(fixture.code_now().empty());
    Call other{.tool = {"", "echo"}, .arguments = R"({"text":"bye"})"};
    other.subject.user = "ann";
    CHECK(fixture.runtime->call(std::move(other)).code == code::confirmation_required);
}

TEST_CASE("the newest 500 grants are listed, and the number of the others (W37)") {
    ConsentFixture fixture;
    fixture.begin();
    std::string oldest;
    for (int i = 0; i < 502; ++i) {
        const auto given = fixture.allow("echo", {{"for", "15m"}});
        REQUIRE(given.status == 200);
        if (i == 1) oldest = given.json()["id"].get<std::string>();
    }
    const Json listed = fixture.get("/api/grants").json();
    CHECK(listed["grants"].size() == 500);
    CHECK(listed["left_out"] == 2);
    for (const Json& grant : listed["grants"]) CHECK(grant["id"].get<std::string>() != oldest);
}

TEST_CASE("a grant that does not fit is refused, and nothing of it is repeated (W07)") {
    ConsentFixture fixture;
    fixture.begin();
    const std::vector<std::tuple<const char*, Json, unsigned>> grants{
        {"evil", {{"for", "15m"}}, 404},
        {"echo", {{"for", "evil"}}, 400},
        {"echo", {{"for", "15m"}, {"uses", 0}}, 400},
        {"echo", {{"for", "15m"}, {"arguments", R"({"evil":1})"}}, 400},
        {"echo", {{"for", "9999d"}}, 400},
        {"echo", Json::object(), 400}};
    for (const auto& [tool, terms, status] : grants) {
        const auto refused = fixture.allow(tool, terms);
        CAPTURE(tool, terms.dump());
        CHECK(refused.status == status);
        CHECK(refused.body.find("evil") == std::string::npos);
    }
    CHECK(fixture.get("/api/grants").json()["grants"].empty());
}

TEST_CASE("a grant counts only for the tool that was shown (W17)") {
    ConsentFixture fixture;
    fixture.begin();
    const Json shown = fixture.get("/api/tool?name=echo").json()["contract"];
    CHECK(fixture.in_list("/api/tools", "tools", "echo")["contract"] == shown);
    fixture.change_echo();
    const Json body{{"name", "echo"}, {"for", "never"}, {"contract", shown}};
    const auto stale = fixture.send("/api/grants", body);
    CHECK(stale.status == 409);
    CHECK(stale.code() == "stale");
    CHECK(fixture.get("/api/grants").json()["grants"].empty());
    CHECK(fixture.code_now() == code::confirmation_required);
    for (const Json& wrong : {Json("evil"), Json(""), Json(nullptr)}) {
        const auto refused =
            fixture.send("/api/grants", {{"name", "echo"}, {"for", "never"}, {"contract", wrong}});
        CHECK(refused.status == 400);
        CHECK(refused.body.find("evil") == std::string::npos);
    }
    CHECK(fixture.send("/api/grants", {{"name", "echo"}, {"for", "never"}}).status == 400);
    CHECK(fixture.entries_of(ledger::EntryKind::grant).empty());
    CHECK(fixture.allow("echo", {{"for", "never"}}).status == 200);
}

TEST_CASE("allow always allows the second call, and stands in the list with its end (C64)") {
    ConsentFixture fixture;
    fixture.begin();
    fixture.always("allow_always");
    CHECK(fixture.code_now().empty());
    const Json permission = listed_permission(fixture);
    CHECK(permission["effect"] == "allow");
    CHECK(permission["state"] == "holds");
    CHECK(permission["match"] == "tool");
    CHECK(permission.contains("until"));
    CHECK(permission.contains("lapses_at"));
}

TEST_CASE("the end of a permission moves later, sooner, and away (W37)") {
    ConsentFixture fixture;
    fixture.begin();
    fixture.always("allow_always");
    const std::string first = listed_permission(fixture)["until"].get<std::string>();
    REQUIRE(move_end(fixture, "180d", listed_permission(fixture)).status == 200);
    CHECK(listed_permission(fixture)["until"].get<std::string>() > first);
    REQUIRE(move_end(fixture, "1h", listed_permission(fixture)).status == 200);
    CHECK(listed_permission(fixture)["until"].get<std::string>() < first);
    REQUIRE(move_end(fixture, "never", listed_permission(fixture)).status == 200);
    CHECK_FALSE(listed_permission(fixture).contains("until"));
    CHECK(move_end(fixture, "never", listed_permission(fixture)).status == 400);
    const auto entries = fixture.entries_of(ledger::EntryKind::permission);
    REQUIRE(entries.back().approver);
    CHECK(entries.back().approver->channel == "web");
}

TEST_CASE("after its end a permission is listed as ended, and the next call asks (C68)") {
    ConsentFixture fixture;
    fixture.begin();
    fixture.always("allow_always");
    REQUIRE(move_end(fixture, "1h", listed_permission(fixture)).status == 200);
    fixture.clock.advance(std::chrono::hours(1));
    fixture.log_in();
    const Json ended = listed_permission(fixture);
    CHECK(ended["state"] == "ended");
    CHECK(fixture.code_now() == code::confirmation_required);
    CHECK(move_end(fixture, "30d", ended).status == 400);
}

TEST_CASE("an end that another tab has moved is not moved again unseen (W17)") {
    ConsentFixture fixture;
    fixture.begin();
    fixture.always("allow_always");
    const Json seen = listed_permission(fixture);
    REQUIRE(move_end(fixture, "1h", seen).status == 200);
    const auto stale = move_end(fixture, "never", seen);
    CHECK(stale.status == 409);
    CHECK(listed_permission(fixture).contains("until"));
}

TEST_CASE("an end that another tab moves during the request stays (W17)") {
    ConsentFixture fixture;
    const auto interrupted = std::make_shared<test::InterruptedStore>(fixture.store);
    fixture.store = interrupted;
    fixture.console_store = interrupted;
    fixture.begin();
    fixture.always("allow_always");
    const Json seen = listed_permission(fixture);
    const auto id = seen["id"].get<std::string>();
    const char* const wanted = GENERATE("never", "2h");
    interrupted->interrupt(
        [&] { REQUIRE(fixture.runtime->consent().shorten(id, std::chrono::hours(3))); });
    CHECK(move_end(fixture, wanted, seen).status == 409);
    CHECK(fixture.entries_of(ledger::EntryKind::permission).size() == 2);
    CHECK(listed_permission(fixture).contains("until"));
}

TEST_CASE("consent revoked elsewhere is not found, and its end cannot move (W17)") {
    ConsentFixture fixture;
    fixture.begin();
    fixture.always("allow_always");
    const Json seen = listed_permission(fixture);
    REQUIRE(fixture.runtime->consent().revoke_all());
    CHECK(revoke(fixture, seen["id"]).status == 404);
    CHECK(revoke(fixture, seen["id"]).json()["message"].get<std::string>().find("elsewhere") !=
          std::string::npos);
    CHECK(move_end(fixture, "30d", seen).status == 404);
    CHECK(revoke(fixture, "<b>evil</b>").body.find("evil") == std::string::npos);
}

TEST_CASE("deny always denies without a question, until it is revoked here (C66)") {
    ConsentFixture fixture;
    fixture.begin();
    fixture.always("deny_always");
    CHECK(fixture.code_now() == code::policy_denied);
    const Json permission = listed_permission(fixture);
    CHECK(permission["effect"] == "deny");
    CHECK_FALSE(permission.contains("until"));
    CHECK(move_end(fixture, "30d", permission).status == 400);
    CHECK(revoke(fixture, permission["id"]).status == 200);
    CHECK(fixture.code_now() == code::confirmation_required);
}

TEST_CASE("revoke all ends every grant and allow always, and no deny always (W37)") {
    ConsentFixture fixture;
    fixture.begin();
    fixture.always("deny_always");
    REQUIRE(fixture.allow("wipe", {{"for", "never"}}).status == 200);
    const Json ended = fixture.send("/api/revoke-all", Json::object()).json();
    CHECK(ended["revoked"] == 1);
    CHECK(fixture.get("/api/grants").json()["grants"].empty());
    CHECK(listed_permission(fixture)["effect"] == "deny");
    CHECK(fixture.send("/api/revoke-all", Json::object()).json()["revoked"] == 0);
}

TEST_CASE("a permission of a changed tool is listed with the changes, and does not count (W37)") {
    ConsentFixture fixture;
    fixture.begin();
    fixture.always("allow_always");
    fixture.change_echo();
    const Json changed = listed_permission(fixture);
    CHECK(changed["state"] == "changed");
    CHECK_FALSE(changed["changes"].empty());
    CHECK(move_end(fixture, "180d", changed).status == 400);
    CHECK_FALSE(fixture.policy_of("echo")["changes"].empty());
    CHECK(fixture.code_now() == code::confirmation_required);
}

TEST_CASE("permissions of other users are listed with their user, and allow nobody else (C69)") {
    ConsentFixture fixture;
    fixture.begin();
    fixture.always("allow_always");
    Call other{.tool = {"", "echo"}, .arguments = R"({"text":"hello"})"};
    other.subject.user = "bob";
    CHECK(fixture.runtime->call(std::move(other)).code == code::confirmation_required);
    CHECK(listed_permission(fixture)["user"] == "ann");
}

TEST_CASE("a destructive tool's permission cannot be made (C72)") {
    ConsentFixture fixture;
    fixture.begin();
    const std::string id = fixture.open_question("wipe");
    CHECK(fixture.answer(id, fixture.answer_body(id, "allow_always")).status == 400);
    CHECK(fixture.get("/api/permissions").json()["permissions"].empty());
}

TEST_CASE("grants and permissions need a session (W04)") {
    ConsentFixture fixture;
    fixture.begin();
    fixture.secret.clear();
    for (const char* path : {"/api/grants", "/api/permissions"})
        CHECK(fixture.get(path).status == 401);
    for (const char* path :
         {"/api/grants", "/api/permissions/end", "/api/revoke", "/api/revoke-all"})
        CHECK(fixture.send(path, Json::object()).status == 401);
}
