// The ready-made telemetry: entries as events without values.
#include "../fixture.hpp"
#include <iam/gate/telemetry.hpp>

#include <stdexcept>

namespace iam::test {
namespace {

using gate::CallEvent;
using gate::Telemetry;

struct ObservedProgram : Program {
    ObservedProgram() {
        interceptors.push_back(std::make_shared<Telemetry>(
            [this](const CallEvent& event) { events.push_back(event); }));
    }
    std::vector<CallEvent> events{};
};

}  // namespace

TEST_CASE("A55 a call that ran is an event with its decision and one with its duration") {
    ObservedProgram program;
    program.add_allowed("slow", {.call = [&](std::string_view, Context&) {
                            program.clock.advance(std::chrono::milliseconds(1500));
                            return Reply::done();
                        }});
    const ToolResult result = program.runtime().call(call_of("slow"));
    REQUIRE(program.events.size() == 2);
    const CallEvent& intent = program.events[0];
    CHECK(intent.kind == EntryKind::intent);
    CHECK(intent.tool.name == "slow");
    CHECK(intent.call_id == result.call_id);
    CHECK(intent.proposer == Proposer::Kind::model);
    CHECK(intent.effect == Policy::allow);
    CHECK(intent.source == consent::Source::compiled_policy);
    const CallEvent& outcome = program.events[1];
    CHECK(outcome.kind == EntryKind::outcome);
    CHECK(outcome.success == true);
    CHECK(outcome.duration == std::chrono::milliseconds(1500));
    CHECK(outcome.entry == result.entry);
}

TEST_CASE("E7 how long a call took is told as finely as the clock goes") {
    ObservedProgram program;
    program.add_allowed("quick", {.call = [&](std::string_view, Context&) {
                            program.clock.advance_fine(std::chrono::microseconds(250));
                            return Reply::done();
                        }});
    program.runtime().call(call_of("quick"));
    REQUIRE(program.events.size() == 2);
    CHECK(program.events[1].duration == std::chrono::microseconds(250));
    const SystemClock clock;
    const auto before = clock.boot();
    const auto between = clock.fine_boot();
    CHECK(before <= between);
    CHECK(between <= clock.boot() + std::chrono::milliseconds(1));
}

TEST_CASE("a refused call is an event with who refused it and the code") {
    ObservedProgram program;
    program.add(contract_of("echo"));
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
    program.runtime().call(call_of("echo"));
    REQUIRE(program.events.size() == 2);
    CHECK(program.events[0].kind == EntryKind::policy);
    CHECK(program.events[1].kind == EntryKind::decision);
    CHECK(program.events[1].code == code::policy_denied);
    CHECK(program.events[1].effect == Policy::deny);
    CHECK(program.events[1].source == consent::Source::stored_policy);
}

TEST_CASE("a telemetry that throws, or has no callback, changes nothing") {
    Program program;
    program.interceptors.push_back(std::make_shared<Telemetry>(
        [](const CallEvent&) { throw std::runtime_error("no network"); }));
    program.interceptors.push_back(
        std::make_shared<Telemetry>(std::function<void(const CallEvent&)>{}));
    program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(program.of_kind(EntryKind::outcome).size() == 1);
}

}  // namespace iam::test
