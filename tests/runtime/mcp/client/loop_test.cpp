#include "mcp/client/loop.hpp"

#include <iam/core/clock.hpp>
#include <support/fake_clock.hpp>

#include <catch2/catch.hpp>
#include <unistd.h>

#include <array>
#include <future>

namespace {

using std::chrono::milliseconds;

}  // namespace

TEST_CASE("jobs run in the order of their times on one thread") {
    iam::test::FakeClock clock;
    std::string order;
    std::promise<void> done;
    {
        iam::mcp::Loop loop(clock);
        loop.after(milliseconds{20}, [&] { order += 'c'; });
        loop.after(milliseconds{10}, [&] { order += 'b'; });
        loop.after(milliseconds{0}, [&] { order += 'a'; });
        clock.advance(milliseconds{20});
        loop.after(milliseconds{0}, [&] { done.set_value(); });
        done.get_future().wait();
    }
    CHECK(order == "abc");
}

TEST_CASE("jobs that are not due when a loop ends are lost") {
    const iam::test::FakeClock clock;
    bool ran = false;
    {
        iam::mcp::Loop loop(clock);
        loop.after(milliseconds{1}, [&] { ran = true; });
    }
    CHECK_FALSE(ran);
}

TEST_CASE("a loop does not end before its holds do") {
    const iam::SystemClock clock;
    bool ran = false;
    {
        iam::mcp::Loop loop(clock);
        loop.after(milliseconds{5}, [&ran, hold = loop.hold()] { ran = true; });
    }
    CHECK(ran);
}

TEST_CASE("a watched descriptor is read until it is given up") {
    const iam::SystemClock clock;
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    std::promise<std::string> done;
    {
        iam::mcp::Loop loop(clock);
        loop.after(milliseconds{0}, [&] {
            loop.watch(ends[0], [&, text = std::string()]() mutable {
                char byte = 0;
                if (::read(ends[0], &byte, 1) == 1) {
                    text += byte;
                    return;
                }
                loop.unwatch(ends[0]);
                done.set_value(text);
            });
        });
        REQUIRE(::write(ends[1], "abc", 3) == 3);
        ::close(ends[1]);
        CHECK(done.get_future().get() == "abc");
    }
    ::close(ends[0]);
}
