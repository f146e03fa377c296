// The fields of a request without a session. They must say the same as its body (MCP 2026-07-28,
// basic/transports/streamable-http).
#pragma once

#include <iam/core/json.hpp>
#include <iam/net/http_message.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// The difference between the head and the body, as a sentence; nothing if there is none.
std::optional<std::string> head_mismatch(const net::Request& request, const Json& body);

/// The text of a field's value. A text unfit for a field is in Base64 within "=?base64?" and "?=".
/// Nothing if the Base64 is malformed.
std::optional<std::string> decode_field(std::string_view value);

/// True if a message has the metadata of every request.
bool has_whole_meta(const Json& body);

/// The revision in the metadata of a message; nothing if it has none.
std::optional<std::string> revision_in(const Json& body);

}  // namespace iam::mcp
