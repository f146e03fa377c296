// A time limit once seen as ended stays ended, though the wall clock is set back or the machine
// starts again.
#include "../fixture.hpp"

#include <chrono>

namespace iam::test {
namespace {

using std::chrono::minutes;

constexpr minutes k_lifetime{15};

/// Another run on the same store, whose clock shows this moment.
std::unique_ptr<Program> next_run(const Program& before, const Moment& now) {
    auto program = std::make_unique<Program>(before.store);
    program->clock.set(now);
    program->add(contract_of("echo"));
    return program;
}

Moment after_reboot(Moment now, std::chrono::milliseconds later) {
    now.wall += later;
    now.boot = std::chrono::milliseconds(0);
    now.boot_id = "boot-2";
    return now;
}

std::string code_now(Program& program) {
    return program.runtime().call(call_of("echo")).code;
}

}  // namespace

TEST_CASE("A3 a grant that was seen as ended stays ended when the clock is set back") {
    Program program;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant(k_echo, {.duration = k_lifetime}));
    const auto start = program.clock.now().wall;
    program.clock.set_wall(start + k_lifetime);
    CHECK(code_now(program) == code::confirmation_required);
    program.clock.set_wall(start);
    CHECK(code_now(program) == code::confirmation_required);
}

TEST_CASE("A3 a grant that another run saw as ended stays ended") {
    Program program;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant(k_echo, {.duration = k_lifetime}));
    const Moment start = program.clock.now();
    Moment later = start;
    later.wall += k_lifetime;
    const auto other = next_run(program, later);
    CHECK(code_now(*other) == code::confirmation_required);
    // This one has been running all the time, and its clock never moved.
    CHECK(code_now(program) == code::confirmation_required);
    CHECK(code_now(*next_run(program, start)) == code::confirmation_required);
}

TEST_CASE("A3 a grant that was seen as ended after a reboot stays ended") {
    Program program;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant(k_echo, {.duration = k_lifetime}));
    const Moment start = program.clock.now();
    const auto ended = next_run(program, after_reboot(start, k_lifetime));
    CHECK(code_now(*ended) == code::confirmation_required);
    const auto set_back = next_run(program, after_reboot(start, minutes(10)));
    CHECK(code_now(*set_back) == code::confirmation_required);
}

TEST_CASE("A3 an \"allow always\" that was seen as ended stays ended") {
    Program program;
    program.add(contract_of("echo"));
    program.with_prompter = true;
    program.prompter.script({consent::Answer::allow_always});
    CHECK(code_now(program).empty());
    const Moment start = program.clock.now();
    program.made.reset();
    const auto ended = next_run(program, after_reboot(start, std::chrono::days(100)));
    CHECK(code_now(*ended) == code::confirmation_required);
    const auto set_back = next_run(program, after_reboot(start, minutes(10)));
    CHECK(code_now(*set_back) == code::confirmation_required);
}

TEST_CASE("A3 an approval that was seen as expired stays so") {
    Program program;
    program.add(contract_of("echo"));
    program.add(contract_of("other"));
    const ToolResult asked = program.runtime().call(call_of("echo"));
    REQUIRE(asked.code == code::confirmation_required);
    const auto start = program.clock.now().wall;
    program.clock.set_wall(start + program.settings.approval_lifetime);
    // Something is recorded at this time.
    ok(program.runtime().consent().grant(ToolId{"", "other"}, {.duration = k_lifetime}));
    program.clock.set_wall(start);
    const auto answered =
        program.runtime().consent().answer(answer_to(asked.approval, consent::Answer::allow_once));
    CHECK_FALSE(answered);
}

TEST_CASE("A3 what is granted while the clock is behind ends by the boot clock, or with the boot") {
    Program program;
    program.add(contract_of("echo"));
    program.add(contract_of("other"));
    const Moment start = program.clock.now();
    // Once the clock was a year ahead.
    Moment ahead = start;
    ahead.wall += std::chrono::days(365);
    program.clock.set(ahead);
    ok(program.runtime().consent().grant(ToolId{"", "other"}, {.duration = k_lifetime}));
    program.clock.set(start);
    ok(program.runtime().consent().grant(k_echo, {.duration = k_lifetime}));
    CHECK(code_now(program).empty());
    const auto rebooted = next_run(program, after_reboot(start, minutes(1)));
    CHECK(code_now(*rebooted) == code::confirmation_required);
    program.clock.advance(k_lifetime);
    CHECK(code_now(program) == code::confirmation_required);
}

TEST_CASE("A3 a clock that is set back by a few seconds ends nothing") {
    Program program;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant(k_echo, {.duration = k_lifetime}));
    CHECK(code_now(program).empty());
    program.clock.set_wall(program.clock.now().wall - consent::k_clock_tolerance);
    CHECK(code_now(program).empty());
}

}  // namespace iam::test
