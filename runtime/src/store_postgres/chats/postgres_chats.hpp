// Makes a chat::ChatStore on a PostgreSQL server, with settings for tests.
#pragma once

#include "store_postgres/side/side_connection.hpp"
#include <iam/chat/chat_store.hpp>
#include <iam/store/backend.hpp>

#include <memory>
#include <string>

namespace iam::store_postgres {

/// open_chats() of the public header with other settings.
Result<std::unique_ptr<chat::ChatStore>> open_chats_with(const std::string& place, store::Mode mode,
                                                         const SideOptions& options);

}  // namespace iam::store_postgres
