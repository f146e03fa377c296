// A line that a person typed in a chat: text for the model, or a command.
#pragma once

#include <iam/core/result.hpp>

#include <string>
#include <string_view>

namespace iam::host {

struct ChatLine {
    enum class Kind { text, nothing, undo, tools, model, profile, retry, resume, save, help, quit };
    Kind kind = Kind::text;
    std::string rest{};  ///< the text, or what stands behind the command
};

/// A line that begins with "/" is a command; "//" begins a text with "/". Error: invalid_argument
/// for an unknown command, with the known ones.
Result<ChatLine> read_chat_line(std::string_view line);
/// One line a command.
std::string_view chat_line_help() noexcept;

}  // namespace iam::host
