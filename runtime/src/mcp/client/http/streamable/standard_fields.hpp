// The fields of requests without a session, which repeat parts of the body (MCP 2026-07-28,
// basic/transports/streamable-http).
#pragma once

#include <iam/net/http_message.hpp>

#include <string>
#include <string_view>

namespace iam::mcp {

/// A text as the value of a field: itself if it is visible ASCII with blanks inside, otherwise its
/// Base64 within "=?base64?" and "?=".
std::string field_value_of(std::string_view text);

/// The fields Mcp-Method and, where the method has one, Mcp-Name. `params` is JSON text of an
/// object, or empty.
net::Fields standard_fields(std::string_view method, std::string_view params);

}  // namespace iam::mcp
