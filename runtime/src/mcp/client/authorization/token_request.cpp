#include "mcp/client/authorization/token_request.hpp"

#include "mcp/client/authorization/values/document.hpp"
#include "mcp/client/authorization/values/form_parameters.hpp"
#include <iam/core/base64.hpp>
#include <iam/core/digest.hpp>

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_offline_access = "offline_access";
constexpr std::size_t k_code_bytes_max = 4096;
constexpr std::size_t k_oauth_token_bytes_max = std::size_t{16} << 10U;

bool is_printable_text(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char letter) { return letter >= ' ' && letter <= '~'; });
}

/// RFC 6750 §2.1. So no token brings a second field into the head of a request.
bool is_bearer_text(std::string_view text) {
    const std::size_t end = text.find_last_not_of('=');
    const auto is_letter = [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= '0' && letter <= '9') ||
               std::string_view("-._~+/").find(letter) != std::string_view::npos;
    };
    return end != std::string_view::npos && text.size() <= k_oauth_token_bytes_max &&
           std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end) + 1,
                       is_letter);
}

bool is_bearer_type(std::string_view type) {
    constexpr std::string_view k_type = "bearer";
    return type.size() == k_type.size() &&
           std::equal(type.begin(), type.end(), k_type.begin(), [](char letter, char wanted) {
               return letter == wanted || letter == static_cast<char>(wanted - 'a' + 'A');
           });
}

std::string_view parameter_of(const FormParameters& parameters, std::string_view name) {
    const auto found = parameters.find(name);
    return found == parameters.end() ? std::string_view() : std::string_view(found->second);
}

/// RFC 9207 §2.4: compared as text. The check comes before every other use of the answer.
Result<void> check_issuer_of_redirect(const FormParameters& parameters,
                                      const RedirectRules& rules) {
    const auto issuer = parameters.find("iss");
    if (issuer == parameters.end()) {
        if (!rules.needs_issuer) return {};
        return fail(Errc::invalid_argument,
                    "The answer of the authorization server " + excerpt_of(rules.issuer) +
                        " has no issuer (iss), though its metadata promises one; it may be another "
                        "server's, so it is not used.");
    }
    if (issuer->second == rules.issuer) return {};
    return fail(Errc::invalid_argument,
                "The answer comes from the issuer " + excerpt_of(issuer->second) + ", and " +
                    excerpt_of(rules.issuer) + " was asked; it is not used.");
}

/// Adds the client to a request for tokens, in the way that its registration says.
net::ClientRequest token_request(const ServerMetadata& metadata, const Registration& registration,
                                 std::string body) {
    net::ClientRequest request;
    request.method = "POST";
    request.url = metadata.token_endpoint;
    request.fields = {{"Content-Type", "application/x-www-form-urlencoded"},
                      {"Accept", "application/json"}};
    if (registration.auth == ClientAuth::basic) {
        // RFC 6749 §2.3.1: both are encoded before they are joined.
        request.fields.add("Authorization",
                           "Basic " + to_base64(form_encoded(registration.client_id) + ":" +
                                                form_encoded(registration.client_secret.text())));
    } else {
        append_parameter(body, "client_id", registration.client_id);
        if (registration.auth == ClientAuth::post)
            append_parameter(body, "client_secret", registration.client_secret.text());
    }
    request.body = std::move(body);
    return request;
}

Result<Tokens> tokens_in(const OauthDocument& document) {
    IAM_TRY(access, document.needed_text("access_token"));
    IAM_TRY(type, document.needed_text("token_type"));
    IAM_TRY(refresh, document.text("refresh_token"));
    IAM_TRY(scope, document.text("scope"));
    Tokens tokens{.access_token = SecretText(std::move(access)),
                  .refresh_token = SecretText(std::move(refresh))};
    if (!is_bearer_type(type)) {
        return document.refuse("has a token of the type " + excerpt_of(type) +
                               ", and only Bearer is known");
    }
    if (!is_bearer_text(tokens.access_token.text()) ||
        !is_printable_text(tokens.refresh_token.text()) ||
        tokens.refresh_token.text().size() > k_oauth_token_bytes_max)
        return document.refuse("has a token with letters that none has, or a too long one");
    if (auto scopes = read_scopes(scope)) tokens.scopes = *std::move(scopes);
    return tokens;
}

}  // namespace

