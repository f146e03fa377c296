// chat import: chats of other programs, and exported ones.
#pragma once

#include "host/commands/commands.hpp"
#include <iam/chat/chat_store.hpp>
#include <iam/chat/import.hpp>
#include <iam/core/entropy.hpp>

#include <string>

namespace iam::host {

/// Stores a chat of the file `name`. Returns false if the same chat was there already. Errors: of
/// the store.
Result<bool> store_import(chat::ChatStore& store, const chat::ImportedChat& chat,
                          const std::string& name, Entropy& entropy);

void add_chat_import_command(const Commands& commands, CLI::App& chat);

}  // namespace iam::host
