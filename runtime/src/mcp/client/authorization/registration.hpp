// The registration of this client at an authorization server: made by hand, by a document of the
// client (CIMD), or by a request (RFC 7591).
#pragma once

#include "mcp/client/authorization/metadata/server_metadata.hpp"
#include "mcp/client/authorization/values/secret_text.hpp"
#include <iam/core/clock.hpp>
#include <iam/net/http_client.hpp>

#include <cstdint>
#include <string>

namespace iam::mcp {

/// This program, as its owner describes it to authorization servers.
struct ClientIdentity {
    std::string name = "iam";  ///< shown by authorization servers to a person
    /// A registration made by hand; an empty id: there is none.
    std::string client_id{};
    SecretText client_secret{};
    /// The issuer that knows client_id. Empty: the first issuer that the server names. Neither id
    /// nor secret is given to another one.
    std::string issuer{};
    /// https URL of a document about this client (a Client ID Metadata Document). May be
    /// empty.
    std::string metadata_url{};
};

/// The ways in which a client shows itself at the token endpoint.
enum class ClientAuth { none, basic, post };

/// Counts at one issuer only.
struct Registration {
    std::string client_id{};
    SecretText client_secret{};
    ClientAuth auth = ClientAuth::none;
    std::string redirect_uri{};   ///< of a registration by request
    std::uint64_t ends_at_s = 0;  ///< seconds since 1970; 0: never
};

enum class RegistrationWay { by_hand, by_document, by_request };

/// Chooses the first possible way in the order of the enumerators. Error: invalid_argument (none
/// is possible; the message says the way out).
Result<RegistrationWay> registration_way(const ClientIdentity& identity,
                                         const ServerMetadata& metadata);

/// Chooses how a client with this registration shows itself. `told` is the server's word in its
/// answer to a registration (token_endpoint_auth_method), or empty. Error: invalid_argument.
Result<ClientAuth> client_auth_of(const ServerMetadata& metadata, bool has_secret,
                                  std::string_view told);

/// "none", "client_secret_basic", "client_secret_post".
std::string_view to_string(ClientAuth auth) noexcept;

Result<Registration> registration_by_hand(const ClientIdentity& identity,
                                          const ServerMetadata& metadata);
Registration registration_by_document(const ClientIdentity& identity);

/// A request to metadata.registration_endpoint: a native application with this redirect URI, which
/// wants refresh tokens. Error: invalid_argument (the server takes no way of ClientAuth).
Result<net::ClientRequest> registration_request(const ClientIdentity& identity,
                                                const ServerMetadata& metadata,
                                                const std::string& redirect_uri);
/// Errors: invalid_argument (the server refuses, or its answer is wrong), unavailable (5xx).
Result<Registration> read_registration(const net::Response& response,
                                       const ServerMetadata& metadata, std::string redirect_uri);

/// True if it can be used now with this redirect URI.
bool is_usable(const Registration& registration, const std::string& redirect_uri,
               const Moment& now) noexcept;

}  // namespace iam::mcp
