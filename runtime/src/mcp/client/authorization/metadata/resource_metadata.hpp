// The metadata of a protected resource (RFC 9728): which authorization servers a server of MCP
// takes tokens of.
#pragma once

#include "mcp/client/authorization/values/remote_url.hpp"
#include "mcp/client/authorization/values/scopes.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

struct ResourceMetadata {
    std::string resource{};                            ///< as published: sent back byte for byte
    std::vector<std::string> authorization_servers{};  ///< at least one
    std::optional<Scopes> scopes_supported{};
};

/// The places of the metadata in the order of asking: the URL of the challenge, if there is one;
/// the well-known place with the server's path; the one at its root. Error: invalid_argument (the
/// challenge's URL is refused, see read_url_from).
Result<std::vector<std::string>> resource_metadata_urls(const RemoteUrl& server,
                                                        std::string_view from_challenge);

/// Reads the metadata of `server`. Error: invalid_argument (a member is missing or wrong; the
/// resource is another one than the server).
Result<ResourceMetadata> read_resource_metadata(std::string_view text, const RemoteUrl& server);

/// True if a token for `resource` is meant for `server`: the origins are the same, and the path of
/// the resource is that of the server, or a folder above it.
bool is_resource_of(const RemoteUrl& resource, const RemoteUrl& server) noexcept;

}  // namespace iam::mcp
