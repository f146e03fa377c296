#include "iam/mcp/authorization.hpp"
#include "mcp/server/authorization/static_tokens.hpp"
#include "mcp/token_issuer.hpp"
#include <support/fake_clock.hpp>
#include <support/temp_dir.hpp>

#include <sys/stat.h>

#include <fstream>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

constexpr const char* k_resource = "https://desk.example/mcp";

/// An authorizer with keys in a file or by URL; the test answers its questions to the issuer.
struct Gatekeeper {
    TempDir folder{};
    FakeClock clock{};
    TestIssuer issuer{};
    AuthorizationSettings settings{.resource = k_resource, .name = "desk"};
    std::vector<std::pair<Fetch, Fetched>> asked{};
    std::vector<std::string> problems{};
    std::unique_ptr<Authorizer> authorizer{};

    std::string put(const std::string& name, const std::string& text, unsigned mode = 0600) const {
        const std::string path = folder / name;
        std::ofstream(path) << text;
        REQUIRE(::chmod(path.c_str(), mode) == 0);
        return path;
    }
    Gatekeeper& with_keys(const std::string& keys) {
        settings.issuer = mcp::TokenIssuer{.issuer = "https://login.example", .keys = keys};
        return *this;
    }
    Gatekeeper& with_keys_file() { return with_keys(put("keys.json", TestIssuer::keys().dump())); }
    Gatekeeper& make() {
        auto made = Authorizer::make(
            settings,
            {.clock = clock,
             .fetch =
                 [this](Fetch fetch, Fetched fetched) {
                     asked.emplace_back(std::move(fetch), std::move(fetched));
                 },
             .on_problem = [this](const std::string& text) { problems.push_back(text); }});
        INFO((made ? std::string() : made.error().message));
        REQUIRE(made);
        authorizer = *std::move(made);
        return *this;
    }
    void answer(const Result<net::Response>& response) {
        REQUIRE(asked.size() == 1);
        const auto fetched = asked.front().second;
        asked.clear();
        fetched(response);
    }
    std::optional<Authorization> judge(const net::Fields& fields) const {
        std::optional<Authorization> verdict;
        authorizer->authorize(fields, [&verdict](Authorization authorization) {
            verdict = std::move(authorization);
        });
        return verdict;
    }
    /// Of a question that is answered at once.
    Authorization judge_token(const std::string& token) const {
        auto verdict = judge({{"Authorization", "Bearer " + token}});
        REQUIRE(verdict);
        return *std::move(verdict);
    }
};

/// The description in the challenge of a refusal with this status.
std::string refused(const Authorization& verdict, unsigned status = 401) {
    REQUIRE_FALSE(verdict);
    CHECK(verdict.error().status == status);
    return std::string(verdict.error().fields.find("WWW-Authenticate").value_or(""));
}

}  // namespace

TEST_CASE("a token of the issuer gives its principal") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    const auto verdict = gate.judge_token(gate.issuer.token());
    REQUIRE(verdict);
    CHECK(verdict->user == "https://login.example#ann");
    CHECK(verdict->name == "ann");
    CHECK(verdict->credential == "https://login.example");
    CHECK(verdict->scopes == std::vector<std::string>{"alarms"});
}

TEST_CASE("a token signed with P-256 or RSA is taken as well") {
    Gatekeeper gate;
    const PrivateKey rsa = new_rsa(2048);
    Json keys = TestIssuer::keys();
    keys["keys"].push_back(rsa_jwk(rsa));
    keys["keys"].back()["kid"] = "rsa";
    gate.with_keys(gate.put("keys.json", keys.dump())).make();
    const std::string claims = gate.issuer.claims.dump();
    CHECK(gate.judge_token(
        token_of_texts(R"({"alg":"ES256","kid":"ec"})", claims, gate.issuer.p256)));
    CHECK(gate.judge_token(token_of_texts(R"({"alg":"RS256","kid":"rsa"})", claims, rsa)));
    CHECK(gate.judge_token(token_of_texts(R"({"alg":"RS256"})", claims, rsa)));
}

