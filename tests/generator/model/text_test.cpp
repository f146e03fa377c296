// What readers do not see.
#include <generator/model/text.hpp>

#include <catch2/catch.hpp>

using namespace iam::gen;

namespace {

std::string name_in(std::string_view text) {
    const auto found = find_unreadable(text);
    return found ? found->name : "";
}

}  // namespace

TEST_CASE("ordinary text in any language is readable", "[text]") {
    CHECK(name_in("") == "");
    CHECK(name_in("a\tb\nc\r\n") == "");
    CHECK(name_in("Gr\u00fc\u00dfe, \u0641\u0627\u0631\u0633\u06cc, \u4f60\u597d, \U0001F469") ==
          "");
    // The joiners are part of how words and emoji are spelled.
    CHECK(name_in("\u0645\u06cc\u200c\u0631\u0648\u0645, \U0001F469\u200d\U0001F467") == "");
    CHECK(name_in("\u2764\ufe0f") == "");
}

TEST_CASE("controls, direction marks, separators, invisible characters and tags are found",
          "[text]") {
    CHECK(name_in(std::string_view("a\0", 2)) == "U+0000");
    CHECK(name_in("a\x1b[31m") == "U+001B");
    CHECK(name_in("a\rb") == "U+000D");
    CHECK(name_in("\x7f") == "U+007F");
    CHECK(name_in("\u0085") == "U+0085");
    for (const char* hidden : {"\u061c", "\u200b", "\u200e", "\u2028", "\u202a", "\u202e", "\u2060",
                               "\u2066", "\u2069", "\ufeff", "\U000e0041", "\u00ad", "\u034f",
                               "\u115f", "\u180b", "\u2800", "\u3164", "\uffa0", "\U000e0100"}) {
        CAPTURE(hidden);
        CHECK(name_in(hidden).substr(0, 2) == "U+");
    }
}

TEST_CASE("bytes that are no UTF-8 are found where they stand", "[text]") {
    for (const char* wrong : {"ab\xfc", "ab\x80", "ab\xc0\xaf", "ab\xed\xa0\x80", "ab\xe2\x82",
                              "ab\xf4\x90\x80\x80", "ab\xf8"}) {
        CAPTURE(wrong);
        const auto found = find_unreadable(wrong);
        REQUIRE(found);
        CHECK(found->offset == 2);
        CHECK(found->length == 1);
        CHECK_FALSE(found->is_utf8);
    }
    CHECK(name_in("\xfc") == "the byte 0xFC");
}

TEST_CASE("a terminal gets what is unreadable spelled out", "[text]") {
    CHECK(visible("a\u202eb\xfc\x1b") == "a<U+202E>b<FC><U+001B>");
    CHECK(visible("a\t\u00fc") == "a\t\u00fc");
}
