#include "mcp/client/authorization/grant_renewal.hpp"

#include "mcp/client/authorization/pkce.hpp"
#include "mcp/client/authorization/values/document.hpp"

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

Result<void> check_oauth_settings(const OauthSettings& settings) {
    const ClientIdentity& identity = settings.identity;
    if (!identity.issuer.empty())
        IAM_CHECK(read_remote_url(identity.issuer, "The configured issuer"));
    if (!identity.metadata_url.empty()) {
        IAM_TRY(url, read_remote_url(identity.metadata_url, "The URL of the client's document"));
        if (!url.is_https || url.path.size() < 2) {
            return fail(Errc::invalid_argument,
                        "The URL of the client's document must begin with https:// and have a "
                        "path.");
        }
    }
    if (std::all_of(settings.scopes.begin(), settings.scopes.end(),
                    [](const std::string& scope) { return is_scope_text(scope); }))
        return {};
    return fail(Errc::invalid_argument,
                "One of the configured scopes is none; scopes have no blanks and quotes.");
}

/// Nothing but a missing or refused token is a reason for another one.
Result<BearerChallenge> challenge_of(const TokenRefusal& refusal) {
    auto challenge = read_bearer_challenge(refusal.challenge);
    if (refusal.status == 401) return challenge ? *std::move(challenge) : BearerChallenge();
    if (refusal.status == 403 && challenge && challenge->error == "insufficient_scope")
        return *std::move(challenge);
    return fail(Errc::invalid_argument,
                "The server forbids the request (" + std::to_string(refusal.status) +
                    "), and names no scope that would allow it; ask its operator.");
}

/// A registration made by hand counts at one issuer: the configured one, else the first one.
ClientIdentity bound_identity(ClientIdentity identity, const StoredGrant& grant) {
    if (identity.issuer.empty() && !grant.issuer.empty() &&
        grant.registration.client_id == identity.client_id)
        identity.issuer = grant.issuer;
    return identity;
}

}  // namespace

GrantRenewal::GrantRenewal(OauthSettings settings, OauthParts parts, RemoteUrl server)
    : settings_(std::move(settings)), parts_(std::move(parts)), server_(std::move(server)) {}

Result<std::unique_ptr<GrantRenewal>> GrantRenewal::make(OauthSettings settings, OauthParts parts) {
    IAM_TRY(server, read_remote_url(settings.server, "The URL of the server"));
    IAM_CHECK(check_oauth_settings(settings));
    return std::unique_ptr<GrantRenewal>(
        new GrantRenewal(std::move(settings), std::move(parts), std::move(server)));
}

Result<StoredGrant> GrantRenewal::load() const {
    IAM_TRY(stored, parts_.store.load(settings_.server));
    return stored ? *std::move(stored) : StoredGrant();
}

Result<void> GrantRenewal::renew(StoredGrant& grant, const TokenRefusal& refusal,
                                 const std::stop_token& stop) {
    Round round;
    round.stop = stop;
    round.wants_more = refusal.status == 403;
    IAM_TRY(challenge, challenge_of(refusal));
    round.challenge = std::move(challenge);
    if (!grant.access_token.empty()) refused_ = grant.access_token;
    if (take_newer(grant)) return {};
    IAM_CHECK(begin(round, grant));
    if (!round.wants_more) {
        IAM_TRY(is_refreshed, refresh(round, grant));
        if (is_refreshed) return {};
    }
    return agree(round, grant);
}

bool GrantRenewal::take_newer(StoredGrant& grant) const {
    auto stored = parts_.store.load(settings_.server);
    if (!stored) {
        report(stored.error());
        return false;
    }
    if (!*stored || (*stored)->access_token.empty() || (*stored)->access_token == refused_)
        return false;
    grant = **std::move(stored);
    return true;
}

Result<void> GrantRenewal::begin(Round& round, StoredGrant& grant) const {
    round.identity = bound_identity(settings_.identity, grant);
    const std::string& known = round.identity.issuer.empty() ? grant.issuer : round.identity.issuer;
    IAM_TRY(found, discover_authorization(server_, round.challenge.resource_metadata, known,
                                          parts_.fetch, round.stop));
    round.found = std::move(found);
    IAM_TRY(way, registration_way(round.identity, round.found.server));
    round.way = way;
    // Neither a registration nor a token is shown to another issuer.
    if (grant.issuer != round.found.server.issuer) grant = {.issuer = round.found.server.issuer};
    if (grant.resource != round.resource()) {
        grant.access_token = {};
        grant.refresh_token = {};
        grant.resource = round.resource();
    }
    return {};
}

Result<bool> GrantRenewal::refresh(Round& round, StoredGrant& grant) {
    const auto now = parts_.clock.boot();
    if (grant.refresh_token.empty() ||
        (refreshed_at_ && now - *refreshed_at_ < settings_.refresh_pause))
        return false;
    Registration registration = grant.registration;
    if (round.way == RegistrationWay::by_hand) {
        IAM_TRY(by_hand, registration_by_hand(round.identity, round.found.server));
        registration = std::move(by_hand);
    }
    // The token is another client's, whose registration has been replaced.
    if (registration.client_id != grant.registration.client_id) return false;
    IAM_TRY(answer,
            ask_for_tokens(round, request_for_refresh(round.found.server, registration,
                                                      grant.refresh_token, round.resource())));
    if (!answer.tokens) {
        grant.refresh_token = {};
        if (answer.refusal == "invalid_client") grant.registration = {};
        keep(grant);
        return false;
    }
    refreshed_at_ = now;
    take_tokens(grant, *std::move(answer.tokens), grant.scopes);
    return true;
}

