#include "mcp/client/server_tokens.hpp"

#include <iam/core/clock.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>

#include <catch2/catch.hpp>

namespace {

using iam::mcp::SecretReference;
using iam::mcp::ServerAuthorization;

/// The tokens of a server at a URL. The only variable is KEY.
struct TokenProgram {
    iam::SystemClock clock{};
    iam::test::FakeEntropy entropy{};
    std::unique_ptr<iam::net::HttpClient> client = *iam::net::HttpClient::make({});
    iam::mcp::MemoryTokens store{};
    iam::mcp::SecretPlaces secrets{
        .variable = [](const std::string& name) -> std::optional<std::string> {
            if (name == "KEY") return "abc";
            return std::nullopt;
        }};
    iam::mcp::Agreements agreements{};

    iam::Result<std::unique_ptr<iam::mcp::TokenSource>> tokens(ServerAuthorization authorization) {
        const iam::mcp::UrlEndpoint endpoint{.url = "https://docs.example/mcp"};
        const iam::mcp::ServerConfig server{
            .name = "docs", .endpoint = endpoint, .authorization = std::move(authorization)};
        return iam::mcp::tokens_of(server, endpoint,
                                   {.clock = clock,
                                    .entropy = entropy,
                                    .client = *client,
                                    .store = store,
                                    .secrets = secrets,
                                    .agreements = agreements});
    }
};

const SecretReference k_key{SecretReference::Place::environment, "KEY"};

/// The tokens of a server that is configured with a URL alone.
struct TokensOfUrl {
    iam::test::FakeClock clock{};
    iam::test::FakeEntropy entropy{};
    std::unique_ptr<iam::net::HttpClient> client = iam::net::HttpClient::make({}).value();
    iam::mcp::MemoryTokens store{};
    iam::mcp::SecretPlaces secrets{};
    iam::mcp::Agreements agreements{};

    std::unique_ptr<iam::mcp::TokenSource> make(const std::string& url) {
        const iam::mcp::UrlEndpoint endpoint{.url = url};
        const iam::mcp::ServerConfig server{.name = "a", .endpoint = endpoint};
        auto tokens = iam::mcp::tokens_of(server, endpoint,
                                          {.clock = clock,
                                           .entropy = entropy,
                                           .client = *client,
                                           .store = store,
                                           .secrets = secrets,
                                           .agreements = agreements});
        INFO((tokens ? std::string() : tokens.error().message));
        REQUIRE(tokens.has_value());
        REQUIRE(*tokens != nullptr);
        return *std::move(tokens);
    }
};

}  // namespace

TEST_CASE("B88 a server gets the secret that its configuration refers to, in its field") {
    TokenProgram program;
    const auto bearer =
        program.tokens({.kind = ServerAuthorization::Kind::bearer, .secret = k_key});
    REQUIRE(bearer.has_value());
    CHECK((*bearer)->field() == "Authorization");
    CHECK((*bearer)->authorization() == "Bearer abc");
    const auto field = program.tokens(
        {.kind = ServerAuthorization::Kind::field, .field = "X-API-Key", .secret = k_key});
    REQUIRE(field.has_value());
    CHECK((*field)->field() == "X-API-Key");
    CHECK((*field)->authorization() == "abc");
}

TEST_CASE("a server without authorization gets none") {
    TokenProgram program;
    const auto none = program.tokens({.kind = ServerAuthorization::Kind::none});
    REQUIRE(none.has_value());
    CHECK(*none == nullptr);
}

TEST_CASE("a server whose secret is missing is not asked without it") {
    TokenProgram program;
    const auto tokens = program.tokens({.kind = ServerAuthorization::Kind::bearer,
                                        .secret = {{SecretReference::Place::environment, "NO"}}});
    REQUIRE_FALSE(tokens.has_value());
    CHECK(tokens.error().code == iam::Errc::not_found);
}

TEST_CASE("a server of OAuth gets no token before it asks for one") {
    TokenProgram program;
    const auto tokens = program.tokens({.kind = ServerAuthorization::Kind::oauth});
    REQUIRE(tokens.has_value());
    CHECK((*tokens)->authorization().empty());
}

TEST_CASE("tokens of a WebSocket are kept for its URL as one of HTTP") {
    TokensOfUrl of;
    iam::mcp::StoredGrant grant;
    grant.access_token = iam::mcp::SecretText("t-1");
    REQUIRE(of.store.save("http://127.0.0.1:9/ws", grant).has_value());
    CHECK(of.make("ws://127.0.0.1:9/ws")->authorization() == "Bearer t-1");
    CHECK(of.make("wss://example.com/ws")->authorization().empty());
}

TEST_CASE("a server without https is used without tokens, and refused once it wants one") {
    TokensOfUrl of;
    const auto tokens = of.make(GENERATE("http://desk.tail1234.ts.net/mcp", "ws://10.0.0.7/ws"));
    CHECK(tokens->authorization().empty());
    std::string why;
    tokens->renew({}, [&](const iam::Result<void>& renewed) { why = renewed.error().message; });
    CHECK_THAT(why, Catch::Contains("without https only this machine is asked"));
}
