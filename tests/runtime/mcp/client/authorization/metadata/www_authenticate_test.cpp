#include "mcp/client/authorization/metadata/www_authenticate.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;

TEST_CASE("a Bearer challenge has an error, scopes and the place of the metadata") {
    const auto challenge = read_bearer_challenge(
        R"(Bearer error="insufficient_scope", scope="a b", resource_metadata="https://d.example/x")");
    REQUIRE(challenge);
    CHECK(challenge->error == "insufficient_scope");
    CHECK(challenge->scopes == Scopes{"a", "b"});
    CHECK(challenge->resource_metadata == "https://d.example/x");
}

TEST_CASE("the Bearer challenge is found among several schemes") {
    for (const char* field : {
             R"(Basic realm="a, Bearer scope=\"x\"", Bearer scope=s)",
             R"(Negotiate YII=, Bearer scope=s)",
             R"(Negotiate, BEARER scope = "s")",
             R"(Bearer scope=s, Bearer scope=other)",
             R"(Bearer realm="x", scope="s", Digest qop="auth", algorithm=MD5)",
             R"(, , Bearer   SCOPE="\s" ,)",
         }) {
        INFO(field);
        const auto challenge = read_bearer_challenge(field);
        REQUIRE(challenge);
        CHECK(challenge->scopes == Scopes{"s"});
    }
    CHECK(read_bearer_challenge("Bearer")->scopes.empty());
    CHECK(read_bearer_challenge("Bearer, Basic")->resource_metadata.empty());
    CHECK(read_bearer_challenge("Bearer abc==, Basic")->error.empty());
    CHECK(read_bearer_challenge("Bearer scope=")->scopes.empty());
}

TEST_CASE("a field without a readable Bearer challenge says nothing") {
    for (const char* field :
         {"", "Basic realm=x", "Bearer scope=\"", "Bearer scope=\"a\\", "Bearer =x",
          "Bearer scope=a b", "Bearer scope=\"a\"b", "Bearer a=b, a=c", "Bearer scope=a, SCOPE=b",
          "Bearer \"x\"", "Bearer\x01", "=x"}) {
        INFO(field);
        CHECK_FALSE(read_bearer_challenge(field));
    }
}

TEST_CASE("scopes with a letter that no scope has are left out of a challenge") {
    const auto challenge =
        read_bearer_challenge("Bearer scope=\"a\x1b b\", error=\"invalid_token\"");
    REQUIRE(challenge);
    CHECK(challenge->scopes.empty());
    CHECK(challenge->error == "invalid_token");
}

TEST_CASE("a challenge beyond its limits says nothing") {
    const std::string start = "Bearer scope=s, a=";
    const std::string longest = start + std::string(k_challenge_bytes_max - start.size(), 'x');
    CHECK(read_bearer_challenge(longest));
    CHECK_FALSE(read_bearer_challenge(longest + "x"));
    std::string many = "Bearer p0=x";
    for (std::size_t i = 1; i < k_challenge_parameters_max; ++i)
        many += ",p" + std::to_string(i) + "=x";
    CHECK(read_bearer_challenge(many));
    CHECK_FALSE(read_bearer_challenge(many + ",last=x"));
}
