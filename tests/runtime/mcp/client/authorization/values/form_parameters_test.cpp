#include "mcp/client/authorization/values/form_parameters.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;

TEST_CASE("parameters are written with escapes, and read back") {
    std::string text = "https://a.example/x?";
    append_parameter(text, "a b", "c&d=e+f");
    append_parameter(text, "g", "\xc3\xa9");
    CHECK(text == "https://a.example/x?a%20b=c%26d%3De%2Bf&g=%C3%A9");
    std::string with_query = "https://a.example/x?y=z";
    append_parameter(with_query, "a", "");
    CHECK(with_query == "https://a.example/x?y=z&a=");
    const auto read = read_form("a%20b=c%26d%3De%2Bf&g=%c3%A9&h=i+j&k&&=l");
    REQUIRE(read);
    CHECK(read->at("a b") == "c&d=e+f");
    CHECK(read->at("g") == "\xc3\xa9");
    CHECK(read->at("h") == "i j");
    CHECK(read->at("k").empty());
    CHECK(read->at("") == "l");
}

TEST_CASE("parameters that are there twice, broken or too long are refused") {
    for (const char* text : {"a=1&a=2", "a=1&%61=2", "a=%", "a=%4", "a=%zz", "%=a"})
        CHECK_FALSE(read_form(text));
    CHECK(read_form("a=" + std::string(k_parameters_bytes_max - 2, 'x')));
    CHECK_FALSE(read_form("a=" + std::string(k_parameters_bytes_max - 1, 'x')));
}
