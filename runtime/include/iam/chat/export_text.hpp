// Writes a chat for people and for other programs.
#pragma once

#include <iam/chat/conversation.hpp>
#include <iam/core/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::chat {

/// The messages of the present branch. Error: corrupt, if a step does not fit those before it.
Result<std::vector<MessageView>> branch_of(std::vector<Step> steps);

/// The messages as Markdown: each with its role, calls with their arguments and results in fences
/// that their text cannot end. A result that only the ledger has is named by its entry. Thinking
/// and signatures are not in it. Texts stay as they are: show them on a terminal only with
/// question::visible_lines().
std::string markdown_of(const std::vector<MessageView>& messages);

/// All branches as lines of JSON, which a ChatFileReader reads back. The first line is
/// {"format":"iam.chat","version":1}; a line follows for each message, call and result, and one for
/// the end. System texts, thinking, signatures, and the ids of calls, entries and approvals are not
/// in it. A result that only the ledger has is empty: fill_results() fills it. Error: corrupt,
/// if a step does not fit those before it.
Result<std::string> json_lines_of(std::vector<Step> steps);

/// Gives each result that has an entry and no text its text from the ledger, at most
/// TurnLimits::result_bytes_max of it. An erased or forgotten result says so. Errors: of the
/// ledger.
Result<void> fill_results(ledger::Store& ledger, std::vector<Step>& steps);

/// The text of a segment without the two lines around files and imports.
std::string_view plain_text(const Segment& segment) noexcept;

}  // namespace iam::chat
