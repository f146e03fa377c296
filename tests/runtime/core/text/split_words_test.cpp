#include <iam/core/split_words.hpp>

#include <catch2/catch.hpp>

using iam::split_words;
using Words = std::vector<std::string_view>;

TEST_CASE("a text is split at runs of blanks, also at its ends") {
    CHECK(split_words("a bc") == Words{"a", "bc"});
    CHECK(split_words("  a   bc ") == Words{"a", "bc"});
    CHECK(split_words("a\tb c", " \t") == Words{"a", "b", "c"});
    CHECK(split_words("a\tb") == Words{"a\tb"});
    CHECK(split_words("").empty());
    CHECK(split_words("   ").empty());
}
