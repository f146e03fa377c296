// Refuses settings of a chat that could not hold.
#pragma once

#include <iam/chat/conversation.hpp>

namespace iam::chat {

/// Error: invalid_argument with a JSON Pointer into the options.
Result<void> check_settings(const ConversationParts& parts, const ConversationOptions& options);
/// Error: invalid_argument, for a pattern that is none, and for more than k_profile_names_max names
/// of one kind.
Result<void> check_choice(const ToolsChosen& tools);

}  // namespace iam::chat
