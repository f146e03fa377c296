// The authorization of requests to a server, by its configuration.
#pragma once

#include "mcp/client/authorization/token_store.hpp"
#include "mcp/client/config/secret.hpp"
#include "mcp/client/token_source.hpp"
#include <iam/mcp/servers.hpp>
#include <iam/net/http_client.hpp>

#include <functional>
#include <memory>
#include <string>

namespace iam::mcp {

/// References outlive the source.
struct ServerTokenParts {
    const Clock& clock;
    Entropy& entropy;
    net::HttpClient& client;
    TokenStore& store;
    const SecretPlaces& secrets;
    const Agreements& agreements;
    std::string client_name{};
    std::function<void(const std::string&)> on_problem{};
};

/// Null: the server gets no authorization. Errors: of read_secret(), and invalid_argument (the
/// configuration).
Result<std::unique_ptr<TokenSource>> tokens_of(const ServerConfig& server,
                                               const UrlEndpoint& endpoint,
                                               const ServerTokenParts& parts);

}  // namespace iam::mcp
