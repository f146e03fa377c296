// Makes a chat::TaskStore on a PostgreSQL server, with settings for tests.
#pragma once

#include "store_postgres/side/side_connection.hpp"
#include <iam/chat/tasks/task_store.hpp>
#include <iam/store/backend.hpp>

#include <memory>
#include <string>

namespace iam::store_postgres {

/// open_tasks() of the public header with other settings.
Result<std::unique_ptr<chat::TaskStore>> open_tasks_with(const std::string& place, store::Mode mode,
                                                         const SideOptions& options);

}  // namespace iam::store_postgres
