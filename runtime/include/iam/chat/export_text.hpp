// Writes a chat for people and for other programs.
#pragma once

#include <iam/chat/conversation.hpp>
#include <iam/core/result.hpp>

#include <string>
#include <vector>

namespace iam::chat {

/// The messages of the present branch. Error: corrupt, if a step does not fit those before it.
Result<std::vector<MessageView>> branch_of(std::vector<Step> steps);

/// The messages as Markdown: each with its role, calls with their arguments and results in fences
/// that their text cannot end. A result that only the ledger has is named by its entry. Thinking
/// and signatures are not in it. Texts stay as they are: show them on a terminal only with
/// question::visible_lines().
std::string markdown_of(const std::vector<MessageView>& messages);

}  // namespace iam::chat
