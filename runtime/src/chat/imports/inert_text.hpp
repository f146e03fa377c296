// Texts of other programs as text that does nothing here.
#pragma once

#include <string>
#include <string_view>

namespace iam::chat {

/// The text with line feeds as its line ends, invisible characters shown, and a backslash before
/// each line that begins like a sentinel. inert_text(inert_text(x)) is inert_text(x).
std::string inert_text(std::string_view text);

/// A call of another program as a sentence and a quotation.
std::string inert_call(std::string_view tool, std::string_view arguments);
std::string inert_result(std::string_view tool, std::string_view result);

}  // namespace iam::chat
