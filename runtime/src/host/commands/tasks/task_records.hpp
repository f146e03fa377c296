// Shows tasks and their runs: tasks list, show, runs.
#pragma once

#include "host/commands/commands.hpp"
#include <iam/chat/tasks/task.hpp>

#include <vector>

namespace iam::host {

void add_task_records_commands(const Commands& commands, CLI::App& tasks);

/// Prints the runs, with --json as an object.
void print_runs(const Session& session, const std::vector<chat::TaskRun>& runs);

}  // namespace iam::host
