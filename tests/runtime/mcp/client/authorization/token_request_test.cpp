#include "mcp/client/authorization/token_request.hpp"

#include "mcp/client/authorization/values/form_parameters.hpp"
#include <iam/core/base64.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

ServerMetadata metadata_of_login() {
    return {.issuer = "https://login.example",
            .authorization_endpoint = "https://login.example/authorize",
            .token_endpoint = "https://login.example/token"};
}

const RedirectRules k_redirect_rules{.redirect_uri = "http://127.0.0.1:4711/callback",
                                     .state = "the-state",
                                     .issuer = "https://login.example",
                                     .needs_issuer = true};
const std::string k_good_redirect = "http://127.0.0.1:4711/callback?code=the-code&state=the-state";
const std::string k_good_issuer = "&iss=https%3A%2F%2Flogin.example";

Result<TokenAnswer> token_answer_of(unsigned status, std::string body) {
    return read_tokens({.status = status, .fields = {}, .body = std::move(body)},
                       "https://login.example");
}

}  // namespace

TEST_CASE("scopes are the challenge's, else those of the resource, else none") {
    const ServerMetadata plain = metadata_of_login();
    CHECK(scopes_to_ask({"a"}, Scopes{"b", "c"}, {}, plain) == Scopes{"a"});
    CHECK(scopes_to_ask({}, Scopes{"b", "c"}, {}, plain) == Scopes{"b", "c"});
    CHECK(scopes_to_ask({}, std::nullopt, {}, plain) == Scopes{});
    CHECK(scopes_to_ask({"a"}, Scopes{"b"}, {"mine", "a"}, plain) == Scopes{"a", "mine"});
}

TEST_CASE("offline access is asked for where the server has it, and never alone") {
    ServerMetadata offline = metadata_of_login();
    offline.scopes_supported = {"a", "offline_access"};
    CHECK(scopes_to_ask({"a"}, std::nullopt, {}, offline) == Scopes{"a", "offline_access"});
    CHECK(scopes_to_ask({}, std::nullopt, {}, offline).empty());
    offline.scopes_supported = {"a"};
    CHECK(scopes_to_ask({"a"}, std::nullopt, {}, offline) == Scopes{"a"});
}

TEST_CASE("the URL for the browser has PKCE, the state, the scopes and the resource") {
    ServerMetadata metadata = metadata_of_login();
    const AuthorizationAsk ask{.redirect_uri = "http://127.0.0.1:4711/callback",
                               .resource = "https://desk.example",
                               .scopes = {"a", "b:c"},
                               .state = "s",
                               .challenge = "x"};
    const std::string url = authorization_url(metadata, "the client", ask);
    REQUIRE_THAT(url, Catch::StartsWith("https://login.example/authorize?"));
    const auto read = read_form(url.substr(url.find('?') + 1));
    REQUIRE(read);
    CHECK(read->at("response_type") == "code");
    CHECK(read->at("client_id") == "the client");
    CHECK(read->at("redirect_uri") == "http://127.0.0.1:4711/callback");
    CHECK(read->at("code_challenge") == "x");
    CHECK(read->at("code_challenge_method") == "S256");
    CHECK(read->at("state") == "s");
    CHECK(read->at("scope") == "a b:c");
    CHECK(read->at("resource") == "https://desk.example");
    CHECK(read->count("prompt") == 0);
    metadata.authorization_endpoint += "?tenant=1";
    const std::string bare = authorization_url(metadata, "c", {.scopes = {"offline_access"}});
    CHECK_THAT(bare, Contains("authorize?tenant=1&response_type=code&"));
    CHECK_THAT(bare, Contains("prompt=consent"));
    CHECK_THAT(bare, !Contains("resource"));
    CHECK_THAT(authorization_url(metadata, "c", {}), !Contains("scope"));
}

TEST_CASE("the code of a redirect is taken if its state and issuer are as expected") {
    CHECK(code_of_redirect(k_good_redirect + k_good_issuer, k_redirect_rules)->text() ==
          "the-code");
    CHECK(code_of_redirect(k_good_redirect + k_good_issuer + "#_=_", k_redirect_rules)->text() ==
          "the-code");
    RedirectRules silent = k_redirect_rules;
    silent.needs_issuer = false;
    CHECK(code_of_redirect(k_good_redirect, silent)->text() == "the-code");
}

TEST_CASE("an issuer that is missing, is another, or differs in one letter is refused") {
    CHECK_THAT(code_of_redirect(k_good_redirect, k_redirect_rules).error().message,
               Contains("has no issuer"));
    RedirectRules silent = k_redirect_rules;
    silent.needs_issuer = false;
    for (const char* issuer :
         {"https%3A%2F%2Fevil.example", "https%3A%2F%2Flogin.example%2F",
          "https%3A%2F%2FLOGIN.example", "https%3A%2F%2Flogin.example%3A443", ""}) {
        for (const RedirectRules& rules : {k_redirect_rules, silent}) {
            const auto code = code_of_redirect(k_good_redirect + "&iss=" + issuer, rules);
            REQUIRE_FALSE(code);
            CHECK_THAT(code.error().message, Contains("is not used"));
        }
    }
    const auto mixed = code_of_redirect(
        "http://127.0.0.1:4711/callback?error=x&state=the-state&iss=https://evil.example",
        k_redirect_rules);
    CHECK_THAT(mixed.error().message, Contains("evil.example"));
}

