// A proposed call as a call of the gate, and the gate's reply as a result for the model.
#pragma once

#include "chat/conversation/for_models/tool_names.hpp"
#include "chat/conversation/transcript/chat_log.hpp"
#include <iam/chat/conversation.hpp>
#include <iam/tool/call.hpp>

#include <string>
#include <string_view>

namespace iam::chat {

Call gate_call(const ConversationParts& parts, const ConversationOptions& options,
               const ProposedCall& call);

/// The gate's reply, bounded, fenced, and with its source. A part of an earlier result has the
/// source of that result, which `log` knows.
CallEnded end_by_gate(const ConversationParts& parts, const ConversationOptions& options,
                      const ToolNames& names, const ChatLog& log, const ProposedCall& call,
                      const ToolResult& result);

/// A result without the gate, such as k_not_run.
CallEnded end_by_chat(const ProposedCall& call, std::string_view code, std::string message);

/// True if the reply says that the call waits for a person.
bool is_waiting(const ToolResult& result);

}  // namespace iam::chat
