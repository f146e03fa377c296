#include "mcp/client/traffic/secret_mask.hpp"

#include <catch2/catch.hpp>

using iam::mcp::SecretMask;

TEST_CASE("a secret is in no masked text, as it is and as JSON writes it") {
    SecretMask mask;
    CHECK(mask.masked("a geheim/1 b") == "a geheim/1 b");
    mask.hide("geheim/1");
    mask.hide("");
    CHECK(mask.masked("a geheim/1 b geheim/1") == "a [secret] b [secret]");
    CHECK(mask.masked(R"(HTTP 500 and the text "{"key":"geheim\/1"}")") ==
          R"(HTTP 500 and the text "{"key":"[secret]"}")");
}

TEST_CASE("the beginning of a secret is masked where a text was cut") {
    SecretMask mask;
    mask.hide("geheim-123");
    CHECK(mask.masked("the text \"key geheim-12…\"; try") == "the text \"key [secret]…\"; try");
    CHECK(mask.masked("…geheim-1… and gehe…") == "…[secret]… and [secret]…");
    CHECK(mask.masked("it said gehei") == "it said [secret]");
    CHECK(mask.masked("it said geh") == "it said geh");
    CHECK(mask.masked("geheim is a word") == "geheim is a word");
}

TEST_CASE("an error is masked with its data, which stay JSON or go") {
    SecretMask mask;
    mask.hide("123456");
    iam::rpc::ErrorObject error{.message = "no 123456", .data = R"({"key":"x 123456"})"};
    mask.mask(error);
    CHECK(error.message == "no [secret]");
    CHECK(error.data == R"({"key":"x [secret]"})");
    error.data = R"({"key":123456})";
    mask.mask(error);
    CHECK(error.data.empty());
    error.data = "7";
    mask.mask(error);
    CHECK(error.data == "7");
}
