// How diagnostics look: editors and people find the place by this text.
#include <generator/model/source.hpp>

#include <catch2/catch.hpp>

using namespace iam::gen;

namespace {

SourceSpan span(unsigned line, unsigned column, unsigned end, std::string text) {
    return {.file = "desk.hpp",
            .line = line,
            .column = column,
            .end_column = end,
            .text = std::move(text)};
}

}  // namespace

TEST_CASE("a diagnostic shows place, sentence, id, line and caret", "[source]") {
    const Diagnostics diagnostics{{.severity = Severity::error,
                                   .id = "IAM1001",
                                   .message = "unknown attribute",
                                   .span = span(7, 3, 11, "[[iam::tol]] int f();")}};
    CHECK(to_text(diagnostics) ==
          "desk.hpp:7:3: error: unknown attribute [IAM1001]\n"
          "    7 | [[iam::tol]] int f();\n"
          "      |   ^~~~~~~~\n");
}

TEST_CASE("notes follow their diagnostic in the same form", "[source]") {
    const Diagnostics diagnostics{{.severity = Severity::warning,
                                   .id = "IAM6006",
                                   .message = "no hints",
                                   .span = span(1, 1, 2, "x"),
                                   .notes = {{"see here", span(123456, 5, 6, "    y")}}}};
    CHECK(to_text(diagnostics) ==
          "desk.hpp:1:1: warning: no hints [IAM6006]\n"
          "    1 | x\n"
          "      | ^\n"
          "desk.hpp:123456:5: note: see here\n"
          "123456 |     y\n"
          "       |     ^\n");
}

TEST_CASE("the caret stands under its character after tabs and characters of several bytes",
          "[source]") {
    const Diagnostics diagnostics{{.severity = Severity::error,
                                   .id = "",
                                   .message = "here",
                                   .span = span(1, 5, 8, "\tä → x")}};  // bytes 5 to 7: the arrow's
    CHECK(to_text(diagnostics) ==
          "desk.hpp:1:5: error: here\n"
          "    1 | \tä → x\n"
          "      | \t  ^\n");
}

TEST_CASE("what a terminal would not show is spelled out, and the caret keeps its place",
          "[source]") {
    CHECK(to_text({{.severity = Severity::error,
                    .id = "",
                    .message = "a\u202eb",
                    .span = span(1, 7, 8, "x\u202ey\xfcz")}}) ==
          "desk.hpp:1:7: error: a<U+202E>b\n"
          "    1 | x<U+202E>y<FC>z\n"
          "      |               ^\n");
    CHECK(to_text({{.severity = Severity::error,
                    .id = "",
                    .message = "here",
                    .span = span(1, 2, 5, "x\u202ey")}}) ==
          "desk.hpp:1:2: error: here\n"
          "    1 | x<U+202E>y\n"
          "      |  ^~~~~~~~\n");
}

TEST_CASE("a span that ends beyond its line underlines the line's rest", "[source]") {
    const Diagnostics diagnostics{
        {.severity = Severity::error, .id = "", .message = "here", .span = span(1, 2, 99, "abc")}};
    CHECK(to_text(diagnostics) ==
          "desk.hpp:1:2: error: here\n"
          "    1 | abc\n"
          "      |  ^~\n");
}

TEST_CASE("a diagnostic without a place names the program, one without a line the file",
          "[source]") {
    const Diagnostics diagnostics{
        {.severity = Severity::error, .id = "", .message = "no headers"},
        {.severity = Severity::error,
         .id = "",
         .message = "cannot be read",
         .span = {.file = "desk.hpp", .line = 0, .column = 0, .end_column = 0}}};
    CHECK(to_text(diagnostics) ==
          "iam-gen: error: no headers\n"
          "desk.hpp: error: cannot be read\n");
}

TEST_CASE("warnings and notes are no errors", "[source]") {
    CHECK_FALSE(has_errors({}));
    CHECK_FALSE(has_errors({{.severity = Severity::warning, .id = "", .message = "w"}}));
    CHECK(has_errors({{.severity = Severity::warning, .id = "", .message = "w"},
                      {.severity = Severity::error, .id = "", .message = "e"}}));
}

TEST_CASE("colours are for a terminal that shows them, unless somebody said no", "[source]") {
    CHECK(colours_for(true, nullptr, "xterm") == Colours::always);
    CHECK(colours_for(true, "", "xterm") == Colours::always);
    CHECK(colours_for(true, "1", "xterm") == Colours::never);
    CHECK(colours_for(true, nullptr, "dumb") == Colours::never);
    CHECK(colours_for(true, nullptr, nullptr) == Colours::never);
    CHECK(colours_for(false, nullptr, "xterm") == Colours::never);
}

TEST_CASE("colours surround place, severity and caret and change no word", "[source]") {
    const Diagnostics diagnostics{{.severity = Severity::error,
                                   .id = "IAM1",
                                   .message = "e",
                                   .span = span(1, 1, 2, "x"),
                                   .notes = {{"n", span(2, 1, 2, "y")}}},
                                  {.severity = Severity::warning, .id = "IAM2", .message = "w"}};
    CHECK(to_text(diagnostics, Colours::always) ==
          "\x1b[1mdesk.hpp:1:1:\x1b[0m \x1b[1;31merror:\x1b[0m e [IAM1]\n"
          "    1 | x\n"
          "      | \x1b[1;32m^\x1b[0m\n"
          "\x1b[1mdesk.hpp:2:1:\x1b[0m \x1b[1;36mnote:\x1b[0m n\n"
          "    2 | y\n"
          "      | \x1b[1;32m^\x1b[0m\n"
          "\x1b[1miam-gen:\x1b[0m \x1b[1;35mwarning:\x1b[0m w [IAM2]\n");
}

TEST_CASE("of a long line the part around the place is shown, and no character of it is cut",
          "[source]") {
    SourceSpan place = span(1, 5001, 5004, "");
    const std::string line = std::string(4798, 'a') + "\xE2\x86\x92" + std::string(199, 'b') +
                             "xyz" + std::string(9000, 'c');
    take_text(place, line);
    CHECK(place.text_offset == 4798);
    CHECK(place.text_characters == 4798);
    CHECK(to_text({{.severity = Severity::error, .id = "", .message = "here", .span = place}}) ==
          "desk.hpp:1:5001: error: here\n    1 | ...\xE2\x86\x92" + std::string(199, 'b') + "xyz" +
              std::string(797, 'c') + "...\n      |    " + std::string(200, ' ') + "^~~\n");
    take_text(place, line.substr(4798));
    CHECK(place.text_offset > 0);
    for (const unsigned column : {1U, 999U, 20'000U}) {
        SourceSpan other = span(1, column, column + 1, "");
        take_text(other, std::string(1000, '\x80'));
        CHECK(other.text.size() == 1000);
        take_text(other, std::string(2000, '\x80'));
        CHECK(other.text.size() <= 1008);
        CHECK(to_text({{.severity = Severity::error, .id = "", .message = "here", .span = other}})
                  .size() < 30'000);
    }
    take_text(place, "short");
    CHECK((place.text == "short" && place.text_offset == 0 && !place.is_text_cut));
}
