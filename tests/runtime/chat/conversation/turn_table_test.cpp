// The table of states and events, every pair.
#include <catch2/catch.hpp>
#include <chat/conversation/turn_table.hpp>

#include <map>
#include <set>
#include <string>

using namespace iam::chat;

namespace {

/// The expected rows, one state a line: event>state.
const std::map<std::string, std::map<std::string, std::string>> k_expected{
    {"idle", {{"begin", "preparing"}, {"stop", "idle"}, {"late_outcome", "idle"}}},
    {"preparing",
     {{"requested", "streaming"},
      {"budget_spent", "budget"},
      {"too_large", "failed"},
      {"stop", "stopped"},
      {"fault", "failed"},
      {"late_outcome", "preparing"}}},
    {"streaming",
     {{"piece", "streaming"},
      {"answer_ended", "closing"},
      {"stop", "stopped"},
      {"fault", "failed"},
      {"late_outcome", "streaming"}}},
    {"closing",
     {{"closed_done", "done"},
      {"closed_calls", "gating"},
      {"closed_broken", "failed"},
      {"stop", "stopped"},
      {"fault", "failed"},
      {"late_outcome", "closing"}}},
    {"gating",
     {{"admitted", "executing"},
      {"stop", "stopped"},
      {"fault", "failed"},
      {"late_outcome", "gating"}}},
    {"executing",
     {{"call_news", "executing"},
      {"call_ended", "executing"},
      {"all_ended", "appending"},
      {"calls_wait", "awaiting"},
      {"stop", "stopped"},
      {"fault", "failed"},
      {"late_outcome", "executing"}}},
    {"appending",
     {{"next", "preparing"},
      {"budget_spent", "budget"},
      {"corrections_out", "failed"},
      {"stop", "stopped"},
      {"fault", "failed"},
      {"late_outcome", "appending"}}},
    {"done", {{"begin", "preparing"}, {"stop", "done"}, {"late_outcome", "done"}}},
    {"stopped",
     {{"begin", "preparing"},
      {"resume", "preparing"},
      {"stop", "stopped"},
      {"late_outcome", "stopped"}}},
    {"failed",
     {{"begin", "preparing"},
      {"resume", "preparing"},
      {"stop", "failed"},
      {"late_outcome", "failed"}}},
    {"budget",
     {{"begin", "preparing"},
      {"resume", "preparing"},
      {"stop", "budget"},
      {"late_outcome", "budget"}}},
    {"awaiting",
     {{"begin", "preparing"},
      {"resume", "gating"},
      {"stop", "stopped"},
      {"fault", "failed"},
      {"late_outcome", "awaiting"}}},
};

}  // namespace

TEST_CASE("H01: every pair of a state and an event has its row, or is an error") {
    std::set<std::string> events;
    for (const State state : k_states) {
        const auto& row = k_expected.at(std::string(to_string(state)));
        std::size_t found = 0;
        for (const TurnEvent event : k_turn_events) {
            const std::string name(to_string(event));
            events.insert(name);
            INFO(to_string(state) << " x " << name);
            const auto next = next_state(state, event);
            CHECK((next ? std::string(to_string(*next)) : "") ==
                  (row.count(name) > 0 ? row.at(name) : ""));
            found += next ? 1 : 0;
        }
        CHECK(found == row.size());
    }
    CHECK(events.size() == k_turn_events.size());
}

TEST_CASE("H01: every state can be reached, and every end but idle is left by a message") {
    std::set<State> reached{State::idle};
    for (std::size_t before = 0; before != reached.size();) {
        before = reached.size();
        for (const State state : std::set<State>(reached))
            for (const TurnEvent event : k_turn_events)
                if (const auto next = next_state(state, event)) reached.insert(*next);
    }
    CHECK(reached.size() == k_states.size());
    CHECK(is_at_rest(State::awaiting));
    CHECK_FALSE(is_at_rest(State::streaming));
}
