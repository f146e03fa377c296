#include "mcp/client/authorization/registration.hpp"

#include "mcp/client/authorization/values/document.hpp"
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::size_t k_client_text_bytes_max = 4096;

bool is_listed(const ServerMetadata& metadata, ClientAuth auth) {
    // RFC 8414 §2: a server that lists nothing takes client_secret_basic.
    if (!metadata.auth_methods) return auth == ClientAuth::basic;
    return std::find(metadata.auth_methods->begin(), metadata.auth_methods->end(),
                     to_string(auth)) != metadata.auth_methods->end();
}

/// The first of them that the server takes.
template <std::size_t count>
Result<ClientAuth> first_listed(const ServerMetadata& metadata,
                                const std::array<ClientAuth, count>& wanted) {
    for (const ClientAuth auth : wanted)
        if (is_listed(metadata, auth)) return auth;
    return fail(Errc::invalid_argument,
                "The authorization server " + excerpt_of(metadata.issuer) +
                    " takes clients neither without a secret nor with one "
                    "(token_endpoint_auth_methods_supported); ask its operator.");
}

/// RFC 6749, appendix A: ids and secrets are printable ASCII.
bool is_client_text(std::string_view text) {
    return text.size() <= k_client_text_bytes_max &&
           std::all_of(text.begin(), text.end(),
                       [](char letter) { return letter >= ' ' && letter <= '~'; });
}

std::string body_of_registration(const ClientIdentity& identity, const std::string& redirect_uri,
                                 ClientAuth auth) {
    JsonWriter out;
    const auto list = [&out](std::string_view name, std::initializer_list<std::string_view> texts) {
        out.plain_key(name);
        out.begin_array();
        for (const std::string_view text : texts) out.string(text);
        out.end_array();
    };
    out.begin_object();
    out.plain_member("application_type", "native");
    out.plain_key("client_name");
    out.string(identity.name);
    list("grant_types", {"authorization_code", "refresh_token"});
    list("redirect_uris", {redirect_uri});
    list("response_types", {"code"});
    out.plain_member("token_endpoint_auth_method", to_string(auth));
    out.end_object();
    return out.take();
}

Result<void> check_registered(const net::Response& response, const std::string& issuer) {
    if (response.status == 200 || response.status == 201) return {};
    const std::string server = "The authorization server " + excerpt_of(issuer);
    if (response.status >= 500) {
        return fail(Errc::unavailable, server + " answers a registration with " +
                                           std::to_string(response.status) + "; try again later.");
    }
    std::string why = std::to_string(response.status);
    if (const auto document = OauthDocument::read(response.body, "it"))
        if (const auto error = document->text("error"); error && !error->empty())
            why += ", " + excerpt_of(*error);
    return fail(Errc::invalid_argument, server + " refuses to register this client (" + why +
                                            "); register it by hand, and configure its id.");
}

}  // namespace

std::string_view to_string(ClientAuth auth) noexcept {
    switch (auth) {
        case ClientAuth::basic:
            return "client_secret_basic";
        case ClientAuth::post:
            return "client_secret_post";
        case ClientAuth::none:
            break;
    }
    return "none";
}

Result<RegistrationWay> registration_way(const ClientIdentity& identity,
                                         const ServerMetadata& metadata) {
    if (!identity.client_id.empty()) {
        if (identity.issuer.empty() || identity.issuer == metadata.issuer)
            return RegistrationWay::by_hand;
        return fail(Errc::invalid_argument,
                    "The configured client id is registered at " + identity.issuer +
                        ", and the server now names the authorization server " +
                        excerpt_of(metadata.issuer) +
                        "; if that is right, register the client there and configure both.");
    }
    if (!identity.metadata_url.empty() && metadata.takes_client_metadata)
        return RegistrationWay::by_document;
    if (!metadata.registration_endpoint.empty()) return RegistrationWay::by_request;
    return fail(Errc::invalid_argument,
                "The authorization server " + excerpt_of(metadata.issuer) +
                    " registers no clients by itself; register this client there by hand, and "
                    "configure its id.");
}

Result<ClientAuth> client_auth_of(const ServerMetadata& metadata, bool has_secret,
                                  std::string_view told) {
    if (!told.empty()) {
        for (const ClientAuth auth : {ClientAuth::none, ClientAuth::basic, ClientAuth::post})
            if (told == to_string(auth) && (has_secret || auth == ClientAuth::none)) return auth;
        return fail(Errc::invalid_argument,
                    "The authorization server " + excerpt_of(metadata.issuer) +
                        " registers the client for " + excerpt_of(told) +
                        ", which it cannot do; register it by hand, and configure its id.");
    }
    if (!has_secret) return ClientAuth::none;
    return first_listed(metadata,
                        std::array{ClientAuth::basic, ClientAuth::post, ClientAuth::none});
}

Result<Registration> registration_by_hand(const ClientIdentity& identity,
                                          const ServerMetadata& metadata) {
    IAM_TRY(auth, client_auth_of(metadata, !identity.client_secret.empty(), {}));
    return Registration{
        .client_id = identity.client_id, .client_secret = identity.client_secret, .auth = auth};
}

Registration registration_by_document(const ClientIdentity& identity) {
    return {.client_id = identity.metadata_url};
}

Result<net::ClientRequest> registration_request(const ClientIdentity& identity,
                                                const ServerMetadata& metadata,
                                                const std::string& redirect_uri) {
    IAM_TRY(auth, first_listed(metadata,
                               std::array{ClientAuth::none, ClientAuth::basic, ClientAuth::post}));
    net::ClientRequest request;
    request.method = "POST";
    request.url = metadata.registration_endpoint;
    request.fields = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
    request.body = body_of_registration(identity, redirect_uri, auth);
    return request;
}

Result<Registration> read_registration(const net::Response& response,
                                       const ServerMetadata& metadata, std::string redirect_uri) {
    IAM_CHECK(check_registered(response, metadata.issuer));
    IAM_TRY(document,
            OauthDocument::read(response.body, "The registration by the authorization server " +
                                                   excerpt_of(metadata.issuer)));
    IAM_TRY(id, document.needed_text("client_id"));
    IAM_TRY(secret, document.text("client_secret"));
    if (!is_client_text(id) || !is_client_text(secret))
        return document.refuse("has a client_id or client_secret with letters that none has");
    IAM_TRY(told, document.text("token_endpoint_auth_method"));
    IAM_TRY(auth, client_auth_of(metadata, !secret.empty(), told));
    IAM_TRY(ends, document.number("client_secret_expires_at"));
    return Registration{.client_id = std::move(id),
                        .client_secret = SecretText(std::move(secret)),
                        .auth = auth,
                        .redirect_uri = std::move(redirect_uri),
                        .ends_at_s = ends.value_or(0)};
}

bool is_usable(const Registration& registration, const std::string& redirect_uri,
               const Moment& now) noexcept {
    const auto now_s =
        std::chrono::duration_cast<std::chrono::seconds>(now.wall.time_since_epoch()).count();
    return !registration.client_id.empty() && registration.redirect_uri == redirect_uri &&
           (registration.ends_at_s == 0 ||
            (now_s >= 0 && registration.ends_at_s > static_cast<std::uint64_t>(now_s)));
}

}  // namespace iam::mcp
