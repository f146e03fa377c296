// The ready-made limiter of calls, on a clock that only the test moves.
#include "../fixture.hpp"
#include <iam/gate/rate_limiter.hpp>

namespace iam::test {
namespace {

using gate::Rate;
using gate::RateLimiter;
using gate::RateLimits;
using std::chrono::milliseconds;
using std::chrono::seconds;

struct LimitedProgram : Program {
    explicit LimitedProgram(RateLimits limits) {
        interceptors.push_back(std::make_shared<RateLimiter>(clock, std::move(limits)));
        seen = add(undoable("echo"));
        other = add_allowed("other");
    }
    std::string code(const std::string& tool = "echo", Subject subject = {}) {
        Call call = call_of(tool);
        call.subject = std::move(subject);
        last = runtime().call(std::move(call));
        return last.success ? "ran" : last.code;
    }
    std::shared_ptr<Seen> seen{};
    std::shared_ptr<Seen> other{};
    ToolResult last{};
};

RateLimits each_tool(std::uint32_t calls, milliseconds per) {
    RateLimits limits;
    limits.each_tool = Rate{calls, per};
    return limits;
}

}  // namespace

TEST_CASE(
    "A54 a call beyond the rate is rate_limited, runs nothing and says when the next may come") {
    LimitedProgram program(each_tool(1, seconds(5)));
    CHECK(program.code() == "ran");
    CHECK(program.code() == "rate_limited");
    CHECK(program.last.message ==
          "Too many calls; try again in 5 s, from 2026-01-02T03:04:10.678Z on.");
    CHECK(program.seen->calls == 1);
    program.clock.advance(milliseconds(4999));
    CHECK(program.code() == "rate_limited");
    CHECK(program.last.message.find("in 1 ms,") != std::string::npos);
    program.clock.advance(milliseconds(1));
    CHECK(program.code() == "ran");
}

TEST_CASE("a bucket holds as many calls as its rate and fills up evenly, never beyond") {
    LimitedProgram program(each_tool(3, seconds(3)));
    for (int i = 0; i < 3; ++i) CHECK(program.code() == "ran");
    CHECK(program.code() == "rate_limited");
    program.clock.advance(seconds(1));
    CHECK(program.code() == "ran");
    CHECK(program.code() == "rate_limited");
    program.clock.advance(std::chrono::hours(10));
    for (int i = 0; i < 3; ++i) CHECK(program.code() == "ran");
    CHECK(program.code() == "rate_limited");
}

TEST_CASE("tools, sessions and all together are counted apart, and each of them can refuse") {
    RateLimits limits;
    SECTION("a tool of its own") {
        limits.tools[k_echo] = Rate{1, seconds(1)};
        LimitedProgram program(limits);
        CHECK(program.code() == "ran");
        CHECK(program.code() == "rate_limited");
        CHECK(program.code("other") == "ran");
        CHECK(program.code("other") == "ran");
    }
    SECTION("sessions") {
        limits.each_session = Rate{1, seconds(1)};
        LimitedProgram program(limits);
        CHECK(program.code("echo", {"u", "", "s", ""}) == "ran");
        CHECK(program.code("other", {"u", "", "s", "a"}) == "rate_limited");
        CHECK(program.code("other", {"u", "", "t", ""}) == "ran");
        CHECK(program.code("other", {"us", "", "", ""}) == "ran");
    }
    SECTION("all") {
        limits.all = Rate{1, seconds(1)};
        LimitedProgram program(limits);
        CHECK(program.code() == "ran");
        CHECK(program.code("other") == "rate_limited");
    }
}

TEST_CASE("a call that one limit refuses takes nothing from another one") {
    RateLimits limits;
    limits.tools[k_echo] = Rate{1, seconds(10)};
    limits.all = Rate{2, seconds(10)};
    LimitedProgram program(limits);
    CHECK(program.code() == "ran");
    for (int i = 0; i < 5; ++i) CHECK(program.code() == "rate_limited");
    CHECK(program.code("other") == "ran");
    CHECK(program.code("other") == "rate_limited");
}

TEST_CASE("a rate without calls lets none through, one without time has no limit") {
    LimitedProgram none(each_tool(0, seconds(1)));
    CHECK(none.code() == "rate_limited");
    none.clock.advance(std::chrono::hours(1000));
    CHECK(none.code() == "rate_limited");
    LimitedProgram any(each_tool(1, milliseconds(0)));
    for (int i = 0; i < 5; ++i) CHECK(any.code() == "ran");
    LimitedProgram longest(each_tool(1, milliseconds::max()));
    CHECK(longest.code() == "ran");
    CHECK(longest.code() == "rate_limited");
}

TEST_CASE("a wall clock that is moved gains no calls") {
    LimitedProgram program(each_tool(1, seconds(5)));
    CHECK(program.code() == "ran");
    program.clock.set_wall(program.clock.now().wall + std::chrono::hours(24));
    CHECK(program.code() == "rate_limited");
}

TEST_CASE("what a limiter refuses spends no grant, and an undo is not counted") {
    LimitedProgram program(each_tool(1, seconds(5)));
    CHECK(program.code() == "ran");
    const std::string entry = program.last.entry;
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::confirm));
    ok(program.runtime().consent().grant_once(k_echo));
    CHECK(program.code() == "rate_limited");
    CHECK(ok(program.runtime().consent().grants()).size() == 1);
    gate::UndoRequest undo;
    undo.entry = ok(ledger::parse_entry_id(entry));
    CHECK(program.runtime().undo(undo).success);
}

TEST_CASE("a flood of sessions is refused before it takes memory, and idle ones make room") {
    RateLimits limits;
    limits.each_session = Rate{1, seconds(5)};
    limits.buckets_max = 2;
    LimitedProgram program(limits);
    CHECK(program.code("echo", {"", "", "1", ""}) == "ran");
    CHECK(program.code("echo", {"", "", "2", ""}) == "ran");
    CHECK(program.code("echo", {"", "", "3", ""}) == "rate_limited");
    CHECK(program.last.message.find("kept count of") != std::string::npos);
    program.clock.advance(seconds(5));
    CHECK(program.code("echo", {"", "", "3", ""}) == "ran");
}

TEST_CASE("of many threads at once as many calls run as the rate has") {
    LimitedProgram program(each_tool(5, std::chrono::hours(1)));
    program.runtime();
    CHECK(count_true(32, [&](int) { return program.runtime().call(call_of("echo")).success; }) ==
          5);
    CHECK(program.seen->calls == 5);
}

}  // namespace iam::test
