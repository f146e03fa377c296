#include "iam/chat/tasks/task.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace iam::chat {
namespace {

using StateName = std::pair<RunState, std::string_view>;
constexpr std::array<StateName, 9> k_run_states{{{RunState::running, "running"},
                                                 {RunState::done, "done"},
                                                 {RunState::failed, "failed"},
                                                 {RunState::stopped, "stopped"},
                                                 {RunState::budget, "budget"},
                                                 {RunState::awaiting, "awaiting"},
                                                 {RunState::missed, "missed"},
                                                 {RunState::skipped, "skipped"},
                                                 {RunState::interrupted, "interrupted"}}};

bool is_task_name(std::string_view name) {
    return !name.empty() && name.size() <= k_task_name_bytes_max &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '-';
           });
}

tl::unexpected<Error> wrong_task(std::string why, std::string pointer) {
    return fail(Errc::invalid_argument, std::move(why), std::move(pointer));
}

}  // namespace

std::string_view to_string(MissedPolicy policy) noexcept {
    return policy == MissedPolicy::once ? "once" : "skip";
}

Result<MissedPolicy> read_missed_policy(std::string_view text) {
    for (const MissedPolicy policy : {MissedPolicy::once, MissedPolicy::skip})
        if (text == to_string(policy)) return policy;
    return wrong_task("missed runs are \"once\" (the last one runs late) or \"skip\".", "/missed");
}

Result<void> check_task(const Task& task) {
    if (!is_task_name(task.name))
        return wrong_task("a task's name has 1 to 64 of A-Z a-z 0-9 _ -.", "/name");
    if (task.prompt.empty() || task.prompt.size() > k_prompt_bytes_max)
        return wrong_task("a task's prompt has 1 to " + std::to_string(k_prompt_bytes_max) +
                              " bytes, and this one has " + std::to_string(task.prompt.size()) +
                              ".",
                          "/prompt");
    const std::string most = std::to_string(k_task_words_bytes_max) + " bytes.";
    if (task.profile.size() > k_task_words_bytes_max)
        return wrong_task("a profile's name has at most " + most, "/profile");
    if (task.model.size() > k_task_words_bytes_max)
        return wrong_task("a model's name has at most " + most, "/model");
    if (task.time_max < k_run_time_min || task.time_max > k_run_time_max)
        return wrong_task("the maximum time of a run is 1s to 24h.", "/time_max");
    return {};
}

std::string_view to_string(RunState state) noexcept {
    for (const auto& [each, name] : k_run_states)
        if (each == state) return name;
    return "";
}

Result<RunState> read_run_state(std::string_view text) {
    for (const auto& [each, name] : k_run_states)
        if (name == text) return each;
    return fail(Errc::corrupt, "a run of a task has a state that this program does not know.");
}

RunState state_of(TurnEnd end) noexcept {
    switch (end) {
        case TurnEnd::done:
            return RunState::done;
        case TurnEnd::stopped:
            return RunState::stopped;
        case TurnEnd::failed:
            return RunState::failed;
        case TurnEnd::budget:
            return RunState::budget;
        case TurnEnd::awaiting:
            return RunState::awaiting;
    }
    return RunState::failed;
}

}  // namespace iam::chat
