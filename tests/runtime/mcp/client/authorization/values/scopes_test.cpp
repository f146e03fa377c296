#include "mcp/client/authorization/values/scopes.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;

TEST_CASE("scopes are separated by blanks, and each counts once") {
    CHECK(*read_scopes("") == Scopes{});
    CHECK(*read_scopes("  a b:c  a ") == Scopes{"a", "b:c"});
    CHECK(text_of_scopes({"a", "b:c"}) == "a b:c");
    CHECK(text_of_scopes({}).empty());
    CHECK(union_of({"a", "b"}, {"c", "a"}) == Scopes{"a", "b", "c"});
}

TEST_CASE("letters that no scope has, and too many scopes, are refused") {
    for (const char* text : {"a\"b", "a\\b", "a\tb", "\x1b[2J", "\xc3\xa9"})
        CHECK_FALSE(read_scopes(text));
    CHECK(is_scope_text(std::string(k_scope_bytes_max, 'a')));
    CHECK_FALSE(is_scope_text(std::string(k_scope_bytes_max + 1, 'a')));
    std::string many;
    for (std::size_t i = 0; i < k_listed_scopes_max; ++i) many += "s" + std::to_string(i) + " ";
    CHECK(read_scopes(many)->size() == k_listed_scopes_max);
    CHECK_FALSE(read_scopes(many + "more"));
}
