// Makes the reply of an imported tool from its server's answer.
#pragma once

#include "mcp/client/imported/import_limits.hpp"
#include "mcp/client/remote_call.hpp"
#include <iam/schema/schema.hpp>
#include <iam/tool/handler.hpp>

#include <optional>

namespace iam::mcp {

/// The server's result. With an output schema it is structuredContent, which the schema must
/// accept. Without one it is the array of content blocks, as iam::Content is recorded:
/// - each block has MCP's members for its type and no others, so no `_meta`;
/// - a block of an unknown type becomes a text that says so;
/// - structuredContent becomes a text at the end, unless a text has the same value already.
///
/// A failure (code::tool_failed) for a result with isError, an error of the server, and a result
/// that cannot be used. The server's words in its message are cut and escaped. No answer to a
/// request that was sent is code::outcome_unknown.
Reply reply_of(const RemoteReply& answer, const std::optional<schema::Schema>& output,
               const ImportLimits& limits);

}  // namespace iam::mcp
