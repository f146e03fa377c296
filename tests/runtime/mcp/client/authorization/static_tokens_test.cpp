#include "mcp/client/authorization/static_tokens.hpp"

#include <catch2/catch.hpp>

#include <optional>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

SecretText fixed_secret_of(std::string text) {
    return SecretText(std::move(text));
}

}  // namespace

TEST_CASE("a configured secret is sent as a bearer token, or in its field") {
    const auto bearer = bearer_token(fixed_secret_of("hush"));
    REQUIRE(bearer);
    CHECK((*bearer)->field() == "Authorization");
    CHECK((*bearer)->authorization() == "Bearer hush");
    const auto key = field_token("X-API-Key", fixed_secret_of("hush"));
    REQUIRE(key);
    CHECK((*key)->field() == "X-API-Key");
    CHECK((*key)->authorization() == "hush");
}

TEST_CASE("a refusal of a configured secret is final, and its message has no secret") {
    const auto bearer = bearer_token(fixed_secret_of("hush"));
    std::optional<Result<void>> result;
    (*bearer)->renew({.status = 403, .challenge = "Bearer"},
                     [&](Result<void> done) { result = std::move(done); });
    REQUIRE(result);
    REQUIRE_FALSE(*result);
    CHECK_THAT(result->error().message, Contains("403") && Contains("new one"));
    CHECK_THAT(result->error().message, !Contains("hush"));
}

TEST_CASE("a secret or a field that would change the request is refused") {
    for (const char* secret : {"", "hush\nX-Evil: 1", "hush\r", " hush", "hush ", "h\xc3\xa9"}) {
        const auto refused = bearer_token(fixed_secret_of(secret));
        REQUIRE_FALSE(refused);
        CHECK_THAT(refused.error().message, !Contains("hush"));
        CHECK_FALSE(field_token("X-API-Key", fixed_secret_of(secret)));
    }
    CHECK(bearer_token(fixed_secret_of(std::string(16384, 'a'))));
    CHECK_FALSE(bearer_token(fixed_secret_of(std::string(16385, 'a'))));
    for (const char* field : {"", "Host", "cookie", "Content-Length", "X Key", "X:Key", "X\nKey"})
        CHECK_FALSE(field_token(field, fixed_secret_of("hush")));
}
