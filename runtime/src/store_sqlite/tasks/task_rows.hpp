// Rows of tasks and runs as values.
#pragma once

#include "store_sqlite/connection.hpp"
#include <iam/chat/tasks/task_store.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace iam::store_sqlite {

Result<void> insert_task(Connection& connection, const chat::Task& task, chat::TaskTime settled);
/// Sorted by name.
Result<std::vector<chat::StoredTask>> select_tasks(Connection& connection);
Result<std::optional<chat::StoredTask>> select_task(Connection& connection,
                                                    const std::string& name);

/// Returns the number of the run.
Result<std::uint64_t> insert_run(Connection& connection, const chat::TaskRun& run);
/// The rows of one of the queries below.
Result<std::vector<chat::TaskRun>> read_runs(Cursor& rows);

// Constants of queries: the cache of statements goes by their addresses.
inline constexpr char k_runs_of_task_sql[] =
    "SELECT number, task, due, began, ended, state, chat, why FROM runs WHERE task = ? "
    "ORDER BY number DESC LIMIT ?";
inline constexpr char k_all_runs_sql[] =
    "SELECT number, task, due, began, ended, state, chat, why FROM runs "
    "ORDER BY number DESC LIMIT ?";
inline constexpr char k_runs_in_state_sql[] =
    "SELECT number, task, due, began, ended, state, chat, why FROM runs WHERE state = ? "
    "ORDER BY number";
inline constexpr char k_run_of_number_sql[] =
    "SELECT number, task, due, began, ended, state, chat, why FROM runs WHERE number = ?";

std::int64_t to_row(chat::TaskTime moment) noexcept;
std::optional<std::int64_t> to_row(const std::optional<chat::TaskTime>& moment) noexcept;

}  // namespace iam::store_sqlite