Scopes scopes_to_ask(const Scopes& challenge, const std::optional<Scopes>& of_resource,
                     const Scopes& configured, const ServerMetadata& metadata) {
    Scopes scopes = challenge;
    if (scopes.empty() && of_resource) scopes = *of_resource;
    scopes = union_of(std::move(scopes), configured);
    // Alone it would take the place of the server's own choice of scopes.
    if (!scopes.empty() && metadata.scopes_supported &&
        has_scope(*metadata.scopes_supported, k_offline_access))
        scopes = union_of(std::move(scopes), {std::string(k_offline_access)});
    return scopes;
}

std::string authorization_url(const ServerMetadata& metadata, const std::string& client_id,
                              const AuthorizationAsk& ask) {
    std::string url = metadata.authorization_endpoint;
    if (url.find('?') == std::string::npos) url += '?';
    append_parameter(url, "response_type", "code");
    append_parameter(url, "client_id", client_id);
    append_parameter(url, "redirect_uri", ask.redirect_uri);
    append_parameter(url, "code_challenge", ask.challenge);
    append_parameter(url, "code_challenge_method", "S256");
    append_parameter(url, "state", ask.state);
    if (!ask.scopes.empty()) append_parameter(url, "scope", text_of_scopes(ask.scopes));
    // OpenID Connect Core §11: without it a server may leave the refresh token out.
    if (has_scope(ask.scopes, k_offline_access)) append_parameter(url, "prompt", "consent");
    if (!ask.resource.empty()) append_parameter(url, "resource", ask.resource);
    return url;
}

Result<SecretText> code_of_redirect(std::string_view url, const RedirectRules& rules) {
    const auto refused = [](std::string_view why) {
        return fail(Errc::invalid_argument, "The answer of the authorization server is not used: " +
                                                std::string(why) + "; begin again.");
    };
    url = url.substr(0, url.find('#'));
    if (!url.starts_with(rules.redirect_uri + "?"))
        return refused("it leads to another place than this program named");
    IAM_TRY(parameters, read_form(url.substr(rules.redirect_uri.size() + 1)));
    if (!equal_constant_time(parameter_of(parameters, "state"), rules.state))
        return refused("it belongs to another request (state)");
    IAM_CHECK(check_issuer_of_redirect(parameters, rules));
    if (const auto error = parameter_of(parameters, "error"); !error.empty()) {
        return fail(Errc::invalid_argument, "The authorization server " + excerpt_of(rules.issuer) +
                                                " gives no access (" + excerpt_of(error) +
                                                "); agree in the browser, or ask its operator.");
    }
    std::string code(parameter_of(parameters, "code"));
    if (code.empty() || code.size() > k_code_bytes_max || !is_printable_text(code))
        return refused("it has no code");
    return SecretText(std::move(code));
}

net::ClientRequest request_for_code(const ServerMetadata& metadata,
                                    const Registration& registration, const CodeGrant& grant) {
    std::string body;
    append_parameter(body, "grant_type", "authorization_code");
    append_parameter(body, "code", grant.code.text());
    append_parameter(body, "redirect_uri", grant.redirect_uri);
    append_parameter(body, "code_verifier", grant.verifier.text());
    if (!grant.resource.empty()) append_parameter(body, "resource", grant.resource);
    return token_request(metadata, registration, std::move(body));
}

net::ClientRequest request_for_refresh(const ServerMetadata& metadata,
                                       const Registration& registration,
                                       const SecretText& refresh_token,
                                       const std::string& resource) {
    std::string body;
    append_parameter(body, "grant_type", "refresh_token");
    append_parameter(body, "refresh_token", refresh_token.text());
    if (!resource.empty()) append_parameter(body, "resource", resource);
    return token_request(metadata, registration, std::move(body));
}

Result<TokenAnswer> read_tokens(const net::Response& response, const std::string& issuer) {
    const std::string server = "The authorization server " + excerpt_of(issuer);
    if (response.status >= 500 || response.status == 429) {
        return fail(Errc::unavailable, server + " answers a request for a token with " +
                                           std::to_string(response.status) + "; try again later.");
    }
    // Not OauthDocument's own message: a reader may quote the text that it cannot read.
    auto document = OauthDocument::read(response.body, "The token answer of " + excerpt_of(issuer));
    if (!document) {
        return fail(Errc::invalid_argument, server + " answers a request for a token with " +
                                                std::to_string(response.status) +
                                                " and no JSON object; ask its operator.");
    }
    if (response.status == 200) {
        IAM_TRY(tokens, tokens_in(*document));
        return TokenAnswer{.tokens = std::move(tokens)};
    }
    IAM_TRY(refusal, document->text("error"));
    if (refusal.empty()) refusal = std::to_string(response.status);
    return TokenAnswer{.refusal = excerpt_of(refusal)};
}

}  // namespace iam::mcp
