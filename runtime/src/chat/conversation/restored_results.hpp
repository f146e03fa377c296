// Results whose text a store left to the ledger.
#pragma once

#include <iam/chat/conversation.hpp>

#include <vector>

namespace iam::chat {

/// Gives each result that has an entry and no text the text for the model again, from the ledger.
/// An erased or forgotten result says so. Errors: of the ledger.
Result<void> restore_results(const ConversationParts& parts, const ConversationOptions& options,
                             std::vector<Step>& steps);

/// The recorded result of a call that has an entry, as the gate would give it. Errors: of the
/// ledger.
Result<ToolResult> recorded(ledger::Store& ledger, const CallEnded& ended);

}  // namespace iam::chat
