// Finds the authorization server of a server of MCP (MCP, basic/authorization).
#pragma once

#include "mcp/client/authorization/metadata/resource_metadata.hpp"
#include "mcp/client/authorization/metadata/server_metadata.hpp"
#include <iam/net/http_client.hpp>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace iam::mcp {

/// Sends a request and waits for the whole response, or until a stop is requested. Follows no
/// redirects, and bounds the body: net::HttpClient::fetch() of a client with these settings.
using FetchNow = std::function<Result<net::Response>(net::ClientRequest, std::stop_token)>;

struct Discovered {
    std::optional<ResourceMetadata> resource{};  ///< nothing: revision 2025-03-26
    ServerMetadata server{};
};

/// Asks for the metadata of the resource and of its authorization server, at each of their places
/// until one has it. Of several authorization servers it takes `known_issuer` if that is among
/// them, else the first. A server without resource metadata is its own authorization server, as
/// revision 2025-03-26 has it. A place that answers with a redirect, 4xx, or a page has none; an
/// answer of 5xx and a lost connection never lead to the older ways. Errors: invalid_argument,
/// unavailable.
Result<Discovered> discover_authorization(const RemoteUrl& server, std::string_view challenge_url,
                                          std::string_view known_issuer, const FetchNow& fetch,
                                          const std::stop_token& stop);

}  // namespace iam::mcp
