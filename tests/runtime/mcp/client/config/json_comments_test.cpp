#include "mcp/client/config/json_comments.hpp"

#include <iam/core/json.hpp>

#include <catch2/catch.hpp>

#include <string>

using namespace iam;
using namespace iam::mcp;

TEST_CASE("comments and trailing commas become blanks, and places stay") {
    CHECK(without_comments("{\"a\": 1, // x\n \"b\": [2,], /* y\n */ }") ==
          "{\"a\": 1,     \n \"b\": [2 ]      \n    }");
    CHECK(without_comments("[1, /* x */ // y\n]") == "[1" + std::string(14, ' ') + "\n]");
    CHECK(without_comments("[1] // x") == "[1]     ");
}

TEST_CASE("strings keep their slashes and commas") {
    for (const char* text : {R"(["http://x", "/* a */", ",]", "\"//", "\\"])", R"({"a//":",}"})"})
        CHECK(without_comments(text) == text);
    CHECK(without_comments(R"(["\\",])") == R"(["\\" ])");
}

TEST_CASE("a text that is no JSON with comments stays wrong") {
    for (const char* text : {"[,]", "[1,,]", "{,}", "[1] /* x", "[1] / x", "\"a", "\"a\\",
                             "{\"a\":,}", "[1 /* */ 2]", ",", "/", "[/]"}) {
        INFO(text);
        CHECK_FALSE(parse_json(without_comments(text)));
        CHECK(without_comments(text).size() == std::string_view(text).size());
    }
}
