// Renews the tokens for one server of MCP: by a refresh, or by a person's agreement.
#pragma once

#include "mcp/client/authorization/metadata/discovery.hpp"
#include "mcp/client/authorization/metadata/www_authenticate.hpp"
#include "mcp/client/authorization/redirect_way.hpp"
#include "mcp/client/authorization/registration.hpp"
#include "mcp/client/authorization/token_request.hpp"
#include "mcp/client/authorization/token_store.hpp"
#include "mcp/client/token_source.hpp"
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace iam::mcp {

struct OauthSettings {
    std::string server{};  ///< the URL of the MCP server
    ClientIdentity identity{};
    Scopes scopes{};  ///< asked for besides the server's own wish
    /// A person is asked at most so often within `agreements_time`. Then a refusal is final, so a
    /// server that refuses every token cannot ask without end.
    unsigned agreements_max = 3;
    std::chrono::milliseconds agreements_time{std::chrono::minutes{10}};
    /// A token that is refused so soon after a refresh is not refreshed again.
    std::chrono::milliseconds refresh_pause{std::chrono::minutes{1}};
};

/// Its references outlive the user of the parts.
struct OauthParts {
    FetchNow fetch{};
    std::unique_ptr<RedirectWay> way{};
    TokenStore& store;
    Entropy& entropy;
    const Clock& clock;
    /// Hears that tokens could not be kept or loaded, though they can be used now. May be empty;
    /// must not throw.
    std::function<void(const std::string&)> on_problem{};
};

/// For one thread at a time.
class GrantRenewal {
 public:
    /// Error: invalid_argument (the settings).
    static Result<std::unique_ptr<GrantRenewal>> make(OauthSettings settings, OauthParts parts);

    /// The record of an earlier run; an empty one if there is none. Errors as of
    /// TokenStore::load().
    Result<StoredGrant> load() const;

    /// Gets a token that the server may take, puts it into `grant`, and keeps it. In this order:
    ///  1. the record, if another process has renewed it;
    ///  2. the refresh token, after 401;
    ///  3. an agreement, with the scopes of the challenge; after 403 with those of before as well.
    /// Metadata is read anew each time. A record of another issuer counts for nothing. After an
    /// error `grant` may have lost its refresh token, or have a new registration. Errors:
    /// invalid_argument (the server or the authorization server refuses, or is not believed),
    /// unavailable.
    Result<void> renew(StoredGrant& grant, const TokenRefusal& refusal,
                       const std::stop_token& stop);

 private:
    /// The common ground of the steps of one renewal.
    struct Round {
        BearerChallenge challenge{};
        bool wants_more = false;  ///< 403: the token holds, but lacks a scope
        Discovered found{};
        ClientIdentity identity{};
        RegistrationWay way = RegistrationWay::by_request;
        std::stop_token stop{};
        std::string resource() const { return found.resource ? found.resource->resource : ""; }
    };

    GrantRenewal(OauthSettings settings, OauthParts parts, RemoteUrl server);
    bool take_newer(StoredGrant& grant) const;
    Result<void> begin(Round& round, StoredGrant& grant) const;
    /// False: there is nothing to refresh, or the server refuses it.
    Result<bool> refresh(Round& round, StoredGrant& grant);
    Result<void> agree(Round& round, StoredGrant& grant);
    Scopes scopes_of(const Round& round, const StoredGrant& grant) const;
    Result<void> count_agreement(const Scopes& scopes);
    Result<Registration> registration_for(const Round& round, StoredGrant& grant,
                                          const std::string& redirect_uri);
    Result<SecretText> ask(const Round& round, const Registration& registration,
                           const AuthorizationAsk& ask);
    Result<void> redeem(const Round& round, StoredGrant& grant, const Registration& registration,
                        const CodeGrant& code, const Scopes& scopes);
    Result<TokenAnswer> ask_for_tokens(const Round& round, net::ClientRequest request) const;
    void take_tokens(StoredGrant& grant, Tokens tokens, const Scopes& asked);
    void keep(const StoredGrant& grant) const;
    void report(const Error& error) const;

    const OauthSettings settings_;
    const OauthParts parts_;
    const RemoteUrl server_;
    SecretText refused_{};  ///< the last access token that the server refused
    std::deque<std::chrono::milliseconds> agreements_{};  ///< their times on the boot clock
    std::optional<std::chrono::milliseconds> refreshed_at_{};
};

}  // namespace iam::mcp
