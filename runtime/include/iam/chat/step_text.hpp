// Steps of a chat as JSON text, for stores and exports.
#pragma once

#include <iam/chat/transcript.hpp>
#include <iam/core/result.hpp>

#include <string>
#include <string_view>

namespace iam::chat {

/// One line, without a line end. Bytes that are no UTF-8 become U+FFFD.
std::string step_text(const Step& step);
/// Reads step_text() back: the same step. Errors: corrupt with the place (a wrong type, a missing
/// member, an unknown kind or word).
Result<Step> read_step(std::string_view text);

}  // namespace iam::chat
