#include "mcp/client/server_tokens.hpp"

#include "mcp/client/authorization/loopback_redirect.hpp"
#include "mcp/client/authorization/oauth_tokens.hpp"
#include "mcp/client/authorization/static_tokens.hpp"
#include "mcp/client/authorization/values/remote_url.hpp"
#include "mcp/client/http/url_reference.hpp"

#include <utility>

namespace iam::mcp {
namespace {

/// For a server at a URL that no token may go to. Most such servers want none.
class NoTokens final : public TokenSource {
 public:
    explicit NoTokens(Error reason) : reason_(std::move(reason)) {}
    std::string authorization() override { return {}; }
    void renew(TokenRefusal /*refusal*/, std::function<void(Result<void>)> done) override {
        done(tl::unexpected(reason_));
    }

 private:
    const Error reason_;
};

/// The way to a person's agreement.
Result<std::unique_ptr<RedirectWay>> way_of(const std::string& server,
                                            const Agreements& agreements) {
    if (agreements.visit)
        return std::make_unique<ProgramRedirect>(agreements.redirect_uri, agreements.visit);
    auto open = [server, open = agreements.open_browser](const std::string& url,
                                                         std::stop_token stop) -> Result<void> {
        if (open) return open(server, url, std::move(stop));
        return fail(Errc::unavailable,
                    "Server " + server +
                        " wants a person to agree in a browser, and nobody can be asked here.");
    };
    IAM_TRY(way, LoopbackRedirect::make({}, std::move(open)));
    return std::unique_ptr<RedirectWay>(std::move(way));
}

Result<SecretText> secret_of(const ServerAuthorization& authorization,
                             const ServerTokenParts& parts) {
    if (!authorization.secret) return SecretText();
    IAM_TRY(secret, read_secret(*authorization.secret, parts.secrets, SecretUse::field));
    return SecretText(std::move(secret));
}

Result<std::unique_ptr<TokenSource>> oauth_tokens(const ServerConfig& server,
                                                  const UrlEndpoint& endpoint, SecretText secret,
                                                  const ServerTokenParts& parts) {
    const std::string url = http_url_of(endpoint.url);
    if (auto usable = read_remote_url(url, "The URL of the server"); !usable)
        return std::make_unique<NoTokens>(std::move(usable).error());
    IAM_TRY(way, way_of(server.name, parts.agreements));
    OauthSettings settings{.server = url, .scopes = server.authorization.scopes};
    if (!parts.client_name.empty()) settings.identity.name = parts.client_name;
    settings.identity.client_id = server.authorization.client_id;
    settings.identity.client_secret = std::move(secret);
    settings.identity.metadata_url = parts.agreements.client_metadata_url;
    OauthParts oauth{
        .fetch =
            [&client = parts.client](net::ClientRequest request, std::stop_token stop) {
                return client.fetch(std::move(request), std::move(stop));
            },
        .way = std::move(way),
        .store = parts.store,
        .entropy = parts.entropy,
        .clock = parts.clock,
        .on_problem = parts.on_problem};
    IAM_TRY(tokens, OauthTokens::make(std::move(settings), std::move(oauth)));
    return std::unique_ptr<TokenSource>(std::move(tokens));
}

}  // namespace

Result<std::unique_ptr<TokenSource>> tokens_of(const ServerConfig& server,
                                               const UrlEndpoint& endpoint,
                                               const ServerTokenParts& parts) {
    const ServerAuthorization& authorization = server.authorization;
    IAM_TRY(secret, secret_of(authorization, parts));
    switch (authorization.kind) {
        case ServerAuthorization::Kind::none:
            break;
        case ServerAuthorization::Kind::bearer:
            return bearer_token(std::move(secret));
        case ServerAuthorization::Kind::field:
            return field_token(authorization.field, std::move(secret));
        case ServerAuthorization::Kind::oauth:
            return oauth_tokens(server, endpoint, std::move(secret), parts);
    }
    return std::unique_ptr<TokenSource>();
}

}  // namespace iam::mcp
