#include <iam/core/json.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/layout.hpp>
#include <iam/question/pretty_json.hpp>
#include <support/attack_text.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using iam::question::append_wrapped;
using iam::question::escape_for_display;
using iam::question::Escaper;
using iam::question::json_without_controls;
using iam::question::pretty_json;
using iam::question::pretty_json_text;
using iam::question::table;
using iam::question::width_of;

TEST_CASE("XD01: in JSON the controls that it lets through raw are escapes of the same value") {
    for (char32_t c = 0x7F; c < 0xA0; ++c) {
        const std::string json = "\"a" + iam::test::utf8(c) + "b\"";
        const std::string safe = json_without_controls(json);
        INFO(safe);
        CHECK(safe.find(iam::test::utf8(c)) == std::string::npos);
        CHECK(*iam::parse_json(safe) == *iam::parse_json(json));
    }
    CHECK(json_without_controls("\"\xC2\x9B\"") == "\"\\u009b\"");
    const std::string harmless = "{\n  \"a\":\t\"\xC3\x9F \xE2\x82\xAC \\u202e\"}";
    CHECK(json_without_controls(harmless) == harmless);
}

TEST_CASE("D4 in JSON each character that hides is an escape of the same value") {
    for (const char32_t c : {0xA0U, 0xADU, 0x61CU, 0x200BU, 0x200DU, 0x2028U, 0x202EU, 0x2066U,
                             0x3000U, 0xE000U, 0xFE0FU, 0xFEFFU, 0xFFFDU, 0xE0041U, 0x10FFFFU}) {
        const std::string json =
            "{\"k" + iam::test::utf8(c) + "\":[\"" + iam::test::utf8(c) + "b\"]}";
        const std::string safe = json_without_controls(json);
        INFO(safe);
        CHECK(std::all_of(safe.begin(), safe.end(), [](char s) { return s >= 0x20 && s < 0x7F; }));
        CHECK(*iam::parse_json(safe) == *iam::parse_json(json));
    }
    CHECK(json_without_controls("\"\xE2\x80\xAE\"") == "\"\\u202e\"");
    CHECK(json_without_controls("\"\xF3\xA0\x81\x81\"") == "\"\\udb40\\udc41\"");
    CHECK(json_without_controls("\"\xFF\"") == "\"\\ufffd\"");
}

TEST_CASE("D4 in JSON marks that pile up or stand on nothing are escapes of the same value") {
    const std::string mark = "\xCC\x81";
    const std::string four = mark + mark + mark + mark;
    CHECK(json_without_controls("\"e" + mark + "\"") == "\"e" + mark + "\"");
    CHECK(json_without_controls("\"e" + four + "\"") == "\"e" + mark + mark + mark + "\\u0301\"");
    CHECK(json_without_controls("\"" + mark + "\"") == "\"\\u0301\"");
}

TEST_CASE("XD01: escape sequences are shown and do not act") {
    CHECK(escape_for_display("\x1b[2J\x1b[1A\x1b[2K") == "\\u{1B}[2J\\u{1B}[1A\\u{1B}[2K");
    CHECK(escape_for_display("\x1b]8;;http://x\x1b\\link") == "\\u{1B}]8;;http://x\\u{1B}\\link");
    CHECK(escape_for_display("\x1b]52;c;QQ==\x07") == "\\u{1B}]52;c;QQ==\\u{07}");
    CHECK(escape_for_display("\x7f\xC2\x9B"
                             "1A") == "\\u{7F}\\u{9B}1A");
    for (char32_t c = 0; c < 0xA0; ++c) {
        if (c >= 0x20 && c < 0x7F) continue;
        const std::string shown = escape_for_display(iam::test::utf8(c));
        INFO(static_cast<unsigned>(c));
        CHECK(
            std::all_of(shown.begin(), shown.end(), [](char s) { return s >= 0x20 && s < 0x7F; }));
    }
}

TEST_CASE("XD02: line ends, returns and backspaces cannot begin a line of their own") {
    CHECK(escape_for_display("a\n[ Allowed ]") == "a\\n[ Allowed ]");
    CHECK(escape_for_display("a\r\nb\x08\x08") == "a\\r\\nb\\u{08}\\u{08}");
    CHECK(escape_for_display("a\xE2\x80\xA8"
                             "b\xE2\x80\xA9") == "a\\u{2028}b\\u{2029}");
    CHECK(escape_for_display("\xC2\x85\x0B\x0C") == "\\u{85}\\u{0B}\\u{0C}");
}

TEST_CASE("XD03: direction marks are shown") {
    for (const char32_t c : {0x200EU, 0x200FU, 0x061CU, 0x202AU, 0x202EU, 0x2066U, 0x2069U}) {
        CHECK(escape_for_display(iam::test::utf8(c)).find("\\u{") == 0);
    }
    CHECK(escape_for_display("exe.\xE2\x80\xAEtxt") == "exe.\\u{202E}txt");
}

