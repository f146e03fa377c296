// The chats of a state: chat list, show, export, import, delete.
#pragma once

#include "host/commands/commands.hpp"
#include <iam/chat/chat_store.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace iam::host {

/// The chats of this command line's state. A state that keeps none has chats in memory. Errors: of
/// the store.
Result<std::unique_ptr<chat::ChatStore>> open_chats(const Session& session, store::Mode mode);

/// An id for a new chat: the millisecond, so that sorted ids are in the order of the chats'
/// beginnings, and a part by chance.
std::string new_chat_id(const Session& session);

/// The error for an id that no chat has.
Error no_such_chat(const Session& session, const std::string& id);

/// Lines of JSON that are harmless for a terminal, with the same values.
std::string harmless_lines(std::string_view json_lines);

void add_chat_records_commands(const Commands& commands, CLI::App& chat);

}  // namespace iam::host
