// Makes an error of a response that is no answer to a message.
#pragma once

#include <iam/rpc/message.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace iam::mcp {

/// The characters of a body that an error shows.
inline constexpr std::size_t k_shown_body_characters = 200;

/// The beginning of a foreign text on one line, harmless for a terminal.
std::string shown_body(std::string_view body);

/// The error of a response with this status; its code is the status.
rpc::ErrorObject error_of_status(unsigned status, const std::string& body);

/// The same for a POST of Streamable HTTP. A JSON-RPC error in the body that names no request is
/// the error itself, except with 401 and 403.
rpc::ErrorObject error_of_response(unsigned status, const std::string& body);

/// "application/json" of "application/JSON; charset=utf-8".
std::string media_type_of(std::string_view content_type);

}  // namespace iam::mcp
