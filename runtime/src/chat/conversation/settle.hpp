// Settles a chat whose turn was under way when its program ended.
#pragma once

#include "chat/conversation/transcript/chat_log.hpp"
#include <iam/chat/conversation.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::chat {

/// The steps that settle the chat; none if no turn was under way and no call is open. Runs no
/// function: a call with an intent in the ledger is answered from there, every other one was not
/// run.
Result<std::vector<Step>> settling_steps(const ConversationParts& parts,
                                         const ConversationOptions& options, const ChatLog& log);

/// The sentence about a turn that waits for answers to these approvals.
std::string why_awaiting(const std::vector<std::string>& approvals);

/// True if nobody answered the approval in time.
bool is_expired(ledger::Store& ledger, const std::string& approval);
inline constexpr std::string_view k_why_expired =
    "Not run: its question has expired; propose the call again if it is still due.";

}  // namespace iam::chat
