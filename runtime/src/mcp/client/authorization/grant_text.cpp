#include "mcp/client/authorization/grant_text.hpp"

#include "mcp/client/authorization/values/document.hpp"
#include <iam/core/json_writer.hpp>

#include <utility>

namespace iam::mcp {
namespace {

/// Reads members one by one; after the first failure it gives empty values.
class GrantReader {
 public:
    explicit GrantReader(const OauthDocument& document) : document_(document) {}
    std::string text(const char* member) {
        auto value = document_.text(member);
        return keep(value) ? *std::move(value) : std::string();
    }
    Scopes scopes(const char* member) {
        auto value = document_.scopes(member);
        return keep(value) && *value ? **std::move(value) : Scopes();
    }
    std::uint64_t number(const char* member) {
        const auto value = document_.number(member);
        return keep(value) ? value->value_or(0) : 0;
    }
    bool is_good() const noexcept { return is_good_; }

 private:
    template <class T>
    bool keep(const Result<T>& value) {
        is_good_ = is_good_ && value.has_value();
        return value.has_value();
    }
    const OauthDocument& document_;
    bool is_good_ = true;
};

bool read_auth(std::string_view text, ClientAuth& auth) {
    for (const ClientAuth one : {ClientAuth::none, ClientAuth::basic, ClientAuth::post}) {
        if (text != to_string(one)) continue;
        auth = one;
        return true;
    }
    return false;
}

}  // namespace

std::string text_of_grant(const std::string& server, const StoredGrant& grant) {
    JsonWriter out;
    const auto member = [&out](std::string_view name, std::string_view value) {
        out.plain_key(name);
        out.string(value);
    };
    out.begin_object();
    member("access_token", grant.access_token.text());
    member("auth", to_string(grant.registration.auth));
    member("client_id", grant.registration.client_id);
    member("client_secret", grant.registration.client_secret.text());
    out.plain_key("client_secret_expires_at");
    out.integer(grant.registration.ends_at_s);
    member("issuer", grant.issuer);
    member("redirect_uri", grant.registration.redirect_uri);
    member("refresh_token", grant.refresh_token.text());
    member("resource", grant.resource);
    out.plain_key("scopes");
    out.begin_array();
    for (const std::string& scope : grant.scopes) out.string(scope);
    out.end_array();
    member("server", server);
    out.end_object();
    return out.take();
}

Result<StoredGrant> read_grant(std::string_view text, const std::string& server) {
    const auto broken = [] {
        return fail(Errc::corrupt, "The record of tokens is broken; remove it, and agree again.");
    };
    const auto document = OauthDocument::read(text, "The record");
    if (!document) return broken();
    GrantReader read(*document);
    StoredGrant grant{.issuer = read.text("issuer"), .resource = read.text("resource")};
    grant.registration.client_id = read.text("client_id");
    grant.registration.client_secret = SecretText(read.text("client_secret"));
    grant.registration.redirect_uri = read.text("redirect_uri");
    grant.registration.ends_at_s = read.number("client_secret_expires_at");
    grant.access_token = SecretText(read.text("access_token"));
    grant.refresh_token = SecretText(read.text("refresh_token"));
    grant.scopes = read.scopes("scopes");
    const bool is_whole = read_auth(read.text("auth"), grant.registration.auth) &&
                          read.text("server") == server && read.is_good();
    if (!is_whole) return broken();
    return grant;
}

}  // namespace iam::mcp
