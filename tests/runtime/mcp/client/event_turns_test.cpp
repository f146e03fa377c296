#include "mcp/client/event_turns.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <thread>

using namespace iam;

TEST_CASE("an event that arises within an event follows it") {
    mcp::EventTurns turns;
    std::string order;
    turns.run([&] {
        turns.run([&] {
            order += "c";
            turns.run([&] { order += "d"; });
        });
        order += "ab";
    });
    CHECK(order == "abcd");
}

TEST_CASE("events of two threads run one at a time") {
    mcp::EventTurns turns;
    int inside = 0;
    int most = 0;
    const auto work = [&] {
        for (int i = 0; i < 1000; ++i) {
            turns.run([&] {
                ++inside;
                most = std::max(most, inside);
                --inside;
            });
        }
    };
    std::thread other(work);
    work();
    other.join();
    CHECK(most == 1);
}