TEST_CASE("a request without a token is told where to get one") {
    Gatekeeper gate;
    gate.settings.scopes_file =
        gate.put("scopes.json", R"({"iam":1,"scopes":{"alarms":["*"],"notes":[]}})");
    gate.with_keys_file().make();
    for (const net::Fields& fields : {net::Fields{}, net::Fields{{"Authorization", "Basic YTpi"}},
                                      net::Fields{{"Cookie", "token=" + gate.issuer.token()}}}) {
        const auto verdict = gate.judge(fields);
        REQUIRE(verdict);
        CHECK(refused(*verdict) ==
              "Bearer scope=\"alarms notes\", resource_metadata=\""
              "https://desk.example/.well-known/oauth-protected-resource/mcp\"");
    }
}

TEST_CASE("XM21 a token without a signature is refused, however its algorithm is spelled") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    const std::string claims = url_base64(gate.issuer.claims.dump());
    for (const char* name : {"none", "None", "NONE", "nOnE", "", "null", "EdDSA"}) {
        gate.issuer.header["alg"] = name;
        const std::string start = url_base64(gate.issuer.header.dump()) + "." + claims + ".";
        CHECK_THAT(refused(gate.judge_token(start)), Catch::Contains("error=\"invalid_token\""));
        CHECK_THAT(refused(gate.judge_token(start + "AAAA")),
                   Catch::Contains("error=\"invalid_token\""));
    }
}

TEST_CASE("XM22 the public key of the issuer is no secret to sign with") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    const std::string point = from_url_base64(k_ed25519_key["x"].get<std::string>());
    for (const char* name : {"HS256", "HS384", "HS512"}) {
        for (const std::string& secret : {point, k_ed25519_key.dump(), TestIssuer::keys().dump(),
                                          k_ed25519_key["x"].get<std::string>(), std::string()}) {
            gate.issuer.header["alg"] = name;
            const std::string text =
                url_base64(gate.issuer.header.dump()) + "." + url_base64(gate.issuer.claims.dump());
            CHECK_THAT(refused(gate.judge_token(text + "." + url_base64(hmac_by(secret, text)))),
                       Catch::Contains("is not RS256, ES256 or EdDSA"));
        }
    }
}

TEST_CASE("XM23 a key judges tokens of its own algorithm only") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    const std::string claims = gate.issuer.claims.dump();
    for (const char* header : {R"({"alg":"ES256","kid":"ed"})", R"({"alg":"RS256","kid":"ed"})",
                               R"({"alg":"RS256","kid":"ec"})", R"({"alg":"RS256"})"}) {
        INFO(header);
        CHECK_THAT(refused(gate.judge_token(token_of_texts(header, claims, gate.issuer.ed25519))),
                   Catch::Contains("no key of the issuer fits the token"));
    }
    // The right names over the signature of the other key.
    CHECK_THAT(refused(gate.judge_token(
                   token_of_texts(R"({"alg":"EdDSA","kid":"ed"})", claims, gate.issuer.p256))),
               Catch::Contains("the signature of the token is wrong"));
}

TEST_CASE("XM24 an expired token and a token of later are refused") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    const std::string token = gate.issuer.token();
    gate.clock.advance(std::chrono::seconds(300 + 59));
    CHECK(gate.judge_token(token));
    gate.clock.advance(std::chrono::seconds(1));
    CHECK_THAT(refused(gate.judge_token(token)), Catch::Contains("the token has expired"));
    gate.issuer.claims["exp"] = TestIssuer::k_now + 9000;
    gate.issuer.claims["nbf"] = TestIssuer::k_now + 3600;
    CHECK_THAT(refused(gate.judge_token(gate.issuer.token())),
               Catch::Contains("the token is not valid yet"));
}

TEST_CASE("XM20 a signed token for another server is refused") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    gate.issuer.claims["aud"] = "https://other.example/mcp";
    CHECK_THAT(refused(gate.judge_token(gate.issuer.token())),
               Catch::Contains("the token is for another server"));
}

