// Tests of runtime/src/mcp/client/authorization/{oauth_tokens,grant_renewal}.cpp: the scenarios of
// the official conformance suite for clients (auth/...), each against real servers on the loopback.
#include "mcp/client/authorization/oauth_tokens.hpp"

#include "mcp/client/authorization/oauth_world.hpp"

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;
using test::LoginServer;
using test::OauthWorld;

namespace {

std::string oauth_asked(const test::FormParameters& parameters, const std::string& name) {
    const auto found = parameters.find(name);
    return found == parameters.end() ? "(absent)" : found->second;
}

/// The flow reached the tool, with PKCE, a state and the resource as published.
void check_oauth_flow(OauthWorld& world, const std::string& resource) {
    const auto called = world.call();
    INFO((called ? std::string() : called.error().message));
    REQUIRE(called);
    CHECK(world.problems.empty());
    REQUIRE(world.login.authorizations.size() == 1);
    const auto& ask = world.login.authorizations[0];
    CHECK(oauth_asked(ask, "response_type") == "code");
    CHECK(oauth_asked(ask, "code_challenge_method") == "S256");
    CHECK(oauth_asked(ask, "state").size() == 43);
    CHECK(oauth_asked(ask, "resource") == resource);
    REQUIRE(world.login.token_requests.size() == 1);
    CHECK(oauth_asked(world.login.token_requests[0].first, "resource") == resource);
    CHECK(world.tokens->authorization() == "Bearer token-1");
}

/// The client refused, and no code went to the token endpoint.
void check_oauth_refused(OauthWorld& world, const std::string& why) {
    const auto called = world.call();
    REQUIRE_FALSE(called);
    CHECK_THAT(called.error().message, Contains(why));
    CHECK(world.login.token_requests.empty());
    CHECK(world.tokens->authorization().empty());
}

}  // namespace

TEST_CASE("metadata-default: the challenge's metadata leads to a token and never to the root") {
    OauthWorld world;
    check_oauth_flow(world, world.server.url + "/mcp");
    CHECK(world.server.count("GET /.well-known/oauth-protected-resource") == 0);
    CHECK(world.login.registrations.at(0)["application_type"] == "native");
}

TEST_CASE("metadata-var1: without a challenge's URL, by the path, to OpenID's document") {
    OauthWorld world;
    world.names_prm = false;
    world.login.metadata_path = "/.well-known/openid-configuration";
    check_oauth_flow(world, world.server.url + "/mcp");
}

TEST_CASE("metadata-var2: at the root, with an issuer that has a path, no slash is added") {
    OauthWorld world;
    world.names_prm = false;
    world.prm_path = "/.well-known/oauth-protected-resource";
    world.login.prefix = "/tenant1";
    world.login.metadata_path = "/.well-known/oauth-authorization-server/tenant1";
    check_oauth_flow(world, world.server.url);
    CHECK(world.login.server.count("GET /.well-known/oauth-authorization-server") == 0);
}

TEST_CASE("metadata-var3: at a place of its own, with OpenID's document behind the path") {
    OauthWorld world;
    world.prm_path = "/custom/metadata/location.json";
    world.login.prefix = "/tenant1";
    world.login.metadata_path = "/tenant1/.well-known/openid-configuration";
    check_oauth_flow(world, world.server.url + "/mcp");
    CHECK(world.login.server.count("GET /.well-known/oauth-authorization-server") == 0);
}

TEST_CASE("basic-cimd: the URL of the client's document is its id where the server takes it") {
    OauthWorld world;
    world.settings.identity.metadata_url = "https://conformance-test.local/client-metadata.json";
    world.login.more = {{"client_id_metadata_document_supported", true}};
    check_oauth_flow(world, world.server.url + "/mcp");
    CHECK(oauth_asked(world.login.authorizations[0], "client_id") ==
          "https://conformance-test.local/client-metadata.json");
    CHECK(world.login.registrations.empty());
}

TEST_CASE("scope-from-www-authenticate: the scopes of the challenge are asked for") {
    OauthWorld world;
    world.first_scopes = {"mcp:basic"};
    world.scopes_supported = {"mcp:profile"};
    check_oauth_flow(world, world.server.url + "/mcp");
    CHECK(oauth_asked(world.login.authorizations[0], "scope") == "mcp:basic");
}

