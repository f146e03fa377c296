#include "mcp/client/health/breaker.hpp"

#include <catch2/catch.hpp>

namespace {

using iam::mcp::Breaker;
using iam::mcp::BreakerState;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Fails so many calls, a second apart. Returns the time of the last one.
milliseconds fail_calls(Breaker& breaker, std::size_t count, milliseconds now = seconds{1}) {
    for (std::size_t i = 0; i < count; ++i, now += seconds{1}) {
        const auto pass = breaker.let_in(now);
        REQUIRE(pass);
        breaker.failed(*pass, now);
    }
    return now - seconds{1};
}

}  // namespace

TEST_CASE("the fifth failure within a minute opens a breaker for half a minute") {
    Breaker breaker;
    const milliseconds now = fail_calls(breaker, 4);
    CHECK(breaker.state() == BreakerState::closed);
    CHECK_FALSE(breaker.open_for(now));
    breaker.failed({}, now);
    CHECK(breaker.state() == BreakerState::open);
    CHECK(breaker.open_for(now + seconds{1}) == seconds{29});
    CHECK_FALSE(breaker.let_in(now + seconds{30} - milliseconds{1}));
    CHECK(breaker.let_in(now + seconds{30}));
}

TEST_CASE("failures that are a minute apart open no breaker") {
    Breaker breaker;
    fail_calls(breaker, 4);
    breaker.failed({}, seconds{61});
    CHECK(breaker.state() == BreakerState::closed);
}

TEST_CASE("one call tries the server behind an open breaker, and decides") {
    Breaker breaker;
    const milliseconds now = fail_calls(breaker, 5) + seconds{30};
    const auto probe = breaker.let_in(now);
    REQUIRE(probe);
    CHECK(probe->is_probe);
    CHECK(breaker.state() == BreakerState::probing);
    CHECK_FALSE(breaker.let_in(now));
    CHECK_FALSE(breaker.open_for(now));

    SECTION("an answer closes it, and forgets the failures") {
        breaker.answered(*probe);
        CHECK(breaker.state() == BreakerState::closed);
        fail_calls(breaker, 4, now);
        CHECK(breaker.state() == BreakerState::closed);
    }
    SECTION("a failure opens it for as long again") {
        breaker.failed(*probe, now + seconds{2});
        CHECK(breaker.open_for(now + seconds{2}) == seconds{30});
    }
    SECTION("a call that its caller stops leaves the trial to the next one") {
        breaker.unjudged(*probe);
        CHECK(breaker.open_for(now) == seconds{0});
        CHECK(breaker.let_in(now));
    }
}

TEST_CASE("a call from before the breaker opened closes it by its answer alone") {
    Breaker breaker;
    const milliseconds now = fail_calls(breaker, 5);
    breaker.failed({}, now + seconds{20});
    CHECK(breaker.open_for(now + seconds{20}) == seconds{10});
    breaker.answered({});
    CHECK(breaker.state() == BreakerState::closed);
}