TEST_CASE("XM25 a signed token that names another issuer is refused") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    gate.issuer.claims["iss"] = "https://evil.example";
    CHECK_THAT(refused(gate.judge_token(gate.issuer.token())),
               Catch::Contains("the token is of another issuer"));
}

TEST_CASE("XM26 the name of a key is no path, no URL and no pattern") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    for (const char* name :
         {"../../../dev/null", "/dev/null", "keys.json", "https://evil.example/keys", "*", "ED",
          "ed ", "ed' or '1'='1", "ed\n", "|id", "%2e%2e%2f"}) {
        gate.issuer.header["kid"] = name;
        INFO(name);
        CHECK_THAT(refused(gate.judge_token(gate.issuer.token())),
                   Catch::Contains("no key of the issuer fits the token"));
    }
    CHECK(gate.asked.empty());
    CHECK_THAT(
        refused(gate.judge_token(token_of_texts(R"({"alg":"EdDSA","kid":"ed\u0000"})",
                                                gate.issuer.claims.dump(), gate.issuer.ed25519))),
        Catch::Contains("the header of the token cannot be read"));
}

TEST_CASE("XM27 a member that stands twice makes a token unreadable") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    const std::string claims = gate.issuer.claims.dump();
    CHECK_THAT(refused(gate.judge_token(token_of_texts(R"({"alg":"EdDSA","alg":"none","kid":"ed"})",
                                                       claims, gate.issuer.ed25519))),
               Catch::Contains("the header of the token cannot be read"));
    CHECK_THAT(refused(gate.judge_token(token_of_texts(gate.issuer.header.dump(),
                                                       R"({"sub":"root",)" + claims.substr(1),
                                                       gate.issuer.ed25519))),
               Catch::Contains("the claims of the token cannot be read"));
}

TEST_CASE("XM30 a key or the place of a key in a token is not used") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    Json own = k_p256_key;
    own["kid"] = "evil";
    const std::vector<Json> headers{
        {{"alg", "ES256"}, {"jwk", own}},
        {{"alg", "ES256"}, {"kid", "evil"}, {"jwk", own}},
        {{"alg", "ES256"}, {"kid", "ec"}, {"jwk", own}},
        {{"alg", "ES256"}, {"jku", "https://evil.example/keys"}},
        {{"alg", "ES256"}, {"x5u", "https://evil.example/chain"}},
        {{"alg", "ES256"}, {"x5c", {"MIIB"}}},
    };
    // An issuer with one other key.
    Json keys = TestIssuer::keys();
    keys["keys"].erase(1);
    gate.put("keys.json", keys.dump());
    gate.clock.advance(std::chrono::seconds(5));
    for (const Json& header : headers) {
        INFO(header.dump());
        CHECK_THAT(refused(gate.judge_token(
                       token_of_texts(header.dump(), gate.issuer.claims.dump(), gate.issuer.p256))),
                   Catch::Contains("no key of the issuer fits the token"));
    }
    CHECK(gate.asked.empty());
}

TEST_CASE("XM29 a token of more than 16 KiB is refused before it is read") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    CHECK_THAT(refused(gate.judge_token(std::string(16 * 1024 + 1, 'a'))),
               Catch::Contains("the token is longer than 16 KiB"));
}

TEST_CASE("XM31 a request with two tokens is refused, although both hold") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    const std::string value = "Bearer " + gate.issuer.token();
    const auto two = gate.judge({{"Authorization", value}, {"Authorization", value}});
    REQUIRE(two);
    CHECK_THAT(refused(*two, 400), Catch::Contains("error=\"invalid_request\""));
    const auto list = gate.judge({{"Authorization", value + ", " + value}});
    CHECK_THAT(refused(*list, 400), Catch::Contains("error=\"invalid_request\""));
}

