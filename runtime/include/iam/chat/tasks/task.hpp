// A task: a prompt that a model gets by a schedule, and its runs. docs/tasks.md explains both.
#pragma once

#include <iam/chat/tasks/schedule.hpp>
#include <iam/chat/transcript.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace iam::chat {

/// What happens to a due time that passed while no program looked for due tasks.
enum class MissedPolicy {
    once,  ///< the last one of them runs late
    skip,  ///< none of them runs
};
std::string_view to_string(MissedPolicy policy) noexcept;
/// Error: invalid_argument.
Result<MissedPolicy> read_missed_policy(std::string_view text);

struct Task {
    std::string name{};     ///< 1 to 64 of A-Z a-z 0-9 _ -
    std::string profile{};  ///< a profile's name or file; empty: none
    std::string model{};    ///< PROVIDER/NAME, in the place of the profile's; empty: the profile's
    std::string prompt{};
    Schedule schedule{};
    MissedPolicy missed = MissedPolicy::once;
    std::chrono::milliseconds time_max{std::chrono::hours{1}};  ///< of one run
    bool is_enabled = true;
    friend bool operator==(const Task&, const Task&) = default;
};

inline constexpr std::size_t k_task_name_bytes_max = 64;
inline constexpr std::size_t k_task_words_bytes_max = 4096;  ///< of the profile, and of the model
inline constexpr std::size_t k_prompt_bytes_max = std::size_t{64} << 10U;
inline constexpr std::chrono::milliseconds k_run_time_min{std::chrono::seconds{1}};
inline constexpr std::chrono::milliseconds k_run_time_max{std::chrono::hours{24}};
inline constexpr std::size_t k_tasks_max = 1000;
/// Older ended runs of a task are forgotten.
inline constexpr std::size_t k_runs_kept = 1000;

/// Everything but the schedule, which Timetable::of() checks. Error: invalid_argument.
Result<void> check_task(const Task& task);

enum class RunState {
    running,
    done,  ///< the turn has ended so: the model has answered
    failed,
    stopped,      ///< a person stopped it, or its time was up
    budget,       ///< a budget is used up
    awaiting,     ///< calls wait for a person's answer; the run goes on after it
    missed,       ///< no program looked for due tasks in time; nothing was run
    skipped,      ///< another run of the task went on; nothing was run
    interrupted,  ///< the program ended during the run
};
std::string_view to_string(RunState state) noexcept;
/// Error: corrupt.
Result<RunState> read_run_state(std::string_view text);
RunState state_of(TurnEnd end) noexcept;

struct TaskRun {
    std::uint64_t number = 0;  ///< given by the store, from 1
    std::string task{};
    TaskTime due{};
    std::optional<TaskTime> began{};  ///< nothing: it was not run
    std::optional<TaskTime> ended{};
    RunState state = RunState::running;
    std::string chat{};  ///< empty: it was not run
    std::string why{};   ///< a sentence for people; empty if done
    friend bool operator==(const TaskRun&, const TaskRun&) = default;
};

}  // namespace iam::chat
