// What patterns match: one table for each part of ECMA-262's grammar.
// Tests of runtime/src/schema/patterns/{pattern_class,pattern_property}.cpp.
// Tests of runtime/src/schema/unicode/unicode.cpp.
#include <iam/schema/pattern.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::schema {
namespace {

using namespace std::string_view_literals;

struct PatternRow {
    std::string_view pattern;
    std::vector<std::string_view> matched;
    std::vector<std::string_view> unmatched;
};

void check_patterns(const std::vector<PatternRow>& rows) {
    for (const PatternRow& row : rows) {
        INFO("pattern: " << row.pattern);
        const auto pattern = Pattern::compile(row.pattern);
        if (!pattern) FAIL_CHECK(pattern.error().message);
        if (!pattern) continue;
        for (const std::string_view text : row.matched) {
            INFO("text: " << text);
            CHECK(pattern->search(text));
        }
        for (const std::string_view text : row.unmatched) {
            INFO("text: " << text);
            CHECK_FALSE(pattern->search(text));
        }
    }
}

}  // namespace

TEST_CASE("a pattern matches anywhere in the text unless it is anchored", "[pattern]") {
    check_patterns({
        {"", {"", "a"}, {}},
        {"b", {"b", "abc"}, {"", "ac"}},
        {"^b", {"b", "bc"}, {"ab", "a\nb"}},
        {"b$", {"b", "ab"}, {"ba", "b\n", "b\r", "b\na"}},
        {"^$", {""}, {"\n", "a"}},
        {"a^b", {}, {"ab", "a\nb"}},
    });
}

TEST_CASE("alternatives, groups and their nesting", "[pattern]") {
    check_patterns({
        {"^(a|bc)$", {"a", "bc"}, {"b", "abc", ""}},
        {"^(?:a|)$", {"a", ""}, {"aa"}},
        {"^a|b$", {"ax", "xb"}, {"xa", "bx"}},
        {"^(?<year>[0-9]{4})-(?<month>[0-9]{2})$", {"2024-05"}, {"2024-5"}},
        {"^(?<$_1\\u{61}é>x)$", {"x"}, {"y"}},
        {"^()$", {""}, {"a"}},
        {"|", {"", "a"}, {}},
        {"^((a)(b(c)))$", {"abc"}, {"ab"}},
    });
}

TEST_CASE("repetitions, greedy and lazy, match the same texts", "[pattern]") {
    check_patterns({
        {"^a*$", {"", "a", "aaa"}, {"b"}},
        {"^a*?$", {"", "a", "aaa"}, {"b"}},
        {"^a+$", {"a", "aa"}, {""}},
        {"^a+?$", {"a", "aa"}, {""}},
        {"^a?$", {"", "a"}, {"aa"}},
        {"^a??$", {"", "a"}, {"aa"}},
        {"^a{2}$", {"aa"}, {"a", "aaa"}},
        {"^a{2,}$", {"aa", "aaaa"}, {"a"}},
        {"^a{1,2}?$", {"a", "aa"}, {"", "aaa"}},
        {"^a{0}$", {""}, {"a"}},
        {"^(?:){99999999999}$", {""}, {"a"}},
        {"^(?:a{0}){5}b$", {"b"}, {"ab"}},
        {"^(a*)*$", {"", "aaa"}, {"b"}},
        {"^(?:a{2}){2,3}$", {"aaaa", "aaaaaa"}, {"aa", "aaaaa"}},
        {"^(?:\\b)*a$", {"a"}, {"b"}},
    });
}

TEST_CASE("the full stop takes everything but the four ends of a line", "[pattern]") {
    check_patterns({{"^.$",
                     {"a", "\t", "\x0B", "\xC2\x85", "é", "😀"},
                     {"\n", "\r", "\u2028", "\u2029", "", "ab"}},
                    {"^.$", {"\0"sv}, {}}});
}

