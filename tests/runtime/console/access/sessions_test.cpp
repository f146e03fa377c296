#include "console/access/sessions.hpp"

#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>

#include <catch2/catch.hpp>

#include <set>

using namespace iam;
using console::SessionLimits;
using console::Sessions;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

struct Fixture {
    test::FakeClock clock{};
    test::FakeEntropy entropy{};
    SessionLimits limits{};
    Sessions sessions{clock, entropy, limits};

    Sessions::Begun begin() {
        auto begun = sessions.log_in(sessions.new_code());
        REQUIRE(begun);
        return *begun;
    }
};

}  // namespace

TEST_CASE("a secret has 256 bits, a code 128, and none comes twice (W04)") {
    Fixture fixture;
    std::set<std::string> seen;
    for (int i = 0; i < 10; ++i) {
        const std::string code = fixture.sessions.new_code();
        CHECK(code.size() == 22);
        const auto begun = fixture.sessions.log_in(code);
        REQUIRE(begun);
        CHECK(begun->secret.size() == 43);
        CHECK(seen.insert(code).second);
        CHECK(seen.insert(begun->secret).second);
        CHECK(seen.insert(begun->id).second);
    }
}

TEST_CASE("a code counts once (W05)") {
    Fixture fixture;
    const std::string code = fixture.sessions.new_code();
    CHECK_FALSE(fixture.sessions.is_used(code));
    CHECK(fixture.sessions.log_in(code));
    CHECK(fixture.sessions.is_used(code));
    const auto again = fixture.sessions.log_in(code);
    REQUIRE_FALSE(again);
    CHECK(again.error().code == Errc::not_found);
}

TEST_CASE("a code counts for a minute (W05)") {
    Fixture fixture;
    const std::string early = fixture.sessions.new_code();
    fixture.clock.advance(seconds(59));
    CHECK(fixture.sessions.log_in(early));
    const std::string late = fixture.sessions.new_code();
    fixture.clock.advance(seconds(60));
    CHECK_FALSE(fixture.sessions.log_in(late));
    CHECK_FALSE(fixture.sessions.is_used(late));
}

TEST_CASE("of many unused codes the oldest ends (W05)") {
    Fixture fixture;
    const std::string first = fixture.sessions.new_code();
    std::string last;
    for (std::size_t i = 0; i < fixture.limits.codes_max; ++i) last = fixture.sessions.new_code();
    CHECK_FALSE(fixture.sessions.log_in(first));
    CHECK(fixture.sessions.log_in(last));
}

TEST_CASE("after five wrong codes a right one has to wait a minute (W08)") {
    Fixture fixture;
    for (int i = 0; i < 4; ++i) CHECK_FALSE(fixture.sessions.log_in("wrong"));
    CHECK(fixture.sessions.log_in(fixture.sessions.new_code()));
    for (int i = 0; i < 5; ++i)
        CHECK(fixture.sessions.log_in("wrong").error().code == Errc::not_found);
    const auto paused = fixture.sessions.log_in(fixture.sessions.new_code());
    REQUIRE_FALSE(paused);
    CHECK(paused.error().code == Errc::unavailable);
    fixture.clock.advance(seconds(60));
    CHECK(fixture.sessions.log_in(fixture.sessions.new_code()));
}

TEST_CASE("a session ends after half an hour without a request (W04)") {
    Fixture fixture;
    const auto begun = fixture.begin();
    for (int i = 0; i < 3; ++i) {
        fixture.clock.advance(minutes(29));
        CHECK(fixture.sessions.use(begun.secret) == begun.id);
    }
    CHECK(fixture.sessions.is_open(begun.id));
    fixture.clock.advance(minutes(29));
    CHECK(fixture.sessions.use(begun.secret, false) == begun.id);
    fixture.clock.advance(minutes(1));
    CHECK_FALSE(fixture.sessions.is_open(begun.id));
    CHECK(fixture.sessions.list().empty());
    CHECK_FALSE(fixture.sessions.use(begun.secret));
}

TEST_CASE("a session is found by its whole secret alone (W04)") {
    Fixture fixture;
    const auto begun = fixture.begin();
    CHECK_FALSE(fixture.sessions.use(""));
    CHECK_FALSE(fixture.sessions.use(begun.id));
    CHECK_FALSE(fixture.sessions.use(begun.secret.substr(1)));
    CHECK_FALSE(fixture.sessions.use(begun.secret + "A"));
    CHECK(fixture.sessions.use(begun.secret));
}

TEST_CASE("sessions are listed and revoked (W04)") {
    Fixture fixture;
    const auto first = fixture.begin();
    fixture.clock.advance(seconds(5));
    const auto second = fixture.begin();
    const auto listed = fixture.sessions.list();
    REQUIRE(listed.size() == 2);
    CHECK(listed[0].id == first.id);
    CHECK(listed[0].idle == seconds(5));
    CHECK(fixture.sessions.revoke(first.id));
    CHECK_FALSE(fixture.sessions.revoke(first.id));
    CHECK_FALSE(fixture.sessions.use(first.secret));
    CHECK(fixture.sessions.use(second.secret));
}

TEST_CASE("of many sessions the one that was idle longest ends (W08)") {
    Fixture fixture;
    const auto idle = fixture.begin();
    const auto used = fixture.begin();
    for (std::size_t i = 2; i < fixture.limits.sessions_max; ++i) {
        fixture.clock.advance(seconds(1));
        fixture.begin();
    }
    CHECK(fixture.sessions.use(used.secret));
    fixture.begin();
    CHECK(fixture.sessions.list().size() == fixture.limits.sessions_max);
    CHECK_FALSE(fixture.sessions.use(idle.secret));
    CHECK(fixture.sessions.use(used.secret));
}
