// The part of read_result that a conversation knows.
#pragma once

#include "chat/conversation/for_models/tool_names.hpp"
#include <iam/chat/tool_choice.hpp>
#include <iam/chat/transcript.hpp>
#include <iam/tool/call.hpp>
#include <iam/tool/contract.hpp>

#include <string>

namespace iam::chat {

/// False for a tool of the program that has the name by chance, and for nullptr.
bool is_read_result(const Contract* contract) noexcept;
/// The choice as it counts for the tool: a list of tools need not name read_result, which gives
/// results of the chat again. An empty list leaves no tool.
ToolChoice choice_for(const Contract& contract, ToolChoice choice);
/// True if the tool is among the offered ones.
bool offers_read_result(const ToolNames& names);
/// The entry that a call of read_result names, as the ledger writes it; empty: none.
std::string entry_read_by(const ProposedCall& call);
/// The text of a result before it is shortened. A part that read_result has read stands there
/// without quotes and escapes of its own.
std::string whole_text(const Contract* contract, const ToolResult& result);

}  // namespace iam::chat