TEST_CASE("digits and word characters are those of ASCII", "[pattern]") {
    check_patterns({
        {"^\\d$", {"0", "9"}, {"a", "߀", "٣"}},
        {"^\\D$", {"a", "߀"}, {"0"}},
        {"^\\w$", {"a", "Z", "0", "_"}, {"é", "-", "ſ", "\u212A"}},
        {"^\\W$", {"é", "-"}, {"a", "_"}},
        {"^[\\d_]$", {"0", "_"}, {"a"}},
        {"^[^\\w]$", {"é"}, {"a"}},
        {"^[\\W\\w]$", {"é", "a", "\n"}, {""}},
    });
}

TEST_CASE("white space is that of ECMAScript", "[pattern]") {
    for (const std::string_view space :
         {"\t", "\n", "\v", "\f", "\r", " ", "\u00A0", "\u1680", "\u2000", "\u200A", "\u2028",
          "\u2029", "\u202F", "\u205F", "\u3000", "\uFEFF"})
        check_patterns({{"^\\s$", {space}, {}}, {"^\\S$", {}, {space}}, {"^[^\\S]$", {space}, {}}});
    check_patterns(
        {{"^\\s$", {}, {"\u180E", "\u200B", "\xC2\x85", "\x01", "a"}}, {"^\\S$", {"\u200B"}, {}}});
}

TEST_CASE("word boundaries lie between characters, never inside of one", "[pattern]") {
    check_patterns({
        {"\\bcat\\b", {"cat", "a cat.", "écaté"}, {"cats", "_cat"}},
        {"\\Bat\\B", {"cats"}, {"at", "cat"}},
        {"\\b", {"a", "éa"}, {"", "é", " "}},
        {"\\B", {"", "ab", "é", "éé"}, {"a", "aéb"}},
        {"^\\B$", {""}, {"a"}},
        {"\\B|x", {"x"sv.substr(0, 1)}, {"aéb"}},
    });
}

TEST_CASE("escapes of single characters", "[pattern]") {
    check_patterns({
        {"^\\t\\n\\v\\f\\r$", {"\t\n\v\f\r"}, {"tnvfr"}},
        {"^\\cC$", {"\x03"}, {"\\cC", "C"}},
        {"^\\cj$", {"\n"}, {"j"}},
        {"^\\0$", {"\0"sv}, {"0", ""}},
        {"^\\x41\\xe9$", {"Aé"}, {"x41"}},
        {"^\\u00e9$", {"é"}, {"e"}},
        {"^\\uD83D\\uDE00$", {"😀"}, {"😁"}},
        {"^\\u{1F600}\\u{000041}$", {"😀A"}, {"😀"}},
        {"^\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/$", {"^$\\.*+?()[]{}|/"}, {""}},
        {"^-,:\"'@ äß$", {"-,:\"'@ äß"}, {""}},
    });
}

TEST_CASE("a lone surrogate matches nothing, since no text has one", "[pattern]") {
    check_patterns({
        {"\\uD83D", {}, {"", "😀", "a"}},
        {"\\uDE00", {}, {"😀"}},
        {"\\uD83D\\u0041", {}, {"A", "😀A"}},
        {"\\uD83D|b", {"b"}, {"😀"}},
        {"^[\\uD83D\\uDE00]$", {"😀"}, {"a"}},
        {"^[\\uD800-\\uDFFFa]$", {"a"}, {"😀", "b"}},
        {"^[\\u{D000}-\\u{E000}]$", {"\uD000", "\uE000"}, {"a"}},
        {"^[^\\uD800]$", {"a", "😀"}, {""}},
        {"\\p{Cs}", {}, {"a", "😀"}},
    });
}