TEST_CASE("XM40 a signed text of another kind than an access token is refused") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    for (const char* type : {"dpop+jwt", "logout+jwt", "secevent+jwt", "JOSE", ""}) {
        gate.issuer.header["typ"] = type;
        CHECK_THAT(refused(gate.judge_token(gate.issuer.token())),
                   Catch::Contains("of another type than at+jwt"));
    }
}

TEST_CASE("a key that is taken out of the file counts no more after five seconds") {
    Gatekeeper gate;
    gate.with_keys_file().make();
    const std::string token = gate.issuer.token();
    CHECK(gate.judge_token(token));
    Json keys = TestIssuer::keys();
    keys["keys"].erase(0);
    gate.put("keys.json", keys.dump());
    gate.clock.advance(std::chrono::seconds(5));
    CHECK_THAT(refused(gate.judge_token(token)), Catch::Contains("no key of the issuer"));
    gate.put("keys.json", "broken");
    gate.clock.advance(std::chrono::seconds(5));
    refused(gate.judge_token(token), 503);
    CHECK_FALSE(gate.problems.empty());
}

TEST_CASE("keys by URL are fetched for the first token and again for an unknown key") {
    Gatekeeper gate;
    gate.with_keys("https://login.example/keys").make();
    const net::Fields fields{{"Authorization", "Bearer " + gate.issuer.token()}};
    std::vector<Authorization> verdicts;
    const auto keep = [&verdicts](Authorization verdict) {
        verdicts.push_back(std::move(verdict));
    };
    gate.authorizer->authorize(fields, keep);
    CHECK(verdicts.empty());
    REQUIRE(gate.asked.size() == 1);
    CHECK(gate.asked.front().first.url == "https://login.example/keys");
    Json keys = TestIssuer::keys();
    keys["keys"].erase(0);
    gate.answer(net::Response{.status = 200, .body = keys.dump()});
    // The fetch has just been made, so the key is unknown.
    REQUIRE(verdicts.size() == 1);
    refused(verdicts.front());
    gate.clock.advance(std::chrono::minutes(1));
    gate.authorizer->authorize(fields, keep);
    CHECK(verdicts.size() == 1);
    gate.answer(net::Response{.status = 200, .body = TestIssuer::keys().dump()});
    REQUIRE(verdicts.size() == 2);
    CHECK(verdicts.back());
}

TEST_CASE("XM35 keys that cannot be fetched let nobody in") {
    Gatekeeper gate;
    gate.with_keys("https://login.example/keys").make();
    const net::Fields fields{{"Authorization", "Bearer " + gate.issuer.token()}};
    for (const Result<net::Response>& failed :
         {Result<net::Response>(fail(Errc::unavailable, "the server is away")),
          Result<net::Response>(net::Response{.status = 404, .body = TestIssuer::keys().dump()}),
          Result<net::Response>(net::Response{.status = 200, .body = "{}"})}) {
        std::optional<Authorization> verdict;
        gate.authorizer->authorize(fields, [&](Authorization one) { verdict = std::move(one); });
        gate.answer(failed);
        REQUIRE(verdict);
        refused(*verdict, 503);
        gate.clock.advance(std::chrono::seconds(5));
    }
    CHECK(gate.problems.size() == 3);
}

TEST_CASE("XM41 an issuer that is asked about a token decides, and silence is no yes") {
    Gatekeeper gate;
    gate.settings.issuer = mcp::TokenIssuer{
        .issuer = "https://login.example",
        .introspection = Introspection{"https://login.example/introspect", "desk", "secret"}};
    gate.make();
    const auto ask = [&gate](const Result<net::Response>& response) {
        std::optional<Authorization> verdict;
        gate.authorizer->authorize({{"Authorization", "Bearer opaque"}},
                                   [&](Authorization one) { verdict = std::move(one); });
        CHECK_FALSE(verdict);
        gate.answer(response);
        REQUIRE(verdict);
        return *std::move(verdict);
    };
    Json answer = gate.issuer.claims;
    answer["active"] = true;
    const auto yes = ask(net::Response{.status = 200, .body = answer.dump()});
    REQUIRE(yes);
    CHECK(yes->user == "https://login.example#ann");
    refused(ask(net::Response{.status = 200, .body = R"({"active":false})"}));
    refused(ask(net::Response{.status = 401, .body = answer.dump()}), 503);
    refused(ask(fail(Errc::unavailable, "away")), 503);
    answer["aud"] = "https://other.example";
    refused(ask(net::Response{.status = 200, .body = answer.dump()}));
}

