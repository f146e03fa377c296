// The ready-made log of calls: their steps, without values.
#include "../fixture.hpp"
#include <iam/gate/call_log.hpp>

#include <stdexcept>

namespace iam::test {
namespace {

using gate::CallLog;
using gate::CallStep;
using StepKind = gate::CallStep::Kind;

struct LoggedProgram : Program {
    LoggedProgram() {
        interceptors.push_back(std::make_shared<CallLog>(clock, [this](const CallStep& step) {
            steps.push_back(step);
            lines += to_json(step) + '\n';
        }));
    }
    std::vector<StepKind> kinds() const {
        std::vector<StepKind> all;
        for (const CallStep& step : steps) all.push_back(step.kind);
        return all;
    }
    std::vector<CallStep> steps{};
    std::string lines{};
};

}  // namespace

TEST_CASE("a call that runs is logged as requested, decided, executing and outcome") {
    LoggedProgram program;
    program.add_allowed("slow", {.call = [&](std::string_view, Context&) {
                            program.clock.advance(std::chrono::milliseconds(1500));
                            return Reply::done();
                        }});
    const ToolResult result = program.runtime().call(call_of("slow"));
    REQUIRE(program.kinds() == std::vector{StepKind::requested, StepKind::decided,
                                           StepKind::executing, StepKind::outcome});
    for (const CallStep& step : program.steps) {
        CHECK(step.call_id == result.call_id);
        CHECK(step.tool.name == "slow");
    }
    CHECK(program.steps[0].proposer == Proposer::Kind::model);
    CHECK(program.steps[1].effect == Policy::allow);
    CHECK(program.steps[1].source == consent::Source::compiled_policy);
    CHECK_FALSE(program.steps[2].entry.empty());
    CHECK(program.steps[3].success == true);
    CHECK(program.steps[3].duration == std::chrono::milliseconds(1500));
    CHECK(program.steps[3].entry == result.entry);
    CHECK(program.lines.find(R"("step":"requested","time":")") != std::string::npos);
    CHECK(program.lines.find(R"("duration_us":1500000)") != std::string::npos);
}

TEST_CASE("a call that is refused before the decision is logged with its code") {
    LoggedProgram program;
    program.add(contract_of("echo"));
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
    program.runtime().call(call_of("echo"));
    REQUIRE(program.kinds() ==
            std::vector{StepKind::requested, StepKind::decided, StepKind::outcome});
    CHECK(program.steps[1].effect == Policy::deny);
    CHECK(program.steps[1].source == consent::Source::stored_policy);
    CHECK(program.steps[2].code == code::policy_denied);
    CHECK(program.steps[2].success == false);
    program.steps.clear();
    program.runtime().call(call_of("nothing"));
    REQUIRE(program.steps.size() >= 2);
    CHECK(program.steps.front().kind == StepKind::requested);
    CHECK(program.steps.back().code == code::tool_not_found);
}

TEST_CASE("the log of calls has no value of a call") {
    LoggedProgram program;
    program.add_allowed("echo", {.call = [](std::string_view, Context&) {
                            return Reply::failed("bad", "geheim result");
                        }});
    Call call = call_of("echo");
    call.arguments = R"({"message":"geheim argument"})";
    program.runtime().call(std::move(call));
    CHECK_FALSE(program.steps.empty());
    CHECK(program.lines.find("geheim") == std::string::npos);
}

TEST_CASE("a log of calls that throws, or has no callback, changes nothing") {
    Program program;
    program.interceptors.push_back(std::make_shared<CallLog>(
        program.clock, [](const CallStep&) { throw std::runtime_error("no disk"); }));
    program.interceptors.push_back(
        std::make_shared<CallLog>(program.clock, std::function<void(const CallStep&)>{}));
    program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).success);
}

}  // namespace iam::test