TEST_CASE("classes", "[pattern]") {
    check_patterns({
        {"^[abc]$", {"a", "c"}, {"d", "abc"}},
        {"^[a-cx-z]$", {"b", "y"}, {"d"}},
        {"^[^a-c]$", {"d", "\n", "😀"}, {"b", ""}},
        {"[]", {}, {"", "a", "]"}},
        {"^[^]$", {"a", "\n", "😀"}, {""}},
        {"^(?:[]|b)*$", {"", "bb"}, {"a"}},
        {"^[-a]$", {"-", "a"}, {"b"}},
        {"^[a-]$", {"-", "a"}, {"b"}},
        {"^[a\\-z]$", {"a", "-", "z"}, {"b"}},
        {"^[--0]$", {"-", ".", "/", "0"}, {",", "1"}},
        {"^[\\b]$", {"\b"}, {"b"}},
        {"^[\\]\\\\^]$", {"]", "\\", "^"}, {"a"}},
        {"^[.*+?(){}|$/]$", {".", "$", "/", "{"}, {"a"}},
        {"^[[]$", {"["}, {"]"}},
        {"^[[:alpha:]\\]$", {}, {}},
        {"^[\\x41-\\x43\\u{1F600}-\\u{1F602}]$", {"B", "😁"}, {"D", "😃"}},
        {"^[ä-ü]$", {"ö"}, {"a"}},
        {"^[\\cA\\0]$", {"\x01", "\0"sv}, {"A"}},
        {"^[\\d\\p{Lu}_-]$", {"7", "Ä", "_", "-"}, {"ä"}},
    });
}

TEST_CASE("properties by category and by script, with every spelling", "[pattern]") {
    check_patterns({
        {"^\\p{L}$", {"a", "é", "ß", "漢"}, {"1", " "}},
        {"^\\p{Letter}\\p{Uppercase_Letter}\\p{gc=Ll}\\p{General_Category=Decimal_Number}$",
         {"aBc1"},
         {"abc1"}},
        {"^\\P{L}$", {"1", " "}, {"a"}},
        {"^\\p{digit}+$", {"42", "৪২"}, {"-%#"}},
        {"^\\p{LC}$", {"a", "A", "ǅ"}, {"漢"}},
        {"^\\p{punct}$", {"!", "_"}, {"+", "a"}},
        {"^\\p{S}$", {"+", "€", "😀"}, {"!"}},
        {"^\\p{Script=Greek}+$", {"αβγ"}, {"abc", "α1"}},
        {"^\\p{sc=Grek}$", {"α"}, {"a"}},
        {"^\\P{Script=Latin}$", {"α", "1"}, {"a"}},
        {"^\\p{Script=Cyrillic}$", {"ж"}, {"z"}},
        {"^\\p{Any}\\p{ASCII}\\p{Assigned}$", {"😀aé"}, {"aéa"}},
        {"^\\p{Cn}$", {"\u0378", "\uFFFF"}, {"a", "\uE000"}},
        {"^\\p{C}$", {"\u0378", "\x01", "\uE000"}, {"a"}},
        {"^[^\\p{C}a]$", {"b"}, {"a", "\u0378"}},
        {"^\\P{Cn}$", {"a"}, {"\u0378"}},
        {"^[\\p{Lu}\\P{L}]$", {"A", "1"}, {"a"}},
        {"^[^\\P{L}]$", {"a"}, {"1"}},
        {"\\p{Script=Hrkt}", {}, {"ア", "a"}},
        {"^\\p{Script=Kawi}$", {"\U00011F04"}, {"a"}},
    });
}

TEST_CASE("a pattern is used by several copies", "[pattern]") {
    auto pattern = Pattern::compile("^a$");
    REQUIRE(pattern);
    const Pattern copy = *pattern;
    pattern = Pattern::compile("^b$");
    CHECK(copy.search("a"));
    CHECK_FALSE(pattern->search("a"));
}

TEST_CASE("the bytes of malformed UTF-8 match nothing", "[pattern]") {
    check_patterns({{"^.*$", {""}, {"\xFF", "a\xC3", "\xED\xA0\x80", "\xC0\x80"}},
                    {"[^a]", {}, {"a\xFF"}},
                    {"\\B.", {}, {"\xFF"}},
                    {"b",
                     {"\xFF"
                      "b"},
                     {}}});
}

}  // namespace iam::schema
