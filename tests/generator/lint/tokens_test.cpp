// Estimates of tokens.
#include <generator/lint/tokens.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::gen::lint;

TEST_CASE("letters, digits and signs count each in their way, spaces do not") {
    CHECK(estimated_tokens("") == 0);
    CHECK(estimated_tokens("  \n\t") == 0);
    CHECK(estimated_tokens("abcd") == 1);
    CHECK(estimated_tokens("abcde") == 2);
    CHECK(estimated_tokens("ab cd") == 2);
    CHECK(estimated_tokens("123") == 1);
    CHECK(estimated_tokens("1234") == 2);
    CHECK(estimated_tokens("{}") == 1);
    CHECK(estimated_tokens("{a}:") == 3);  // three signs are two tokens
    CHECK(estimated_tokens("größe") == 2);
}

TEST_CASE("a tool costs its name, description and input schema, and the sum is told") {
    const OrderedJson tool = OrderedJson::parse(
        R"({"name":"add","description":"Adds two","inputSchema":{"type":"object"},"outputSchema":{"type":"integer"}})");
    const auto costs = token_costs({tool, tool});
    REQUIRE(costs.size() == 2);
    CHECK(costs[0].description == 2);
    CHECK(costs[0].schema == estimated_tokens(R"({"type":"object"})"));
    CHECK(costs[0].total == 1 + costs[0].description + costs[0].schema);
    const std::string text = to_text(costs);
    CHECK(text.find("  add\n") != std::string::npos);
    CHECK(text.find(std::to_string(2 * costs[0].total)) != std::string::npos);
    CHECK(text.find("Estimates, made without any model's tokeniser") != std::string::npos);
}
