#include "iam/chat/tasks/task_plan.hpp"

#include <iam/core/clock.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace iam::chat {
namespace {

/// More due times than these are not counted.
constexpr std::size_t k_counted_dues_max = 1000;

/// "3 due times, the first at …", between `after` and `last`.
std::string passed_dues_text(const Timetable& table, TaskTime after, TaskTime last) {
    const auto first = table.next(after);
    std::size_t count = 0;
    for (auto due = first; due && *due <= last && count <= k_counted_dues_max;
         due = table.next(*due))
        ++count;
    if (count <= 1) return "This due time passed";
    return (count > k_counted_dues_max ? "More than " + std::to_string(k_counted_dues_max)
                                       : std::to_string(count)) +
           " due times, the first at " + to_rfc3339(*first) + ", passed";
}

TaskRun not_run(const Task& task, TaskTime due, RunState state, std::string why) {
    return {.task = task.name, .due = due, .state = state, .why = std::move(why)};
}

}  // namespace

DuePlan plan_due(const Task& task, const Timetable& table, TaskTime settled, TaskTime now) {
    DuePlan plan{.settled = settled};
    if (!task.is_enabled) return plan;
    const auto latest = table.latest(settled, now);
    if (!latest) return plan;
    plan.settled = *latest;
    const bool runs = task.missed == MissedPolicy::once || now - *latest <= k_late_max;
    if (runs) plan.due = latest;
    // Due times before the one that runs.
    const auto missed =
        runs ? table.latest(settled, *latest - std::chrono::milliseconds{1}) : latest;
    if (missed)
        plan.missed = not_run(
            task, *missed, RunState::missed,
            passed_dues_text(table, settled, *missed) + " while no program looked for due tasks.");
    return plan;
}

std::optional<TaskRun> overlapped(const Task& task, const Timetable& table, TaskTime settled,
                                  TaskTime now, std::uint64_t by) {
    if (!task.is_enabled) return std::nullopt;
    const auto latest = table.latest(settled, now);
    if (!latest) return std::nullopt;
    return not_run(task, *latest, RunState::skipped,
                   passed_dues_text(table, settled, *latest) + " while run " + std::to_string(by) +
                       " went on.");
}

std::optional<TurnEnded> end_of_last_turn(const std::vector<Step>& steps) {
    std::optional<TurnEnded> end;
    for (const Step& step : steps) {
        if (const auto* ended = std::get_if<TurnEnded>(&step)) end = *ended;
        if (std::holds_alternative<TurnBegan>(step) || std::holds_alternative<TurnResumed>(step))
            end.reset();
    }
    return end;
}

std::vector<std::string> awaited_approvals(const std::vector<Step>& steps) {
    std::vector<std::pair<std::string, std::string>> waiting;  // call, approval
    for (const Step& step : steps) {
        const auto* const waits = std::get_if<CallWaits>(&step);
        const auto* const ended = std::get_if<CallEnded>(&step);
        if (waits == nullptr && ended == nullptr) continue;
        const std::string& call = waits != nullptr ? waits->call : ended->call;
        std::erase_if(waiting, [&](const auto& each) { return each.first == call; });
        if (waits != nullptr) waiting.emplace_back(call, waits->approval);
    }
    std::vector<std::string> approvals;
    approvals.reserve(waiting.size());
    for (auto& [call, approval] : waiting) approvals.push_back(std::move(approval));
    return approvals;
}

ResumePlan plan_resume(const std::vector<AwaitedQuestion>& questions) {
    using consent::ApprovalState;
    using Kind = ResumePlan::Kind;
    bool waits = false;
    for (const AwaitedQuestion& question : questions) {
        const consent::Approval& approval = question.approval;
        const std::string name = "The question " + approval.id + " about " + approval.tool.name;
        const bool is_open = consent::is_open(approval.state);
        if (approval.state == ApprovalState::expired || (is_open && question.is_overdue))
            return {Kind::end, name + " expired before the call ran; nothing was run for it."};
        if (!is_open) continue;
        if (question.tool_now && *question.tool_now != approval.consent_digest)
            return {Kind::end, name +
                                   " is about another contract of the tool: the tool has changed "
                                   "since, so no answer counts and nothing was run for it."};
        if (!approval.instance.empty())
            return {Kind::end, name +
                                   " could be allowed only in the program that asked, which has "
                                   "ended: the call has secrets, or a hook changed its record."};
        // The server of a tool that is not here may be away for a while.
        if (approval.state == ApprovalState::pending || !question.tool_now) waits = true;
    }
    return {waits ? Kind::wait : Kind::go_on, {}};
}

}  // namespace iam::chat
