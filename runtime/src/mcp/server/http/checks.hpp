// The rules about the head of a request. Each gives the refusal, or nothing.
#pragma once

#include <iam/net/http_message.hpp>

#include <optional>
#include <string_view>

namespace iam::mcp {

using Refusal = std::optional<net::Response>;

/// A POST sends JSON and takes JSON and events.
Refusal check_post(const net::Request& request);
/// A GET takes events.
Refusal check_get(const net::Request& request);
/// If a request of a session names a revision, the server must speak it. It should be the
/// session's, but clients are not held to this.
Refusal check_revision(const net::Request& request);

/// The part of a target before '?'.
std::string_view path_of(std::string_view target) noexcept;

}  // namespace iam::mcp
