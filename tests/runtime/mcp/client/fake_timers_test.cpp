#include "mcp/client/fake_timers.hpp"

#include <string>

using namespace iam;
using namespace std::chrono_literals;

TEST_CASE("functions of timers run in the order of their times") {
    test::FakeTimers timers;
    std::string order;
    timers.after(2s, [&] { order += "b"; });
    timers.after(1s, [&] {
        order += "a";
        timers.after(2s, [&] { order += "c"; });
    });
    CHECK(timers.wait_for_one() == 1s);
    timers.pass(2s);
    CHECK(order == "ab");
    CHECK(timers.wait_for_one() == 1s);
    timers.pass(1s);
    CHECK(order == "abc");
    CHECK(timers.waiting() == 0);
}