TEST_CASE("the secret for the issuer that is asked comes from a file of its owner alone") {
    Gatekeeper gate;
    Introspection asked{.url = "https://login.example/introspect", .client_id = "desk"};
    asked.client_secret_file = gate.put("secret", "s3cret\n");
    gate.settings.issuer =
        mcp::TokenIssuer{.issuer = "https://login.example", .introspection = asked};
    gate.make();
    gate.authorizer->authorize({{"Authorization", "Bearer opaque"}}, [](const Authorization&) {});
    REQUIRE(gate.asked.size() == 1);
    // "desk:s3cret"
    CHECK(gate.asked[0].first.fields.find("Authorization") == "Basic ZGVzazpzM2NyZXQ=");
    const auto fault = [&gate] {
        const auto made = Authorizer::make(
            gate.settings, {.clock = gate.clock, .fetch = [](const Fetch&, const Fetched&) {}});
        REQUIRE_FALSE(made);
        CHECK(made.error().message.find("s3cret") == std::string::npos);
        return made.error().code;
    };
    for (const char* text : {"", "\n", "s3cret\nlines\n", "s3cret\n\n", "\ns3cret"}) {
        INFO(text);
        gate.put("secret", text);
        CHECK(fault() == Errc::invalid_argument);
    }
    gate.put("secret", "s3cret", 0640);
    CHECK(fault() == Errc::corrupt);
    gate.settings.issuer->introspection->client_secret_file += "-gone";
    CHECK(fault() == Errc::unavailable);
    gate.settings.issuer->introspection = Introspection{.url = "login.example"};
    CHECK(fault() == Errc::invalid_argument);
}

TEST_CASE("an answer that comes after the authorizer has gone reaches nobody") {
    Gatekeeper gate;
    gate.with_keys("https://login.example/keys").make();
    bool is_called = false;
    gate.authorizer->authorize({{"Authorization", "Bearer " + gate.issuer.token()}},
                               [&](const Authorization&) { is_called = true; });
    gate.authorizer.reset();
    gate.answer(net::Response{.status = 200, .body = TestIssuer::keys().dump()});
    CHECK_FALSE(is_called);
}

TEST_CASE("XM38 subjects of two issuers and of a file never are one user") {
    Gatekeeper one;
    one.with_keys_file().make();
    Gatekeeper two;
    two.settings.tokens_file = two.put("tokens", "ann " + digest_of_token("secret") + "\n");
    two.with_keys_file().settings.issuer->issuer = "https://login.example/b";
    two.make();
    two.issuer.claims["iss"] = "https://login.example/b";
    one.issuer.claims["sub"] = "/b#ann";
    CHECK(one.judge_token(one.issuer.token())->user == "https://login.example#/b#ann");
    CHECK(two.judge_token(two.issuer.token())->user == "https://login.example/b#ann");
    CHECK(two.judge_token("secret")->user == "token#ann");
}

TEST_CASE("a token of the file gives its name and its scopes") {
    Gatekeeper gate;
    gate.settings.resource.clear();
    gate.settings.tokens_file =
        gate.put("tokens", "ci " + digest_of_token("secret") + " alarms notes\n");
    gate.make();
    const auto verdict = gate.judge_token("secret");
    REQUIRE(verdict);
    CHECK(verdict->user == "token#ci");
    CHECK(verdict->scopes == std::vector<std::string>{"alarms", "notes"});
    CHECK(refused(gate.judge_token("other")) ==
          "Bearer error=\"invalid_token\", error_description=\"the token is unknown\"");
    CHECK_FALSE(gate.authorizer->metadata(
        {.method = "GET", .target = "/.well-known/oauth-protected-resource"}));
    gate.put("tokens", "ci " + digest_of_token("secret") + "\n", 0644);
    gate.clock.advance(std::chrono::seconds(1));
    refused(gate.judge_token("secret"), 503);
}

