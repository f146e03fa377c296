#include "mcp/client/authorization/registration.hpp"

#include <iam/core/json.hpp>
#include <support/fake_clock.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

ServerMetadata login_to_register() {
    return {.issuer = "https://login.example",
            .authorization_endpoint = "https://login.example/authorize",
            .token_endpoint = "https://login.example/token",
            .registration_endpoint = "https://login.example/register"};
}

net::Response registration_answer(unsigned status, std::string body) {
    return {.status = status, .fields = {}, .body = std::move(body)};
}

const std::string k_registered_uri = "http://127.0.0.1:4711/callback";

}  // namespace

TEST_CASE("a client is registered by hand, else by its document, else by a request") {
    ServerMetadata metadata = login_to_register();
    metadata.takes_client_metadata = true;
    ClientIdentity identity{.client_id = "by-hand", .metadata_url = "https://iam.example/client"};
    CHECK(registration_way(identity, metadata) == RegistrationWay::by_hand);
    identity.client_id.clear();
    CHECK(registration_way(identity, metadata) == RegistrationWay::by_document);
    CHECK(registration_by_document(identity).client_id == "https://iam.example/client");
    metadata.takes_client_metadata = false;
    CHECK(registration_way(identity, metadata) == RegistrationWay::by_request);
    metadata.registration_endpoint.clear();
    const auto none = registration_way(identity, metadata);
    REQUIRE_FALSE(none);
    CHECK_THAT(none.error().message, Contains("by hand, and configure its id"));
}

TEST_CASE("a registration made by hand is given to no other issuer") {
    ClientIdentity identity{.client_id = "by-hand", .issuer = "https://login.example"};
    CHECK(registration_way(identity, login_to_register()) == RegistrationWay::by_hand);
    ServerMetadata evil = login_to_register();
    evil.issuer = "https://evil.example";
    const auto way = registration_way(identity, evil);
    REQUIRE_FALSE(way);
    CHECK_THAT(way.error().message, Contains("https://evil.example"));
}

TEST_CASE("a client shows itself in a way that the server lists") {
    ServerMetadata metadata = login_to_register();
    CHECK(client_auth_of(metadata, true, "") == ClientAuth::basic);
    CHECK(client_auth_of(metadata, false, "") == ClientAuth::none);
    metadata.auth_methods = {"client_secret_post", "none"};
    CHECK(client_auth_of(metadata, true, "") == ClientAuth::post);
    metadata.auth_methods = {"none"};
    CHECK(client_auth_of(metadata, true, "") == ClientAuth::none);
    CHECK(client_auth_of(metadata, true, "client_secret_post") == ClientAuth::post);
    CHECK(client_auth_of(metadata, true, "none") == ClientAuth::none);
    CHECK_FALSE(client_auth_of(metadata, false, "client_secret_basic"));
    CHECK_FALSE(client_auth_of(metadata, true, "private_key_jwt"));
    metadata.auth_methods = {"private_key_jwt"};
    CHECK_FALSE(client_auth_of(metadata, true, ""));
    CHECK_FALSE(registration_request({}, metadata, k_registered_uri));
}

TEST_CASE("a registration by request is that of a native application") {
    ServerMetadata metadata = login_to_register();
    metadata.auth_methods = {"client_secret_post"};
    const auto request = registration_request({.name = "desk \"1\""}, metadata, k_registered_uri);
    REQUIRE(request);
    CHECK(request->method == "POST");
    CHECK(request->url == "https://login.example/register");
    const Json body = parse_json(request->body).value();
    CHECK(body["application_type"] == "native");
    CHECK(body["client_name"] == "desk \"1\"");
    CHECK(body["redirect_uris"] == Json::array({k_registered_uri}));
    CHECK(body["grant_types"] == Json::array({"authorization_code", "refresh_token"}));
    CHECK(body["response_types"] == Json::array({"code"}));
    CHECK(body["token_endpoint_auth_method"] == "client_secret_post");
}

TEST_CASE("the answer to a registration gives an id, a secret and its end") {
    const auto read = read_registration(
        registration_answer(
            201,
            R"({"client_id":"c","client_secret":"s","client_secret_expires_at":1767323046,
                         "token_endpoint_auth_method":"client_secret_post"})"),
        login_to_register(), k_registered_uri);
    REQUIRE(read);
    CHECK(read->client_id == "c");
    CHECK(read->client_secret.text() == "s");
    CHECK(read->auth == ClientAuth::post);
    test::FakeClock clock;
    CHECK(is_usable(*read, k_registered_uri, clock.now()));
    CHECK_FALSE(is_usable(*read, "http://127.0.0.1:1/callback", clock.now()));
    CHECK_FALSE(is_usable({}, "", clock.now()));
    clock.advance(std::chrono::seconds(1));
    CHECK_FALSE(is_usable(*read, k_registered_uri, clock.now()));
    const auto open = read_registration(registration_answer(200, R"({"client_id":"c"})"),
                                        login_to_register(), k_registered_uri);
    REQUIRE(open);
    CHECK(open->auth == ClientAuth::none);
    CHECK(is_usable(*open, k_registered_uri, clock.now()));
}

TEST_CASE("a refused or wrong registration is an error without the secret") {
    const auto refused =
        read_registration(registration_answer(400, R"({"error":"invalid_redirect_uri\u001b[2J"})"),
                          login_to_register(), k_registered_uri);
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message, Contains("invalid_redirect_uri[2J"));
    CHECK_FALSE(
        read_registration(registration_answer(403, "no"), login_to_register(), k_registered_uri));
    const auto later =
        read_registration(registration_answer(503, ""), login_to_register(), k_registered_uri);
    CHECK(later.error().code == Errc::unavailable);
    for (const char* body : {"", "{}", R"({"client_id":7})", R"({"client_id":"a\nb"})",
                             R"({"client_id":"a","client_secret":"hush\u0001"})",
                             R"({"client_id":"a","client_secret_expires_at":"x"})",
                             R"({"client_id":"a","client_secret":"hush",
                                 "token_endpoint_auth_method":"tls_client_auth"})"}) {
        const auto read = read_registration(registration_answer(201, body), login_to_register(),
                                            k_registered_uri);
        REQUIRE_FALSE(read);
        CHECK_THAT(read.error().message, !Contains("hush"));
    }
}
