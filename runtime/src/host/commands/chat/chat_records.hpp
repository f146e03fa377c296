// The chats of a state: chat list, show, export, delete.
#pragma once

#include "host/commands/commands.hpp"
#include <iam/chat/chat_store.hpp>

#include <memory>

namespace iam::host {

/// The chats of this command line's state. A state that keeps none has chats in memory. Errors: of
/// the store.
Result<std::unique_ptr<chat::ChatStore>> open_chats(const Session& session, store::Mode mode);

void add_chat_records_commands(const Commands& commands, CLI::App& chat);

}  // namespace iam::host