TEST_CASE("scope-from-scopes-supported: else all scopes of the resource are") {
    OauthWorld world;
    world.scopes_supported = {"mcp:basic", "mcp:read", "mcp:write"};
    check_oauth_flow(world, world.server.url + "/mcp");
    CHECK(oauth_asked(world.login.authorizations[0], "scope") == "mcp:basic mcp:read mcp:write");
}

TEST_CASE("scope-omitted-when-undefined: else none is") {
    OauthWorld world;
    check_oauth_flow(world, world.server.url + "/mcp");
    CHECK(oauth_asked(world.login.authorizations[0], "scope") == "(absent)");
}

TEST_CASE("scope-step-up: a token that lacks a scope is replaced by one with all of them") {
    OauthWorld world;
    world.first_scopes = {"mcp:basic"};
    world.needed_scopes = {"mcp:write"};
    world.login.gives_refresh_tokens = true;
    REQUIRE(world.call());
    REQUIRE(world.login.authorizations.size() == 2);
    CHECK(oauth_asked(world.login.authorizations[0], "scope") == "mcp:basic");
    CHECK(oauth_asked(world.login.authorizations[1], "scope") == "mcp:basic mcp:write");
    CHECK(world.login.registrations.size() == 1);
    for (const auto& [form, field] : world.login.token_requests)
        CHECK(oauth_asked(form, "grant_type") == "authorization_code");
}

TEST_CASE("scope-retry-limit: a server that is never content is asked about three times") {
    OauthWorld world;
    world.first_scopes = {"mcp:admin"};
    world.needed_scopes = {"mcp:never"};
    world.login.on_token = [&](const FormParameters&) {
        const std::string token = "t" + std::to_string(world.login.token_requests.size());
        world.login.tokens[token] = {};
        return test::json_response({{"access_token", token}, {"token_type", "Bearer"}});
    };
    const auto called = world.call();
    REQUIRE_FALSE(called);
    CHECK_THAT(called.error().message, Contains("mcp:admin mcp:never"));
    CHECK(world.login.authorizations.size() == 3);
    world.clock.advance(world.settings.agreements_time);
    CHECK_FALSE(world.call());
    CHECK(world.login.authorizations.size() == 6);
}

TEST_CASE("token-endpoint-auth-basic, -post, -none: the client shows itself as it is registered") {
    const auto [method, has_field, has_secret] =
        GENERATE(table<std::string, bool, bool>({{"client_secret_basic", true, false},
                                                 {"client_secret_post", false, true},
                                                 {"none", false, false}}));
    OauthWorld world;
    world.login.more = {{"token_endpoint_auth_methods_supported", Json::array({method})}};
    world.login.registration = {{"client_id", "c"}, {"token_endpoint_auth_method", method}};
    if (method != "none") world.login.registration["client_secret"] = "s";
    check_oauth_flow(world, world.server.url + "/mcp");
    const auto& [form, field] = world.login.token_requests[0];
    CHECK((field == "Basic " + to_base64("c:s")) == has_field);
    CHECK((oauth_asked(form, "client_secret") == "s") == has_secret);
    CHECK(world.login.registrations.at(0)["token_endpoint_auth_method"] == method);
}

TEST_CASE("pre-registration: a registration by hand is used, and no other is made") {
    OauthWorld world;
    world.settings.identity.client_id = "pre-registered-client";
    world.settings.identity.client_secret = SecretText(std::string("pre-registered-secret"));
    world.settings.identity.issuer = world.login.name();
    world.login.more = {{"registration_endpoint", nullptr},
                        {"token_endpoint_auth_methods_supported", {"client_secret_basic"}}};
    check_oauth_flow(world, world.server.url + "/mcp");
    CHECK(world.login.token_requests[0].second ==
          "Basic " + to_base64("pre-registered-client:pre-registered-secret"));
    CHECK(world.login.registrations.empty());
}

TEST_CASE(
    "resource-mismatch: metadata for another resource ends the flow before anybody is asked") {
    OauthWorld world;
    world.resource = "https://evil.example.com/mcp";
    check_oauth_refused(world, "another resource");
    CHECK(world.visited.empty());
    CHECK(world.login.registrations.empty());
}

