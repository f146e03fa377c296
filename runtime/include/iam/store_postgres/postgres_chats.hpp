// Opens the chats beside a ledger on a PostgreSQL server. Many hosts and programs may share them.
#pragma once

#include <iam/chat/chat_store.hpp>
#include <iam/store/backend.hpp>

#include <memory>
#include <string>

namespace iam::store_postgres {

/// Opens the chats at an address as open() of postgres_store.hpp takes it. The tables must be there
/// (init()). A step is durable when append() returns.
///
/// The text of a tool's result that has an entry of the ledger is not stored: CallEnded::text is
/// empty after load(), and the ledger has the result for as long as it is neither erased nor past
/// its time. The other texts are not sealed: administrators of the database can read them.
///
/// hold() takes a lease of 30 s by the server's clock, and a thread renews it every 10 s. If the
/// program ends without giving it back, the chat is free at the end of the lease.
///
/// Errors: unavailable (no server, no tables, older tables, reading only), corrupt (a newer
/// schema), invalid_argument (the address), outcome_unknown (no answer to a change for 20 s).
Result<std::unique_ptr<chat::ChatStore>> open_chats(const std::string& place, store::Mode mode);

}  // namespace iam::store_postgres
