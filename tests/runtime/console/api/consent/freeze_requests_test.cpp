// Tests of runtime/src/console/api/consent/freeze_requests.cpp.
#include "consent_fixture.hpp"
#include <support/interrupted_store.hpp>

using namespace iam;
using test::ConsentFixture;

namespace {

test::Answered freeze(const ConsentFixture& fixture, const std::string& reason) {
    return fixture.send("/api/freeze", {{"reason", reason}});
}

test::Answered thaw(const ConsentFixture& fixture, const Json& since) {
    return fixture.send("/api/thaw", {{"reason", "mended"}, {"since", since}});
}

}  // namespace

TEST_CASE("a freeze denies every call, is told with its reason, and ends (W37)") {
    ConsentFixture fixture;
    fixture.begin();
    REQUIRE(fixture.set_policy("echo", "allow").status == 200);
    CHECK(fixture.get("/api/freeze").json() == Json{{"frozen", false}});
    REQUIRE(freeze(fixture, "it deletes too much").status == 200);
    const Json frozen = fixture.get("/api/freeze").json();
    CHECK(frozen["frozen"] == true);
    CHECK(frozen["frozen_by"] == "ann");
    CHECK(frozen["reason"] == "it deletes too much");
    CHECK(fixture.code_now() == code::policy_denied);
    CHECK(fixture.policy_of("echo")["now"]["source"] == "freeze");
    CHECK(thaw(fixture, frozen["since"]).json()["frozen"] == false);
    CHECK(fixture.code_now().empty());
    for (const auto kind : {ledger::EntryKind::freeze, ledger::EntryKind::thaw}) {
        const auto entries = fixture.entries_of(kind);
        REQUIRE(entries.size() == 1);
        REQUIRE(entries[0].approver);
        CHECK(entries[0].approver->channel == "web");
    }
}

TEST_CASE("a freeze that replaced the seen one is not ended unseen (W17)") {
    ConsentFixture fixture;
    fixture.begin();
    const Json first = freeze(fixture, "first").json();
    fixture.clock.advance(std::chrono::seconds(1));
    REQUIRE(freeze(fixture, "second").status == 200);
    CHECK(thaw(fixture, first["since"]).status == 409);
    CHECK(fixture.get("/api/freeze").json()["reason"] == "second");
}

TEST_CASE("a freeze that is set during a thaw of the seen one goes on (W17)") {
    ConsentFixture fixture;
    const auto interrupted = std::make_shared<test::InterruptedStore>(fixture.store);
    fixture.store = interrupted;
    fixture.begin();
    const Json first = freeze(fixture, "first").json();
    const bool is_ended = GENERATE(false, true);
    if (is_ended) REQUIRE(fixture.runtime->consent().thaw("elsewhere"));
    interrupted->interrupt([&] { REQUIRE(fixture.runtime->consent().freeze("second")); });
    CHECK(thaw(fixture, first["since"]).status == (is_ended ? 404 : 409));
    CHECK(fixture.get("/api/freeze").json()["reason"] == "second");
}

TEST_CASE("a freeze that was ended elsewhere is not found (W17)") {
    ConsentFixture fixture;
    fixture.begin();
    const Json frozen = freeze(fixture, "stop").json();
    REQUIRE(fixture.runtime->consent().thaw("elsewhere"));
    CHECK(thaw(fixture, frozen["since"]).status == 404);
}

TEST_CASE("a freeze needs a reason, a POST and a session (W03, W04)") {
    ConsentFixture fixture;
    fixture.begin();
    CHECK(freeze(fixture, "").status == 400);
    CHECK(freeze(fixture, std::string(1025, 'a')).status == 400);
    CHECK(fixture.get("/api/freeze?reason=stop").status == 400);
    CHECK(fixture.get("/api/thaw").status == 405);
    fixture.secret.clear();
    CHECK(freeze(fixture, "stop").status == 401);
    CHECK(fixture.get("/api/freeze").status == 401);
    CHECK(fixture.entries_of(ledger::EntryKind::freeze).empty());
}
