// A model without tools, used as one with tools: they stand in its instructions, and it calls by
// lines of text.
#pragma once

#include <iam/chat/model.hpp>
#include <iam/chat/sentinel.hpp>

#include <memory>
#include <string_view>

namespace iam::chat {

/// The tool's name of a line TOOL_CALL: that is no call. Its argument "fault" says why. No tool has
/// this name, so the model gets an error for it, with the reason.
inline constexpr std::string_view k_malformed_call = "TOOL_CALL";
/// The server of all tools in the instructions.
inline constexpr std::string_view k_sentinel_server = "tools";

/// Offers the tools of a request to `model` as text, never by its API. Earlier calls and their
/// results become lines of text, too. The stream is closed at the first whole call, and at a result
/// that the model writes itself: the text behind these would not know the result.
std::unique_ptr<Model> make_sentinel_model(std::unique_ptr<Model> model,
                                           SentinelPrompt prompt = SentinelPrompt::ours);

}  // namespace iam::chat
