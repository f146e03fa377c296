#include "mcp/client/authorization/metadata/server_metadata.hpp"

#include <iam/core/json.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

using UrlTexts = std::vector<std::string>;

Json good_metadata() {
    return {{"issuer", "https://login.example/t"},
            {"authorization_endpoint", "https://login.example/t/authorize"},
            {"token_endpoint", "https://login.example/t/token"},
            {"code_challenge_methods_supported", {"plain", "S256"}}};
}

Result<ServerMetadata> read_changed(const char* member, Json value) {
    Json metadata = good_metadata();
    metadata[member] = std::move(value);
    return read_server_metadata(metadata.dump(), "https://login.example/t", Reach::everywhere);
}

}  // namespace

TEST_CASE("the metadata of an issuer with a path is sought at three places, else at two") {
    const auto urls = [](const char* issuer) {
        return server_metadata_urls(read_remote_url(issuer, "the issuer").value());
    };
    CHECK(urls("https://login.example/t/u/") ==
          UrlTexts{"https://login.example/.well-known/oauth-authorization-server/t/u",
                   "https://login.example/.well-known/openid-configuration/t/u",
                   "https://login.example/t/u/.well-known/openid-configuration"});
    CHECK(urls("https://login.example/") ==
          UrlTexts{"https://login.example/.well-known/oauth-authorization-server",
                   "https://login.example/.well-known/openid-configuration"});
}

TEST_CASE("metadata of an authorization server has endpoints and abilities") {
    Json text = good_metadata();
    text["registration_endpoint"] = "https://login.example/t/register";
    text["scopes_supported"] = {"a", "offline_access"};
    text["token_endpoint_auth_methods_supported"] = {"none"};
    text["client_id_metadata_document_supported"] = true;
    text["authorization_response_iss_parameter_supported"] = true;
    text["response_types_supported"] = {"code"};
    const auto read =
        read_server_metadata(text.dump(), "https://login.example/t", Reach::everywhere);
    REQUIRE(read);
    CHECK(read->issuer == "https://login.example/t");
    CHECK(read->authorization_endpoint == "https://login.example/t/authorize");
    CHECK(read->token_endpoint == "https://login.example/t/token");
    CHECK(read->registration_endpoint == "https://login.example/t/register");
    CHECK(*read->scopes_supported == Scopes{"a", "offline_access"});
    CHECK(*read->auth_methods == UrlTexts{"none"});
    CHECK(read->takes_client_metadata);
    CHECK(read->promises_issuer);
}

TEST_CASE("metadata of another issuer is refused, however alike their names are") {
    for (const char* issuer :
         {"https://login.example/t/", "https://login.example/T", "https://LOGIN.example/t",
          "https://login.example:443/t", "https://attacker.example"}) {
        const auto read = read_changed("issuer", issuer);
        REQUIRE_FALSE(read);
        CHECK_THAT(read.error().message, Contains("another issuer"));
    }
    CHECK_FALSE(read_changed("issuer", nullptr));
}

TEST_CASE("an authorization server that does not promise S256 is refused, and the reason is said") {
    for (const Json& methods : {Json(nullptr), Json::array(), Json{"plain"}, Json{"s256"}}) {
        const auto read = read_changed("code_challenge_methods_supported", methods);
        REQUIRE_FALSE(read);
        CHECK_THAT(read.error().message, Contains("PKCE with S256"));
    }
    CHECK_FALSE(read_changed("response_types_supported", {"token"}));
}

TEST_CASE("an endpoint that is a file or in a private network is refused by its name") {
    for (const char* member :
         {"authorization_endpoint", "token_endpoint", "registration_endpoint"}) {
        for (const char* url :
             {"file:///etc/passwd", "javascript:alert(1)", "http://localhost:8080/",
              "https://10.0.0.1/", "http://a.example/", "https://u@login.example/", "/token"}) {
            const auto read = read_changed(member, url);
            REQUIRE_FALSE(read);
            CHECK_THAT(read.error().message, Contains(member));
        }
    }
    for (const char* needed : {"authorization_endpoint", "token_endpoint"})
        CHECK_FALSE(read_changed(needed, nullptr));
    CHECK(read_changed("registration_endpoint", nullptr));
}

TEST_CASE("members of metadata of another kind are refused") {
    for (const char* member : {"scopes_supported", "token_endpoint_auth_methods_supported",
                               "client_id_metadata_document_supported",
                               "authorization_response_iss_parameter_supported"})
        CHECK_FALSE(read_changed(member, 7));
}

TEST_CASE("a server without any metadata has the endpoints of revision 2025-03-26") {
    const auto metadata =
        metadata_of_oldest(read_remote_url("http://localhost:81/mcp?x", "the URL").value());
    CHECK(metadata.issuer == "http://localhost:81");
    CHECK(metadata.authorization_endpoint == "http://localhost:81/authorize");
    CHECK(metadata.token_endpoint == "http://localhost:81/token");
    CHECK(metadata.registration_endpoint == "http://localhost:81/register");
}
