// Deadlines on two clocks (XC10, XC12): nothing that happens to a clock lengthens what was given.
// Tests of runtime/src/consent/records.cpp.
#include <iam/consent/records.hpp>
#include <support/fake_clock.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace iam::consent;
using iam::Moment;
using iam::test::FakeClock;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using Time = std::chrono::sys_time<milliseconds>;

TEST_CASE("a deadline runs until its moment, at exactly that moment it has ended") {
    FakeClock clock;
    const Deadline deadline = deadline_after(clock.now(), minutes(5));
    CHECK(state_at(deadline, clock.now()) == DeadlineState::running);
    clock.advance(minutes(5) - milliseconds(1));
    CHECK(state_at(deadline, clock.now()) == DeadlineState::running);
    clock.advance(milliseconds(1));
    CHECK(state_at(deadline, clock.now()) == DeadlineState::ended);
    clock.advance(hours(1));
    CHECK(state_at(deadline, clock.now()) == DeadlineState::ended);
}

TEST_CASE("a duration of zero or less has ended already") {
    const FakeClock clock;
    for (const auto duration : {milliseconds(0), milliseconds(-1), milliseconds::min()})
        CHECK(state_at(deadline_after(clock.now(), duration), clock.now()) == DeadlineState::ended);
}

TEST_CASE("XC12: a duration beyond time itself ends at the last moment instead of overflowing") {
    const FakeClock clock;
    const Deadline deadline = deadline_after(clock.now(), milliseconds::max());
    CHECK(deadline.wall == Time::max());
    CHECK(deadline.boot == milliseconds::max());
    CHECK(state_at(deadline, clock.now()) == DeadlineState::running);
    Moment last = clock.now();
    last.wall = Time::max();
    CHECK(state_at(deadline, last) == DeadlineState::ended);
}

TEST_CASE("K9 XC12: the clock that runs out first ends a deadline") {
    FakeClock clock;
    const Deadline deadline = deadline_after(clock.now(), hours(1));
    SECTION("a jump of the wall clock forwards") {
        clock.set_wall(clock.now().wall + hours(2));
        CHECK(state_at(deadline, clock.now()) == DeadlineState::ended);
    }
    SECTION("the time since the start, sleep included, while the wall clock stands still") {
        clock.set_boot(clock.now().boot + hours(1));
        CHECK(state_at(deadline, clock.now()) == DeadlineState::ended);
    }
}

TEST_CASE(
    "XC10: a wall clock that was set back suspends a deadline and never revives an ended one") {
    FakeClock clock;
    const Deadline deadline = deadline_after(clock.now(), hours(1));
    const Time set_at = clock.now().wall;
    SECTION("within the tolerance it runs on") {
        clock.set_wall(set_at - k_clock_tolerance);
        CHECK(state_at(deadline, clock.now()) == DeadlineState::running);
    }
    SECTION("beyond the tolerance it is suspended until the clock is right again") {
        clock.set_wall(set_at - k_clock_tolerance - milliseconds(1));
        CHECK(state_at(deadline, clock.now()) == DeadlineState::suspended);
        clock.set_wall(set_at);
        CHECK(state_at(deadline, clock.now()) == DeadlineState::running);
    }
    SECTION("what ended by the time since the start stays ended") {
        clock.advance(hours(1));
        clock.set_wall(set_at);
        CHECK(state_at(deadline, clock.now()) == DeadlineState::ended);
        clock.set_wall(set_at - hours(24));
        CHECK(state_at(deadline, clock.now()) == DeadlineState::ended);
    }
    SECTION("setting it back a little, again and again, gains nothing") {
        for (int i = 0; i < 60; ++i) {
            CHECK(state_at(deadline, clock.now()) == DeadlineState::running);
            clock.advance(minutes(1));
            clock.set_wall(set_at);
        }
        CHECK(state_at(deadline, clock.now()) == DeadlineState::ended);
    }
}

TEST_CASE("after a reboot the wall clock alone decides") {
    FakeClock clock;
    const Deadline deadline = deadline_after(clock.now(), hours(1));
    const Time end = deadline.wall;
    clock.reboot("boot-2");
    CHECK(state_at(deadline, clock.now()) == DeadlineState::running);
    clock.set_boot(hours(1000));
    CHECK(state_at(deadline, clock.now()) == DeadlineState::running);
    clock.set_wall(end);
    CHECK(state_at(deadline, clock.now()) == DeadlineState::ended);
    clock.set_wall(Time{});  // a machine whose clock lost its battery
    CHECK(state_at(deadline, clock.now()) == DeadlineState::suspended);
}

TEST_CASE("XC12: no moment makes the arithmetic overflow") {
    const milliseconds edges[] = {milliseconds::min(), milliseconds(-1),       milliseconds(0),
                                  milliseconds(1),     seconds(4'294'967'296), milliseconds::max()};
    for (const auto set : edges) {
        for (const auto now : edges) {
            for (const auto duration : edges) {
                const Deadline deadline =
                    deadline_after({Time(set), milliseconds(0), iam::BootId("b")}, duration);
                CHECK(deadline.wall >= Time(set));
                const auto state =
                    state_at(deadline, {Time(now), milliseconds(0), iam::BootId("b")});
                if (now >= deadline.wall.time_since_epoch()) CHECK(state == DeadlineState::ended);
                if (duration <= milliseconds(0)) CHECK(state == DeadlineState::ended);
            }
        }
    }
}
