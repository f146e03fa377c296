// The chats of a state: chat list, show, export, import, delete.
#pragma once

#include "host/commands/commands.hpp"
#include <iam/chat/chat_store.hpp>
#include <iam/gate/consent.hpp>

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace iam::host {

/// The chats of this command line's state. A state that keeps none has chats in memory. Errors: of
/// the store.
Result<std::unique_ptr<chat::ChatStore>> open_chats(const Session& session, store::Mode mode);

/// An id for a new chat: the millisecond, so that sorted ids are in the order of the chats'
/// beginnings, and a part by chance.
std::string new_chat_id(const Session& session);

/// The error for an id that no chat has.
Error no_such_chat(const Session& session, const std::string& id);

/// The title that a person gave, or the first line of their first message, cut between characters.
std::string title_of(const std::vector<chat::Step>& steps);
/// The number of messages of people and of answers, in all branches.
std::size_t messages_in(const std::vector<chat::Step>& steps);
/// The approvals that calls of a chat wait for.
std::set<std::string> open_questions(const std::vector<chat::Step>& steps);
/// Withdraws each question that is still open. Error: the first one, after all were tried.
Result<void> withdraw_all(gate::Consent consent, const Subject& by,
                          const std::set<std::string>& approvals);

/// Lines of JSON that are harmless for a terminal, with the same values.
std::string harmless_lines(std::string_view json_lines);

void add_chat_records_commands(const Commands& commands, CLI::App& chat);

}  // namespace iam::host
