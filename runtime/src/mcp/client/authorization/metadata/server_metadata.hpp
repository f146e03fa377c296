// The metadata of an authorization server (RFC 8414, OpenID Connect Discovery).
#pragma once

#include "mcp/client/authorization/values/remote_url.hpp"
#include "mcp/client/authorization/values/scopes.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

struct ServerMetadata {
    std::string issuer{};  ///< byte for byte: compared as text (RFC 8414 §3.3, RFC 9207 §2.4)
    std::string authorization_endpoint{};
    std::string token_endpoint{};
    std::string registration_endpoint{};  ///< empty: there is none
    std::optional<Scopes> scopes_supported{};
    /// token_endpoint_auth_methods_supported; nothing: client_secret_basic (RFC 8414 §2).
    std::optional<std::vector<std::string>> auth_methods{};
    bool takes_client_metadata = false;  ///< client_id_metadata_document_supported
    bool promises_issuer = false;        ///< authorization_response_iss_parameter_supported
};

/// The places of the metadata in the order of asking. An issuer with a path has three: its path
/// behind the two well-known parts, and before the second of them. One without a path has two.
std::vector<std::string> server_metadata_urls(const RemoteUrl& issuer);

/// Reads the metadata of `issuer`. `server` is the reach of the MCP server that named the issuer.
/// Error: invalid_argument. Among the reasons: the metadata is of another issuer; it does not
/// promise PKCE with S256; an endpoint leads where read_url_from() refuses to go.
Result<ServerMetadata> read_server_metadata(std::string_view text, const std::string& issuer,
                                            Reach server);

/// The endpoints of a server of revision 2025-03-26 that has no metadata at all: /authorize, /token
/// and /register at its root. Nothing can promise PKCE there; the client sends it all the same.
ServerMetadata metadata_of_oldest(const RemoteUrl& server);

}  // namespace iam::mcp
