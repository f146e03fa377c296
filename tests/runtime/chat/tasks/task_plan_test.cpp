// Tests of runtime/src/chat/tasks/task_plan.cpp.
#include <iam/chat/tasks/task_plan.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace {

using Catch::Contains;
using namespace iam::chat;
using iam::consent::ApprovalState;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;

const TaskTime k_begin{hours{24 * 365 * 50}};

/// Due each quarter of an hour after k_begin.
struct Quarterly {
    Task task{};
    explicit Quarterly(MissedPolicy missed = MissedPolicy::once) {
        task.name = "quarterly";
        task.prompt = "Go on.";
        task.schedule = EveryPeriod{minutes{15}, k_begin};
        task.missed = missed;
    }
    Timetable table() const {
        return *Timetable::of(task.schedule, [](const std::string&) { return iam::TimeZone(); });
    }
    DuePlan plan(milliseconds settled, milliseconds now) const {
        return plan_due(task, table(), k_begin + settled, k_begin + now);
    }
};

AwaitedQuestion question(ApprovalState state) {
    AwaitedQuestion made;
    made.approval.id = "q1";
    made.approval.tool.name = "echo";
    made.approval.state = state;
    made.tool_now = made.approval.consent_digest;
    return made;
}

}  // namespace

TEST_CASE("a task is due when its time has come, once (H30)") {
    const Quarterly quarterly;
    CHECK_FALSE(quarterly.plan(minutes{0}, minutes{14}).due);
    const DuePlan plan = quarterly.plan(minutes{0}, minutes{16});
    CHECK(plan.due == k_begin + minutes{15});
    CHECK_FALSE(plan.missed);
    CHECK(plan.settled == k_begin + minutes{15});
    CHECK_FALSE(quarterly.plan(minutes{15}, minutes{16}).due);
}

TEST_CASE("of several due times the last one runs, and the others are missed (H30)") {
    const DuePlan plan = Quarterly().plan(minutes{0}, minutes{61});
    CHECK(plan.due == k_begin + minutes{60});
    REQUIRE(plan.missed);
    CHECK(plan.missed->state == RunState::missed);
    CHECK(plan.missed->due == k_begin + minutes{45});
    CHECK_THAT(plan.missed->why, Contains("3 due times"));
    CHECK_FALSE(plan.missed->began);
    CHECK(plan.settled == k_begin + minutes{60});
}

TEST_CASE("a late due time runs once, or is missed, as the task says (H30)") {
    const milliseconds late = minutes{15} + k_late_max + milliseconds{1};
    CHECK(Quarterly().plan(minutes{0}, late).due == k_begin + minutes{15});
    const Quarterly skipping(MissedPolicy::skip);
    CHECK(skipping.plan(minutes{0}, late - milliseconds{1}).due);
    const DuePlan plan = skipping.plan(minutes{0}, late);
    CHECK_FALSE(plan.due);
    REQUIRE(plan.missed);
    CHECK(plan.missed->due == k_begin + minutes{15});
    CHECK_THAT(plan.missed->why, Contains("This due time passed"));
    CHECK(plan.settled == k_begin + minutes{15});
}

TEST_CASE("due times of a long absence are counted within a limit") {
    const DuePlan plan = Quarterly().plan(minutes{0}, hours{24 * 365});
    REQUIRE(plan.missed);
    CHECK_THAT(plan.missed->why, Contains("More than 1000 due times"));
}

TEST_CASE("a disabled task is not due, and settles nothing") {
    Quarterly quarterly;
    quarterly.task.is_enabled = false;
    const DuePlan plan = quarterly.plan(minutes{0}, hours{5});
    CHECK_FALSE(plan.due);
    CHECK_FALSE(plan.missed);
    CHECK(plan.settled == k_begin);
    CHECK_FALSE(overlapped(quarterly.task, quarterly.table(), k_begin, k_begin + hours{5}, 1));
}

TEST_CASE("due times during a run are skipped (H30)") {
    const Quarterly quarterly;
    const auto none =
        overlapped(quarterly.task, quarterly.table(), k_begin, k_begin + minutes{14}, 7);
    CHECK_FALSE(none);
    const auto run =
        overlapped(quarterly.task, quarterly.table(), k_begin, k_begin + minutes{31}, 7);
    REQUIRE(run);
    CHECK(run->state == RunState::skipped);
    CHECK(run->due == k_begin + minutes{30});
    CHECK_THAT(run->why, Contains("2 due times") && Contains("while run 7 went on"));
}

TEST_CASE("a turn has an end until it is resumed or another one begins") {
    std::vector<Step> steps{PersonSaid{}, TurnBegan{.turn = 1}};
    CHECK_FALSE(end_of_last_turn(steps));
    steps.emplace_back(TurnEnded{.turn = 1, .end = TurnEnd::awaiting, .why = "It waits."});
    REQUIRE(end_of_last_turn(steps));
    CHECK(end_of_last_turn(steps)->why == "It waits.");
    steps.emplace_back(TurnResumed{.turn = 1});
    CHECK_FALSE(end_of_last_turn(steps));
    steps.emplace_back(TurnEnded{.turn = 1, .end = TurnEnd::done});
    CHECK(end_of_last_turn(steps)->end == TurnEnd::done);
    steps.emplace_back(TurnBegan{.turn = 2});
    CHECK_FALSE(end_of_last_turn(steps));
}

TEST_CASE("the approvals of a chat are those of its calls without a result") {
    std::vector<Step> steps{CallWaits{"c1", "q1"}, CallWaits{"c2", "q2"}, CallEnded{.call = "c1"}};
    CHECK(awaited_approvals(steps) == std::vector<std::string>{"q2"});
    steps.emplace_back(CallWaits{"c2", "q3"});
    CHECK(awaited_approvals(steps) == std::vector<std::string>{"q3"});
}

TEST_CASE("a run waits until all of its questions are answered (H30)") {
    using Go = ResumePlan::Kind;
    const auto kind = [](const std::vector<AwaitedQuestion>& all) { return plan_resume(all).kind; };
    CHECK(kind({}) == Go::go_on);
    CHECK(kind({question(ApprovalState::pending)}) == Go::wait);
    CHECK(kind({question(ApprovalState::given), question(ApprovalState::pending)}) == Go::wait);
    for (const ApprovalState answered : {ApprovalState::given, ApprovalState::refused,
                                         ApprovalState::withdrawn, ApprovalState::consumed})
        CHECK(kind({question(answered)}) == Go::go_on);
    AwaitedQuestion away = question(ApprovalState::given);
    away.tool_now.reset();
    CHECK(kind({away}) == Go::wait);
}

TEST_CASE("a question that expired, or a tool that changed, ends the run with its reason (H30)") {
    const auto why = [](const AwaitedQuestion& last) {
        const ResumePlan plan = plan_resume({question(ApprovalState::given), last});
        CHECK(plan.kind == ResumePlan::Kind::end);
        return plan.why;
    };
    CHECK_THAT(why(question(ApprovalState::expired)), Contains("q1 about echo expired"));
    for (const ApprovalState open : {ApprovalState::pending, ApprovalState::given}) {
        AwaitedQuestion overdue = question(open);
        overdue.is_overdue = true;
        CHECK_THAT(why(overdue), Contains("expired"));
        AwaitedQuestion changed = question(open);
        changed.tool_now->bytes[0] ^= 1;
        CHECK_THAT(why(changed), Contains("has changed since"));
        AwaitedQuestion bound = question(open);
        bound.approval.instance = "a run of the program";
        CHECK_THAT(why(bound), Contains("only in the program that asked"));
    }
}
