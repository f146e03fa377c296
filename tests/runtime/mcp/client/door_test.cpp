#include "mcp/client/door.hpp"

#include <catch2/catch.hpp>

#include <atomic>
#include <future>
#include <thread>

using namespace iam;

TEST_CASE("a closed door lets no function in") {
    const auto door = std::make_shared<mcp::Door>();
    int runs = 0;
    auto function = mcp::through(door, [&](int by) { runs += by; });
    function(2);
    door->close();
    function(4);
    CHECK(runs == 2);
    CHECK_FALSE(door->enter());
}

TEST_CASE("a door closes when its last visitor has left") {
    const auto door = std::make_shared<mcp::Door>();
    std::promise<void> entered;
    std::promise<void> may_leave;
    std::atomic<bool> has_left{false};
    std::thread visitor(mcp::through(door, [&] {
        entered.set_value();
        may_leave.get_future().wait();
        has_left = true;
    }));
    entered.get_future().wait();
    std::thread leaver([&] { may_leave.set_value(); });
    door->close();
    CHECK(has_left);
    visitor.join();
    leaver.join();
}
