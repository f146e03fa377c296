// Well-formed UTF-8, the order of UTF-16 code units, and what nobody sees.
#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

TEST_CASE("well-formed UTF-8 is recognised up to its last code points") {
    CHECK(iam::is_valid_utf8(""));
    CHECK(iam::is_valid_utf8(std::string_view("a\0b", 3)));
    CHECK(iam::is_valid_utf8("a longer text of plain characters, \"quoted\" and \\ escaped\n"));
    CHECK(iam::is_valid_utf8("\xC2\x80\xDF\xBF"));
    CHECK(iam::is_valid_utf8("\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF"));
    CHECK(iam::is_valid_utf8("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"));
}

TEST_CASE("XE13 overlong forms, surrogates, cut sequences and too large code points are no UTF-8") {
    const std::string bad =
        GENERATE("\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2\x41", "\xE0\x9F\xBF",
                 "\xE0\x80\x80", "\xE2\x82", "\xE2\x28\xA1", "\xED\xA0\x80", "\xED\xBF\xBF",
                 "\xF0\x8F\xBF\xBF", "\xF0\x9F\x98", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
                 "\xF8\x88\x80\x80\x80", "\xFE", "\xFF");
    CHECK_FALSE(iam::is_valid_utf8(bad));
    CHECK_FALSE(iam::is_valid_utf8("eight or more characters before " + bad));
    CHECK_FALSE(iam::is_valid_utf8(bad + " and eight or more behind"));
}

TEST_CASE(
    "UTF-16 order puts code points over U+FFFF before U+E000 and otherwise follows the bytes") {
    // Ascending: empty, A, AB, é, U+D7FF, U+10000, U+1F600, U+10FFFF, U+E000, U+FB33, U+FFFF
    const std::vector<std::string> ascending = {
        "",
        "A",
        "AB",
        "\xC3\xA9",
        "\xED\x9F\xBF",
        "\xF0\x90\x80\x80",
        "\xF0\x9F\x98\x80",
        "\xF4\x8F\xBF\xBF",
        "\xEE\x80\x80",
        "\xEF\xAC\xB3",
        "\xEF\xBF\xBF",
    };
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        for (std::size_t j = 0; j < ascending.size(); ++j) {
            INFO(i << " " << j);
            CHECK(iam::utf16_less(ascending[i], ascending[j]) == (i < j));
            CHECK(iam::utf16_less("common " + ascending[i], "common " + ascending[j]) == (i < j));
        }
    }
}

TEST_CASE("what has no ink is known, and what emoji are spelled with is not among it") {
    for (const char32_t code : {U'\u034F', U'\u1160', U'\u2800', U'\u3164', U'\U000E0100'})
        CHECK(iam::is_inkless(code));
    for (const char32_t code : {U'a', U' ', U'\u200D', U'\uFE0F', U'\U0001F600'})
        CHECK_FALSE(iam::is_inkless(code));
}

TEST_CASE("a text is cut between code points, and never longer than the limit") {
    const std::string text = "a\u00e9\u5b57\U0001F642";
    const std::vector<std::size_t> sizes = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
    for (std::size_t limit = 0; limit < sizes.size(); ++limit) {
        INFO(limit);
        CHECK(iam::first_bytes(text, limit) == text.substr(0, sizes[limit]));
    }
    CHECK(iam::first_bytes("", 5).empty());
    CHECK(iam::first_bytes("\x80\x80\x80", 2).empty());
}
