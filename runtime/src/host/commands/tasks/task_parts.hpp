// The stores that commands about tasks share.
#pragma once

#include "host/session/session.hpp"
#include <iam/chat/chat_store.hpp>
#include <iam/chat/tasks/schedule.hpp>
#include <iam/chat/tasks/task_store.hpp>

#include <memory>
#include <string>

namespace iam::host {

/// The tasks of this command line's state. Errors: invalid_argument (this kind of state keeps
/// none), and those of the store.
Result<std::unique_ptr<chat::TaskStore>> open_tasks(const Session& session);

/// Loads zones of the system.
chat::ZoneLoader zone_loader();

chat::TaskTime now_of(const Session& session);

/// The error for a name that no task has.
Error no_such_task(const Session& session, const std::string& name);

/// Finds runs that are `running` without an owner. The end of the run's turn becomes its state. If
/// it has none, the run was interrupted, or waits for the answer to a question that was put before
/// the program ended. For the owner of the task.
Result<void> settle_cut_runs(const Session& session, chat::TaskStore& tasks, chat::ChatStore& chats,
                             ledger::Store& ledger, const std::string& task);
/// The same for all tasks that no other program runs. For commands that show runs.
Result<void> settle_cut_runs(Session& session, chat::TaskStore& tasks);

}  // namespace iam::host
