// A request with tools as a request of text alone.
#pragma once

#include <iam/chat/model.hpp>
#include <iam/chat/sentinel.hpp>

namespace iam::chat {

/// The same request without tools: they stand behind the system text, calls are lines TOOL_CALL:
/// of the model, results are lines TOOL_RESULT: in a message of the person. Lines of others that
/// look like these are quoted.
ModelRequest as_text(ModelRequest request, SentinelPrompt prompt);

}  // namespace iam::chat
