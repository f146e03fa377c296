// Opens the tasks beside a ledger on a PostgreSQL server. Many hosts and programs may share them.
#pragma once

#include <iam/chat/tasks/task_store.hpp>
#include <iam/store/backend.hpp>

#include <memory>
#include <string>

namespace iam::store_postgres {

/// Opens the tasks at an address as open() of postgres_store.hpp takes it. The tables must be there
/// (init()). hold() takes a lease, as open_chats() says: of all programs of all hosts, one owns the
/// runs of a task. record() moves `settled` for one of them, so a due time starts one run.
///
/// Errors: unavailable (no server, no tables, older tables, reading only), corrupt (a newer
/// schema), invalid_argument (the address), outcome_unknown (no answer to a change for 20 s).
Result<std::unique_ptr<chat::TaskStore>> open_tasks(const std::string& place, store::Mode mode);

}  // namespace iam::store_postgres
