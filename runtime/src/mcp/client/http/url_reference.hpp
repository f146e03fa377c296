// Finds the URL that a server refers to, by a redirect or by the event "endpoint". Requests carry
// secrets, so they stay at the server that a person has configured.
#pragma once

#include <iam/core/result.hpp>

#include <string>
#include <string_view>

namespace iam::mcp {

/// Longer references are refused.
inline constexpr std::size_t k_reference_bytes_max = 8192;

/// The absolute URL of a reference in a response of `base` (RFC 3986 §5.2), without its fragment.
/// `base` is an http or https URL. Error: invalid_argument, if the reference is no URL, or leads to
/// another scheme, host or port.
Result<std::string> resolve_at_origin(std::string_view base, std::string_view reference);

/// "http://127.0.0.1:8080": scheme, host and port of an http or https URL; nothing of any other
/// text.
std::string origin_of(std::string_view url);

/// "http://host/x" for "ws://host/x", https for wss; any other URL as it is.
std::string http_url_of(std::string url);

}  // namespace iam::mcp
