// The steps of the authorization code flow as values (OAuth 2.1, RFC 8707, RFC 9207): the URL for
// the browser, the redirect, the requests for tokens, and their answers.
#pragma once

#include "mcp/client/authorization/metadata/server_metadata.hpp"
#include "mcp/client/authorization/registration.hpp"
#include "mcp/client/authorization/values/secret_text.hpp"
#include <iam/net/http_client.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// The scopes to ask for: those of the challenge, else all of the resource, else none; and the
/// configured ones. If there are any, offline_access is added where the authorization server has
/// it, so that the person is asked less often.
Scopes scopes_to_ask(const Scopes& challenge, const std::optional<Scopes>& of_resource,
                     const Scopes& configured, const ServerMetadata& metadata);

/// One agreement that is asked of a person.
struct AuthorizationAsk {
    std::string redirect_uri{};
    std::string resource{};  ///< exactly as published; empty for revision 2025-03-26
    Scopes scopes{};
    std::string state{};
    std::string challenge{};  ///< of PKCE, S256
};
std::string authorization_url(const ServerMetadata& metadata, const std::string& client_id,
                              const AuthorizationAsk& ask);

/// The expectations of a redirect.
struct RedirectRules {
    std::string redirect_uri{};
    std::string state{};
    std::string issuer{};
    bool needs_issuer = false;  ///< ServerMetadata::promises_issuer
};
/// Takes the code out of the URL of a redirect. Error: invalid_argument (it leads elsewhere; its
/// state or its issuer is another; the person or the server refused; it has no code).
Result<SecretText> code_of_redirect(std::string_view url, const RedirectRules& rules);

struct CodeGrant {
    SecretText code{};
    SecretText verifier{};
    std::string redirect_uri{};
    std::string resource{};
};
net::ClientRequest request_for_code(const ServerMetadata& metadata,
                                    const Registration& registration, const CodeGrant& grant);
net::ClientRequest request_for_refresh(const ServerMetadata& metadata,
                                       const Registration& registration,
                                       const SecretText& refresh_token,
                                       const std::string& resource);

struct Tokens {
    SecretText access_token{};
    SecretText refresh_token{};  ///< may be empty
    Scopes scopes{};             ///< as granted; empty if the server says nothing
};
/// Tokens, or the code of the server's refusal (RFC 6749 §5.2), such as "invalid_grant".
struct TokenAnswer {
    std::optional<Tokens> tokens{};
    std::string refusal{};
};
/// Errors: invalid_argument (the answer is wrong; the token is of another type than Bearer),
/// unavailable (5xx, 429). No message has a part of a token.
Result<TokenAnswer> read_tokens(const net::Response& response, const std::string& issuer);

}  // namespace iam::mcp