TEST_CASE("offline-access: it is asked for where the server has it, with refresh tokens") {
    OauthWorld world;
    world.scopes_supported = {"mcp:basic"};
    world.login.more = {{"scopes_supported", {"mcp:basic", "offline_access"}}};
    check_oauth_flow(world, world.server.url + "/mcp");
    CHECK(oauth_asked(world.login.authorizations[0], "scope") == "mcp:basic offline_access");
    CHECK(world.login.registrations.at(0)["grant_types"] ==
          Json::array({"authorization_code", "refresh_token"}));
    OauthWorld without;
    without.scopes_supported = {"mcp:basic", "mcp:read"};
    without.login.more = {{"scopes_supported", {"mcp:basic", "mcp:read"}}};
    check_oauth_flow(without, without.server.url + "/mcp");
    CHECK(oauth_asked(without.login.authorizations[0], "scope") == "mcp:basic mcp:read");
}

TEST_CASE("authorization-server-migration: a new issuer gets a new registration and nothing else") {
    OauthWorld world;
    LoginServer second;
    world.login.gives_refresh_tokens = true;
    world.login.registration = {{"client_id", "first-client"}, {"client_secret", "first-secret"}};
    second.registration = {{"client_id", "second-client"}};
    second.token_name = "second";
    second.server.settle();
    REQUIRE(world.call());
    world.issuers = {second.name()};
    world.takes = [](const std::string& token) { return token == "second-1"; };
    REQUIRE(world.call());
    second.server.settle();
    CHECK(second.registrations.size() == 1);
    CHECK(oauth_asked(second.authorizations.at(0), "client_id") == "second-client");
    REQUIRE(second.token_requests.size() == 1);
    for (const auto& [form, field] : second.token_requests) {
        CHECK(oauth_asked(form, "client_id") == "second-client");
        CHECK(oauth_asked(form, "grant_type") == "authorization_code");
        CHECK_THAT(oauth_asked(form, "client_secret") + field, !Contains("first"));
    }
}

TEST_CASE("iss: the issuer of a redirect is compared as text, and needed where it was promised") {
    SECTION("iss-supported") {
        OauthWorld world;
        check_oauth_flow(world, world.server.url + "/mcp");
    }
    SECTION("iss-not-advertised") {
        OauthWorld world;
        world.login.more = {{"authorization_response_iss_parameter_supported", nullptr}};
        world.login.in_redirect = LoginServer::Issuer::none;
        check_oauth_flow(world, world.server.url + "/mcp");
    }
    SECTION("iss-supported-missing") {
        OauthWorld world;
        world.login.in_redirect = LoginServer::Issuer::none;
        check_oauth_refused(world, "has no issuer");
    }
    SECTION("iss-wrong-issuer") {
        OauthWorld world;
        world.login.in_redirect = LoginServer::Issuer::wrong;
        check_oauth_refused(world, "evil.example.com");
    }
    SECTION("iss-unexpected") {
        OauthWorld world;
        world.login.more = {{"authorization_response_iss_parameter_supported", nullptr}};
        world.login.in_redirect = LoginServer::Issuer::wrong;
        check_oauth_refused(world, "evil.example.com");
    }
    SECTION("iss-normalized") {
        OauthWorld world;
        world.login.in_redirect = LoginServer::Issuer::normalized;
        check_oauth_refused(world, "is not used");
    }
}

TEST_CASE("metadata-issuer-mismatch: metadata of another issuer is not used at all") {
    OauthWorld world;
    world.issuers = {world.login.server.url};
    world.login.issuer = "https://attacker.example.com";
    check_oauth_refused(world, "another issuer");
    CHECK(world.visited.empty());
    CHECK(world.login.registrations.empty());
}

TEST_CASE("2025-03-26-oauth-metadata-backcompat: without resource metadata, at the server's root") {
    OauthWorld world;
    world.is_own_login = true;
    world.names_prm = false;
    world.login.prefix = "/oauth";
    world.login.issuer = world.server.url;
    check_oauth_flow(world, "(absent)");
    CHECK(world.server.count("POST /oauth/token") == 1);
    CHECK(world.login.registrations.size() == 1);
}

