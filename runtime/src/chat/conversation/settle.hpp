// Settles a chat whose turn was under way when its program ended.
#pragma once

#include "chat/conversation/transcript/chat_log.hpp"
#include <iam/chat/conversation.hpp>

#include <vector>

namespace iam::chat {

/// The steps that settle the chat; none if no turn was under way and no call is open. Runs no
/// function: a call with an intent in the ledger is answered from there, every other one was not
/// run.
Result<std::vector<Step>> settling_steps(const ConversationParts& parts,
                                         const ConversationOptions& options, const ChatLog& log);

}  // namespace iam::chat
