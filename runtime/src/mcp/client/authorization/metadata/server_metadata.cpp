#include "mcp/client/authorization/metadata/server_metadata.hpp"

#include "mcp/client/authorization/values/document.hpp"

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_oauth_well_known = "/.well-known/oauth-authorization-server";
constexpr std::string_view k_openid_well_known = "/.well-known/openid-configuration";

bool lists_text(const std::vector<std::string>& list, std::string_view text) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

Result<std::string> endpoint_of(const OauthDocument& document, const char* member, Reach server) {
    IAM_TRY(url, document.needed_text(member));
    IAM_CHECK(read_url_from(url, server, document.name() + ": " + member));
    return std::move(url);
}

/// The client has to refuse a server that does not promise PKCE: else a code that leaks can be
/// redeemed by a thief (MCP, basic/authorization).
Result<void> check_code_flow(const OauthDocument& document) {
    IAM_TRY(methods, document.texts("code_challenge_methods_supported"));
    if (!methods || !lists_text(*methods, "S256")) {
        return document.refuse(
            "does not promise PKCE with S256 (code_challenge_methods_supported), so a stolen code "
            "could be used");
    }
    IAM_TRY(types, document.texts("response_types_supported"));
    if (types && !lists_text(*types, "code"))
        return document.refuse("does not support the response type code");
    return {};
}

Result<void> read_endpoints(const OauthDocument& document, Reach server, ServerMetadata& metadata) {
    IAM_TRY(authorization, endpoint_of(document, "authorization_endpoint", server));
    IAM_TRY(token, endpoint_of(document, "token_endpoint", server));
    IAM_TRY(registration, document.text("registration_endpoint"));
    if (!registration.empty()) {
        IAM_CHECK(read_url_from(registration, server, document.name() + ": registration_endpoint"));
    }
    metadata.authorization_endpoint = std::move(authorization);
    metadata.token_endpoint = std::move(token);
    metadata.registration_endpoint = std::move(registration);
    return {};
}

Result<void> read_abilities(const OauthDocument& document, ServerMetadata& metadata) {
    IAM_TRY(scopes, document.scopes("scopes_supported"));
    metadata.scopes_supported = std::move(scopes);
    IAM_TRY(methods, document.texts("token_endpoint_auth_methods_supported"));
    metadata.auth_methods = std::move(methods);
    IAM_TRY(takes, document.flag("client_id_metadata_document_supported"));
    metadata.takes_client_metadata = takes;
    IAM_TRY(promises, document.flag("authorization_response_iss_parameter_supported"));
    metadata.promises_issuer = promises;
    return {};
}

}  // namespace

std::vector<std::string> server_metadata_urls(const RemoteUrl& issuer) {
    std::string path = issuer.path;
    while (path.ends_with('/')) path.pop_back();
    std::vector<std::string> urls{issuer.origin + std::string(k_oauth_well_known) + path,
                                  issuer.origin + std::string(k_openid_well_known) + path};
    if (!path.empty()) urls.push_back(issuer.origin + path + std::string(k_openid_well_known));
    return urls;
}

Result<ServerMetadata> read_server_metadata(std::string_view text, const std::string& issuer,
                                            Reach server) {
    IAM_TRY(document, OauthDocument::read(
                          text, "The metadata of the authorization server " + excerpt_of(issuer)));
    ServerMetadata metadata;
    IAM_TRY(named, document.needed_text("issuer"));
    if (named != issuer) {
        return document.refuse("is of another issuer (" + excerpt_of(named) +
                               "), so it is not believed");
    }
    metadata.issuer = issuer;
    IAM_CHECK(check_code_flow(document));
    IAM_CHECK(read_endpoints(document, server, metadata));
    IAM_CHECK(read_abilities(document, metadata));
    return metadata;
}

ServerMetadata metadata_of_oldest(const RemoteUrl& server) {
    ServerMetadata metadata;
    metadata.issuer = server.origin;
    metadata.authorization_endpoint = server.origin + "/authorize";
    metadata.token_endpoint = server.origin + "/token";
    metadata.registration_endpoint = server.origin + "/register";
    return metadata;
}

}  // namespace iam::mcp