TEST_CASE(
    "2025-03-26-oauth-endpoint-fallback: without any metadata, the usual endpoints are used") {
    OauthWorld world;
    world.is_own_login = true;
    world.names_prm = false;
    world.login.metadata_path = "";
    world.login.in_redirect = LoginServer::Issuer::none;
    world.login.registration = {{"client_id", "c"}, {"client_secret", "s"}};
    check_oauth_flow(world, "(absent)");
    CHECK(world.server.count("GET /authorize") == 1);
    CHECK(world.server.count("POST /token") == 1);
    CHECK(world.server.count("POST /register") == 1);
}

TEST_CASE("a refused token is refreshed before anybody is asked") {
    OauthWorld world;
    world.login.gives_refresh_tokens = true;
    REQUIRE(world.call());
    world.takes = [](const std::string& token) { return token == "token-2"; };
    REQUIRE(world.call());
    CHECK(world.visited.size() == 1);
    REQUIRE(world.login.token_requests.size() == 2);
    const auto& form = world.login.token_requests[1].first;
    CHECK(oauth_asked(form, "grant_type") == "refresh_token");
    CHECK(oauth_asked(form, "refresh_token") == "refresh-1");
    CHECK(oauth_asked(form, "resource") == world.server.url + "/mcp");
    CHECK(oauth_asked(form, "client_id") == "registered");
}

TEST_CASE("if a refresh is refused, or its token is, the person is asked again") {
    OauthWorld world;
    world.login.gives_refresh_tokens = true;
    REQUIRE(world.call());
    SECTION("the refresh is refused") {
        world.login.on_token = [](const FormParameters& form) -> std::optional<net::Response> {
            if (form.at("grant_type") != "refresh_token") return std::nullopt;
            return test::json_response({{"error", "invalid_grant"}}, 400);
        };
        world.takes = [](const std::string& token) { return token == "token-3"; };
    }
    SECTION("the token of the refresh is refused") {
        world.takes = [](const std::string& token) { return token == "token-3"; };
    }
    REQUIRE(world.call());
    CHECK(world.visited.size() == 2);
    CHECK(world.login.registrations.size() == 1);
}

TEST_CASE("an authorization server that is away is no reason to ask the person") {
    OauthWorld world;
    world.login.gives_refresh_tokens = true;
    REQUIRE(world.call());
    world.login.on_token = [](const FormParameters&) { return test::no_response(503); };
    world.takes = [](const std::string&) { return false; };
    const auto called = world.call();
    REQUIRE_FALSE(called);
    CHECK(called.error().code == Errc::unavailable);
    CHECK(world.visited.size() == 1);
}

TEST_CASE("tokens of an earlier run are used again, and nobody is asked") {
    OauthWorld world;
    REQUIRE(world.call());
    world.tokens.reset();
    world.start();
    CHECK(world.tokens->authorization() == "Bearer token-1");
    REQUIRE(world.call());
    CHECK(world.visited.size() == 1);
}

TEST_CASE("a token that another process has renewed is taken over") {
    OauthWorld world;
    REQUIRE(world.call());
    StoredGrant newer = **world.memory.load(world.settings.server);
    newer.access_token = SecretText(std::string("newer"));
    REQUIRE(world.memory.save(world.settings.server, newer));
    world.takes = [](const std::string& token) { return token == "newer"; };
    REQUIRE(world.call());
    CHECK(world.visited.size() == 1);
    CHECK(world.tokens->authorization() == "Bearer newer");
}

TEST_CASE("a registration that the server has forgotten is made anew with the next try") {
    OauthWorld world;
    world.login.on_token = [&](const FormParameters&) -> std::optional<net::Response> {
        if (world.login.registrations.size() > 1) return std::nullopt;
        return test::json_response({{"error", "invalid_client"}}, 401);
    };
    const auto called = world.call();
    REQUIRE_FALSE(called);
    CHECK_THAT(called.error().message, Contains("invalid_client"));
    REQUIRE(world.call());
    CHECK(world.login.registrations.size() == 2);
}
