// Decides about runs of tasks: which due time runs, which one is missed, and which waiting run goes
// on. Pure functions.
#pragma once

#include <iam/chat/tasks/task.hpp>
#include <iam/consent/records.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace iam::chat {

/// So late a due time still counts as met: programs that run tasks start about once a minute.
inline constexpr std::chrono::milliseconds k_late_max{std::chrono::minutes{10}};

/// What a look at a task's schedule finds.
struct DuePlan {
    std::optional<TaskTime> due{};    ///< a run for this time begins now
    std::optional<TaskRun> missed{};  ///< due times that passed, as one run that was not run
    TaskTime settled{};               ///< all due times up to here are settled by the plan
};
/// `settled`: due times up to it were settled before. Of several due times the last one runs.
DuePlan plan_due(const Task& task, const Timetable& table, TaskTime settled, TaskTime now);

/// The due times that passed while run `by` of the task went on, as one skipped run. Nothing: there
/// are none.
std::optional<TaskRun> overlapped(const Task& task, const Timetable& table, TaskTime settled,
                                  TaskTime now, std::uint64_t by);

/// The end of the last turn. Nothing: it has none, or goes on again.
std::optional<TurnEnded> end_of_last_turn(const std::vector<Step>& steps);
/// The approvals for which calls of the chat wait, in order.
std::vector<std::string> awaited_approvals(const std::vector<Step>& steps);

/// A question of a waiting run, as it stands now.
struct AwaitedQuestion {
    consent::Approval approval{};
    /// The digest of consent of the tool's present contract. Nothing: the tool is not here.
    std::optional<Digest> tool_now{};
    bool is_overdue = false;
};

struct ResumePlan {
    enum class Kind {
        wait,   ///< a question is open
        go_on,  ///< all are answered
        end,    ///< no answer counts any more
    };
    Kind kind = Kind::wait;
    std::string why{};  ///< of an end
};
/// A question that nobody answered in time ends the run, and so does a tool that has changed since.
ResumePlan plan_resume(const std::vector<AwaitedQuestion>& questions);

}  // namespace iam::chat
