// Makes statements of tasks and runs, and reads their rows.
#pragma once

#include "store_postgres/wire/parameters.hpp"
#include "store_postgres/wire/rows.hpp"
#include <iam/chat/tasks/task_store.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace iam::store_postgres {

std::int64_t to_column(chat::TaskTime moment) noexcept;
std::optional<std::int64_t> to_column(const std::optional<chat::TaskTime>& moment) noexcept;

/// Adds the task unless its name is taken or there are chat::k_tasks_max tasks.
Statement insert_task(const chat::Task& task, chat::TaskTime settled);
/// Selects all tasks by their names.
Statement select_tasks();
Statement select_task(const std::string& name);
Result<std::vector<chat::StoredTask>> read_tasks(const Rows& rows);

/// Moves `settled` of the task and adds the runs, once for the token. Selects the number of tasks
/// that it has moved.
Statement insert_runs(const std::string& name, chat::TaskTime expected, chat::TaskTime settled,
                      const std::vector<chat::TaskRun>& runs, const std::string& token);
Statement update_run(const chat::TaskRun& run, chat::RunState expected);
Statement select_run(std::uint64_t number);
/// Selects the newest first; of all tasks if `task` is empty.
Statement select_runs(const std::string& task, std::size_t count_max);
Statement select_runs_in(chat::RunState state);
Result<std::vector<chat::TaskRun>> read_runs(const Rows& rows);

}  // namespace iam::store_postgres