TEST_CASE("XD04: what nobody sees is shown") {
    const std::initializer_list<unsigned> hidden = {
        0x00AD, 0x034F,  0x115F,  0x1160,  0x17B4,  0x180B,  0x180E, 0x200B, 0x200C,
        0x200D, 0x2060,  0x2063,  0x206A,  0x2800,  0x3000,  0x3164, 0xFE00, 0xFE0F,
        0xFEFF, 0xFFA0,  0xFFF9,  0xFFFC,  0x00A0,  0x1680,  0x2003, 0x202F, 0xE000,
        0xFFFF, 0xE0001, 0xE0041, 0xE007F, 0xE0100, 0x10FFFF};
    for (const unsigned c : hidden) {
        INFO(c);
        std::string out;
        Escaper escaper(out);
        escaper.append(iam::test::utf8(static_cast<char32_t>(c)));
        CHECK(out.find("\\u{") == 0);
        CHECK(escaper.found_hidden());
    }
}

TEST_CASE("text that people write stays as it is") {
    for (const std::string text : {"plain text", "Grüße, Ærøskøbing", "Καλημέρα", "Доброе утро",
                                   "日本語", "한국어", "हिन्दी", "ภาษาไทย", "😀 €"}) {
        CHECK(escape_for_display(text) == text);
    }
}

TEST_CASE("XD07: marks that pile up or stand on nothing are shown as escapes") {
    const std::string mark = "\xCC\x81";
    CHECK(escape_for_display("e" + mark) == "e" + mark);
    CHECK(escape_for_display("e" + mark + mark + mark + mark) ==
          "e" + mark + mark + mark + "\\u{301}");
    CHECK(escape_for_display(mark) == "\\u{301}");
    CHECK(escape_for_display(" " + mark) == " \\u{301}");
}

TEST_CASE("bytes that are no UTF-8 are shown as bytes") {
    CHECK(escape_for_display("a\xFF\xC3") == "a\\x{FF}\\x{C3}");
    CHECK(escape_for_display("\xED\xA0\x80") == "\\x{ED}\\x{A0}\\x{80}");
}

TEST_CASE("JSON is shown whole, one member per line") {
    CHECK(pretty_json_text(R"({"a":[1,{"b":null}],"c":{},"d":[],"e":-1.5e+30})") == R"({
  "a": [
    1,
    {
      "b": null
    }
  ],
  "c": {},
  "d": [],
  "e": -1.5e+30
}
)");
    CHECK(pretty_json_text("7") == "7\n");
}

TEST_CASE("XD02: a value cannot pass for another member") {
    const auto text = iam::canonicalize(R"({"a":"x\"\n  \"admin\": true","b":"\\n\u001b\u202e"})");
    REQUIRE(text);
    const auto pretty = pretty_json(*text);
    REQUIRE(pretty.lines.size() == 4);
    CHECK(pretty.lines[1] == R"(  "a": "x\"\n  \"admin\": true",)");
    CHECK(pretty.lines[2] == R"(  "b": "\\n\u{1B}\u{202E}")");
    CHECK(pretty.has_hidden);
}

TEST_CASE("XD06: nothing is cut: the last element, the deepest and the longest are there") {
    std::string text = "[";
    for (int i = 0; i < 20'000; ++i) text += std::to_string(i) + ",";
    text += "\"" + std::string(300'000, 'x') + "END\"]";
    const auto pretty = pretty_json(text);
    CHECK(pretty.lines.size() == 20'003);
    CHECK(pretty.lines[20'000] == "  19999,");
    CHECK(pretty.lines[20'001].size() > 300'000);
    std::string deep = std::string(60, '[') + "\"deep\"" + std::string(60, ']');
    CHECK(pretty_json_text(deep).find("\"deep\"") != std::string::npos);
}

TEST_CASE("XD07: a line is broken where the terminal ends, by width and not by bytes") {
    std::string out;
    append_wrapped(out, "日本語日本語日本語", 12, "| ", "|> ");
    CHECK(out == "| 日本語日\n|> 本語日本\n|> 語\n");
    CHECK(width_of("日本e\xCC\x81") == 5);
    out.clear();
    append_wrapped(out, "words that do not fit into it", 20, "| ", "|> ");
    CHECK(out == "| words that do \n|> not fit into it\n");
    out.clear();
    append_wrapped(out, std::string(100, 'x'), 1, "| ", "|> ");
    CHECK(std::count(out.begin(), out.end(), 'x') == 100);
}

TEST_CASE("columns of a table are as wide as what they hold") {
    CHECK(table({{"a", "日本", "x"}, {"long", "b", "y"}}) == "a     日本  x\nlong  b     y\n");
    CHECK(table({}).empty());
}