TEST_CASE("a redirect to another place, with another state or a second code is refused") {
    for (const char* url :
         {"", "file:///etc/passwd?code=c&state=the-state", "http://127.0.0.1:4711/callback",
          "http://127.0.0.1:4712/callback?code=c&state=the-state",
          "http://127.0.0.1:4711/callback/x?code=c&state=the-state",
          "https://127.0.0.1:4711/callback?code=c&state=the-state",
          "http://127.0.0.1:4711/callback?code=c", "http://127.0.0.1:4711/callback?code=c&state=",
          "http://127.0.0.1:4711/callback?code=c&state=the-state2",
          "http://127.0.0.1:4711/callback?code=c&state=another",
          "http://127.0.0.1:4711/callback?code=c&state=the-state&code=d",
          "http://127.0.0.1:4711/callback?state=the-state",
          "http://127.0.0.1:4711/callback?code=&state=the-state",
          "http://127.0.0.1:4711/callback?code=a%0Ab&state=the-state",
          "http://127.0.0.1:4711/callback?x=1#code=c&state=the-state"}) {
        INFO(url);
        RedirectRules rules = k_redirect_rules;
        rules.needs_issuer = false;
        CHECK_FALSE(code_of_redirect(url, rules));
    }
}

TEST_CASE("the person's no is an error of its own") {
    const auto code = code_of_redirect(
        "http://127.0.0.1:4711/callback?error=access_denied%1b&state=the-state" + k_good_issuer,
        k_redirect_rules);
    REQUIRE_FALSE(code);
    CHECK_THAT(code.error().message, Contains("gives no access (access_denied)"));
}

TEST_CASE("a request for tokens shows the client in the registered way") {
    const CodeGrant grant{.code = SecretText(std::string("the-code")),
                          .verifier = SecretText(std::string("v")),
                          .redirect_uri = "http://127.0.0.1:4711/callback",
                          .resource = "https://desk.example"};
    Registration client{.client_id = "c:1", .client_secret = SecretText(std::string("s/2"))};
    const auto form = [&] {
        const auto request = request_for_code(metadata_of_login(), client, grant);
        CHECK(request.url == "https://login.example/token");
        CHECK(request.fields.find("Content-Type") == "application/x-www-form-urlencoded");
        return std::pair(read_form(request.body).value(),
                         std::string(request.fields.find("Authorization").value_or("")));
    };
    const auto [none, no_field] = form();
    CHECK(none.at("grant_type") == "authorization_code");
    CHECK(none.at("code") == "the-code");
    CHECK(none.at("code_verifier") == "v");
    CHECK(none.at("redirect_uri") == "http://127.0.0.1:4711/callback");
    CHECK(none.at("resource") == "https://desk.example");
    CHECK(none.at("client_id") == "c:1");
    CHECK(none.count("client_secret") == 0);
    CHECK(no_field.empty());
    client.auth = ClientAuth::post;
    const auto [post, still_none] = form();
    CHECK(post.at("client_secret") == "s/2");
    CHECK(still_none.empty());
    client.auth = ClientAuth::basic;
    const auto [basic, field] = form();
    CHECK(basic.count("client_secret") == 0);
    CHECK(basic.count("client_id") == 0);
    CHECK(field == "Basic " + to_base64("c%3A1:s%2F2"));
}

TEST_CASE("a refresh names its token and its resource") {
    const auto request = request_for_refresh(metadata_of_login(), {.client_id = "c"},
                                             SecretText(std::string("r")), "https://desk.example");
    const auto form = read_form(request.body).value();
    CHECK(form.at("grant_type") == "refresh_token");
    CHECK(form.at("refresh_token") == "r");
    CHECK(form.at("resource") == "https://desk.example");
    CHECK(form.at("client_id") == "c");
}

TEST_CASE("a token answer gives tokens, or the code of a refusal") {
    const auto answer = token_answer_of(
        200,
        R"({"access_token":"a.b-c==","token_type":"bEARER","refresh_token":"r","scope":"x y"})");
    REQUIRE(answer);
    REQUIRE(answer->tokens);
    CHECK(answer->tokens->access_token.text() == "a.b-c==");
    CHECK(answer->tokens->refresh_token.text() == "r");
    CHECK(answer->tokens->scopes == Scopes{"x", "y"});
    CHECK(token_answer_of(400, R"({"error":"invalid_grant"})")->refusal == "invalid_grant");
    CHECK(token_answer_of(401, "{}")->refusal == "401");
    CHECK(token_answer_of(302, "{}")->refusal == "302");
    CHECK(token_answer_of(503, "").error().code == Errc::unavailable);
    CHECK(token_answer_of(429, "").error().code == Errc::unavailable);
}

TEST_CASE("a wrong token answer is refused, and no message has a part of a token") {
    for (const std::string& body :
         {std::string(), std::string("hush"), std::string("[\"hush\"]"),
          std::string(R"({"access_token":"hush"})"),
          std::string(R"({"access_token":"hush","token_type":"DPoP"})"),
          std::string(R"({"access_token":"","token_type":"Bearer"})"),
          std::string(R"({"access_token":7,"token_type":"Bearer"})"),
          std::string(R"({"access_token":"hush\r\nX-Evil: 1","token_type":"Bearer"})"),
          std::string(R"({"access_token":"hush hush","token_type":"Bearer"})"),
          std::string(R"({"access_token":"hush","access_token":"b","token_type":"Bearer"})"),
          std::string(R"({"access_token":"a","token_type":"Bearer","refresh_token":"hush\u0000"})"),
          R"({"token_type":"Bearer","access_token":")" + std::string(16385, 'a') + "\"}",
          R"({"token_type":"Bearer","access_token":"hush)" + std::string(200'000, 'a') + "\"}"}) {
        const auto answer = token_answer_of(200, body);
        REQUIRE_FALSE(answer);
        CHECK_THAT(answer.error().message, !Contains("hush"));
    }
}
