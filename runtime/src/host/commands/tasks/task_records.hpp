// Shows tasks and their runs: tasks list, show, runs.
#pragma once

#include "host/commands/commands.hpp"
#include <iam/chat/tasks/task.hpp>
#include <iam/chat/tasks/task_store.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace iam::host {

void add_task_records_commands(const Commands& commands, CLI::App& tasks);

inline constexpr std::size_t k_runs_shown = 20;

/// Nothing: the task is disabled, has no due time left, or its zone is not here.
std::optional<chat::TaskTime> next_due(const chat::StoredTask& stored);
/// The maximum time of a run, e.g. "1h".
std::string time_text(const chat::Task& task);

/// Prints the runs, with --json as an object.
void print_runs(const Session& session, const std::vector<chat::TaskRun>& runs);

}  // namespace iam::host