Result<void> GrantRenewal::agree(Round& round, StoredGrant& grant) {
    AuthorizationAsk ask_for{.resource = round.resource(), .scopes = scopes_of(round, grant)};
    IAM_CHECK(count_agreement(ask_for.scopes));
    IAM_TRY(redirect_uri, parts_.way->open(grant.registration.redirect_uri));
    ask_for.redirect_uri = redirect_uri;
    IAM_TRY(registration, registration_for(round, grant, redirect_uri));
    Pkce pkce = make_pkce(parts_.entropy);
    ask_for.challenge = pkce.challenge;
    ask_for.state = make_oauth_state(parts_.entropy);
    IAM_TRY(code, ask(round, registration, ask_for));
    const CodeGrant code_grant{.code = std::move(code),
                               .verifier = SecretText(std::move(pkce.verifier)),
                               .redirect_uri = redirect_uri,
                               .resource = ask_for.resource};
    return redeem(round, grant, registration, code_grant, ask_for.scopes);
}

Scopes GrantRenewal::scopes_of(const Round& round, const StoredGrant& grant) const {
    const std::optional<Scopes> of_resource =
        round.found.resource ? round.found.resource->scopes_supported : std::nullopt;
    Scopes wanted = round.challenge.scopes;
    if (round.wants_more) {
        if (wanted.empty() && of_resource) wanted = *of_resource;
        wanted = union_of(grant.scopes, wanted);
    }
    return scopes_to_ask(wanted, of_resource, settings_.scopes, round.found.server);
}

Result<void> GrantRenewal::count_agreement(const Scopes& scopes) {
    const auto now = parts_.clock.boot();
    while (!agreements_.empty() && now - agreements_.front() >= settings_.agreements_time)
        agreements_.pop_front();
    if (agreements_.size() < settings_.agreements_max) {
        agreements_.push_back(now);
        return {};
    }
    return fail(Errc::invalid_argument,
                "The server still refuses after " + std::to_string(agreements_.size()) +
                    " authorizations; it wants the scopes \"" + excerpt_of(text_of_scopes(scopes)) +
                    "\". Ask its operator whether you may have them, or try again later.");
}

Result<Registration> GrantRenewal::registration_for(const Round& round, StoredGrant& grant,
                                                    const std::string& redirect_uri) {
    const ServerMetadata& server = round.found.server;
    if (round.way == RegistrationWay::by_hand) return registration_by_hand(round.identity, server);
    if (round.way == RegistrationWay::by_document) return registration_by_document(round.identity);
    if (is_usable(grant.registration, redirect_uri, parts_.clock.now())) return grant.registration;
    IAM_TRY(request, registration_request(round.identity, server, redirect_uri));
    IAM_TRY(response, parts_.fetch(std::move(request), round.stop));
    IAM_TRY(registration, read_registration(response, server, redirect_uri));
    wipe(response.body);
    // A refresh token is bound to the client that got it.
    grant.refresh_token = {};
    grant.registration = registration;
    keep(grant);
    return std::move(registration);
}

Result<SecretText> GrantRenewal::ask(const Round& round, const Registration& registration,
                                     const AuthorizationAsk& ask) {
    const ServerMetadata& server = round.found.server;
    IAM_TRY(redirect, parts_.way->obtain(authorization_url(server, registration.client_id, ask),
                                         ask.state, round.stop));
    auto code = code_of_redirect(redirect, {.redirect_uri = ask.redirect_uri,
                                            .state = ask.state,
                                            .issuer = server.issuer,
                                            .needs_issuer = server.promises_issuer});
    wipe(redirect);
    return code;
}

Result<void> GrantRenewal::redeem(const Round& round, StoredGrant& grant,
                                  const Registration& registration, const CodeGrant& code,
                                  const Scopes& scopes) {
    IAM_TRY(answer,
            ask_for_tokens(round, request_for_code(round.found.server, registration, code)));
    if (answer.tokens) {
        grant.registration = registration;
        grant.refresh_token = {};
        take_tokens(grant, *std::move(answer.tokens), scopes);
        return {};
    }
    if (answer.refusal == "invalid_client" && round.way == RegistrationWay::by_request) {
        grant.registration = {};
        keep(grant);
    }
    return fail(Errc::invalid_argument,
                "The authorization server " + excerpt_of(round.found.server.issuer) +
                    " gives no token (" + answer.refusal + "); begin again, or ask its operator.");
}

Result<TokenAnswer> GrantRenewal::ask_for_tokens(const Round& round,
                                                 net::ClientRequest request) const {
    IAM_TRY(response, parts_.fetch(std::move(request), round.stop));
    auto answer = read_tokens(response, round.found.server.issuer);
    wipe(response.body);
    return answer;
}

void GrantRenewal::take_tokens(StoredGrant& grant, Tokens tokens, const Scopes& asked) {
    grant.access_token = std::move(tokens.access_token);
    // RFC 6749 §6: without a new one the old one goes on.
    if (!tokens.refresh_token.empty()) grant.refresh_token = std::move(tokens.refresh_token);
    grant.scopes = union_of(asked, tokens.scopes);
    if (grant.scopes.size() > k_listed_scopes_max) grant.scopes.resize(k_listed_scopes_max);
    keep(grant);
}

void GrantRenewal::keep(const StoredGrant& grant) const {
    if (const auto kept = parts_.store.save(settings_.server, grant); !kept) report(kept.error());
}

void GrantRenewal::report(const Error& error) const {
    if (parts_.on_problem) parts_.on_problem(error.message);
}

}  // namespace iam::mcp
