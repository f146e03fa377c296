// The order of an answer's calls, without a gate.
#include <catch2/catch.hpp>
#include <chat/conversation/call_plan.hpp>

#include <string>
#include <utility>

using iam::chat::CallPlan;

namespace {

/// r: read-only, w: any other.
CallPlan plan_of(const std::string& kinds) {
    std::vector<CallPlan::Item> items;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        items.push_back({.call = std::to_string(i), .is_read_only = kinds[i] == 'r'});
    return CallPlan(std::move(items));
}

/// The items that start; with a "?" behind those that may only ask.
std::string started(CallPlan& plan) {
    std::string text;
    for (const CallPlan::Start& start : plan.start())
        text += std::to_string(start.item) + (start.only_ask ? "?" : "");
    return text;
}

void become(CallPlan& plan, const std::string& call, CallPlan::State state) {
    plan.find(call)->state = state;
}

}  // namespace

TEST_CASE("H09: read-only calls start four at once, and the next when one has ended") {
    CallPlan plan = plan_of("rrrrrr");
    CHECK(started(plan) == "0123");
    CHECK(started(plan).empty());
    become(plan, "2", CallPlan::State::ended);
    CHECK(started(plan) == "4");
}

TEST_CASE("H09: a call that changes something waits for those before it, and those after it wait") {
    CallPlan plan = plan_of("rrwrw");
    CHECK(started(plan) == "01");
    become(plan, "0", CallPlan::State::ended);
    CHECK(started(plan).empty());
    become(plan, "1", CallPlan::State::ended);
    CHECK(started(plan) == "2");
    become(plan, "2", CallPlan::State::ended);
    CHECK(started(plan) == "3");
    become(plan, "3", CallPlan::State::ended);
    CHECK(started(plan) == "4");
    CHECK_FALSE(plan.is_over());
    become(plan, "4", CallPlan::State::ended);
    CHECK(plan.is_over());
}

TEST_CASE("H09: behind a waiting call the others may only ask") {
    CallPlan plan = plan_of("wrw");
    CHECK(started(plan) == "0");
    become(plan, "0", CallPlan::State::waiting);
    CHECK(started(plan) == "1?");
    become(plan, "1", CallPlan::State::held);
    CHECK(started(plan) == "2?");
    become(plan, "2", CallPlan::State::waiting);
    CHECK(started(plan).empty());
    CHECK_FALSE(plan.is_running());
}

TEST_CASE("H09: a read-only call runs beside one that waits") {
    CallPlan plan = plan_of("rr");
    become(plan, "0", CallPlan::State::waiting);
    CHECK(started(plan) == "1");
}