TEST_CASE("a problem that every request meets is said once a minute") {
    Gatekeeper gate;
    gate.settings.resource.clear();
    gate.settings.tokens_file = gate.put("tokens", "ci " + digest_of_token("secret") + "\n");
    gate.make();
    gate.put("tokens", "ci " + digest_of_token("secret") + "\n", 0644);
    gate.clock.advance(std::chrono::seconds(1));
    refused(gate.judge_token("secret"), 503);
    refused(gate.judge_token("secret"), 503);
    CHECK(gate.problems.size() == 1);
    gate.put("tokens", "broken\n");
    gate.clock.advance(std::chrono::seconds(1));
    refused(gate.judge_token("secret"), 503);
    CHECK(gate.problems.size() == 2);
    gate.clock.advance(std::chrono::minutes(1));
    refused(gate.judge_token("secret"), 503);
    CHECK(gate.problems.size() == 3);
}

TEST_CASE("the metadata names the server, its issuer and its scopes, to everybody") {
    Gatekeeper gate;
    gate.settings.scopes_file = gate.put("scopes.json", R"({"iam":1,"scopes":{"alarms":["*"]}})");
    gate.with_keys_file().make();
    for (const char* target :
         {"/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource",
          "/.well-known/oauth-protected-resource/mcp?x=1"}) {
        const auto document = gate.authorizer->metadata({.method = "GET", .target = target});
        REQUIRE(document);
        CHECK(document->fields.find("Content-Type") == "application/json");
        CHECK(parse_json(document->body).value() ==
              Json{{"resource", k_resource},
                   {"resource_name", "desk"},
                   {"authorization_servers", {"https://login.example"}},
                   {"bearer_methods_supported", {"header"}},
                   {"scopes_supported", {"alarms"}}});
    }
    CHECK_FALSE(gate.authorizer->metadata({.method = "GET", .target = "/mcp"}));
    CHECK_FALSE(gate.authorizer->metadata(
        {.method = "POST", .target = "/.well-known/oauth-protected-resource"}));
}

TEST_CASE("settings that let nobody or everybody in are errors") {
    const Gatekeeper gate;
    const auto error_of = [&gate](AuthorizationSettings settings) {
        const auto made = Authorizer::make(std::move(settings), {.clock = gate.clock});
        REQUIRE_FALSE(made);
        return made.error();
    };
    CHECK(error_of({}).code == Errc::invalid_argument);
    const std::string keys = gate.put("keys.json", TestIssuer::keys().dump());
    CHECK(error_of({.issuer = mcp::TokenIssuer{"https://a.example", keys, {}}}).code ==
          Errc::invalid_argument);
    CHECK(error_of({.resource = k_resource, .issuer = mcp::TokenIssuer{"a.example", keys, {}}})
              .code == Errc::invalid_argument);
    CHECK(error_of(
              {.resource = k_resource, .issuer = mcp::TokenIssuer{"https://a.example#b", keys, {}}})
              .code == Errc::invalid_argument);
    CHECK(
        error_of({.resource = k_resource, .issuer = mcp::TokenIssuer{"https://a.example", "", {}}})
            .code == Errc::invalid_argument);
    // Nothing fetches here.
    CHECK(error_of({.resource = k_resource,
                    .issuer = mcp::TokenIssuer{"https://a.example", "https://a.example/k", {}}})
              .code == Errc::invalid_argument);
    CHECK(error_of({.tokens_file = gate.folder / "none"}).code == Errc::unavailable);
    CHECK(
        error_of({.resource = k_resource,
                  .issuer = mcp::TokenIssuer{"https://a.example",
                                             gate.put("open.json", TestIssuer::keys().dump(), 0666),
                                             {}}})
            .code == Errc::corrupt);
}
