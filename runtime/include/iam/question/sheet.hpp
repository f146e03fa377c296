// A question for the permission sheet of a page, and the lines that a person reads there. The page
// computes the same lines; docs/console-sheet.md has the contract of both.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/core/digest.hpp>
#include <iam/core/json.hpp>
#include <iam/words/locale.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace iam::question {

/// The members of a question of the sheet, without nonce and digest. Texts of others are visible;
/// the arguments and the choices of an input are as they came. `now` is the time of the menu of
/// further calls.
Json sheet_question(const consent::PromptRequest& request,
                    std::chrono::sys_time<std::chrono::milliseconds> now, words::Locale locale);

/// A line for each fact of `question` that the sheet shows. A member of another type than the
/// contract's counts as absent.
std::vector<std::string> sheet_lines(const Json& question);

/// The line that follows in the answer of an "always": its record, word for word.
std::string stores_line(consent::CallScope scope, std::string_view words);

/// The shown_digest of an answer.
Digest sheet_digest(const std::vector<std::string>& lines);

/// "tool", "keys", "arguments"
std::string_view name_of(consent::CallScope scope) noexcept;

}  // namespace iam::question
