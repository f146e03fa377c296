// Opens the tasks in a state folder. Several processes may share them.
#pragma once

#include <iam/chat/tasks/task_store.hpp>
#include <iam/store/backend.hpp>

#include <filesystem>
#include <memory>

namespace iam::store_sqlite {

/// Opens tasks.db in <folder>, which has tables and a schema version of its own. read_write makes
/// missing folders (0700) and the file (0600). hold() locks the file task-<name>.lock in <folder>.
/// The kernel gives the lock back when the process ends. remove() removes the file.
///
/// Errors: unavailable (folder, disk, a lock held for over 5 s; of read_only: there are no tasks),
/// corrupt (not a file of tasks, a newer schema).
Result<std::unique_ptr<chat::TaskStore>> open_tasks(const std::filesystem::path& folder,
                                                    store::Mode mode);

}  // namespace iam::store_sqlite
