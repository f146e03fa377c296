// What the parser takes, what it refuses, and what the tree looks like.
// Tests of runtime/src/schema/patterns/{pattern_parser,pattern_source}.cpp.
// Tests of runtime/src/schema/unicode/code_points.cpp.
#include <iam/schema/pattern.hpp>
#include <iam/schema/pattern_tree.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

namespace iam::schema {
namespace {

using Kind = PatternNode::Kind;

std::string message_of(std::string_view pattern) {
    const auto tree = parse_pattern(pattern);
    return tree ? "" : tree.error().message;
}

struct Mistake {
    std::string_view pattern;
    std::string_view byte;
    std::string_view problem;
};

constexpr Mistake k_mistakes[] = {
    Mistake{"ab)", "byte 2", "write '\\)'"},
    Mistake{"a(b", "byte 1", "write '\\('"},
    Mistake{"^(abc]", "byte 5", "write '\\]'"},
    Mistake{"[abc", "byte 0", "write '\\['"},
    Mistake{"a]", "byte 1", "write '\\]'"},
    Mistake{"a}", "byte 1", "write '\\}'"},
    Mistake{"a{", "byte 1", "write '{2}'"},
    Mistake{"a{,3}", "byte 1", "write '{2}'"},
    Mistake{"a{2", "byte 1", "write '{2}'"},
    Mistake{"a{x}", "byte 1", "write '{2}'"},
    Mistake{"{2}", "byte 0", "write '\\{'"},
    Mistake{"a{3,2}", "byte 1", "exchange them"},
    Mistake{"*a", "byte 0", "write '\\*'"},
    Mistake{"a**", "byte 2", "write '\\*'"},
    Mistake{"a+?+", "byte 3", "write '\\+'"},
    Mistake{"a|?", "byte 2", "write '\\?'"},
    Mistake{"^*", "byte 1", "repeats an assertion"},
    Mistake{"\\b+", "byte 2", "repeats an assertion"},
    Mistake{"(?=a)*", "byte 5", "repeats an assertion"},
    Mistake{"(?i)a", "byte 0", "'(?i' is no group of ECMA-262"},
    Mistake{"(?P<n>a)", "byte 0", "'(?P' is no group"},
    Mistake{"(?#x)a", "byte 0", "'(?#' is no group"},
    Mistake{"(?", "byte 0", "'(?' is no group"},
    Mistake{"(?<a>x)(?<a>y)", "byte 7", "a second time"},
    Mistake{"(?<1a>x)", "byte 0", "must not have"},
    Mistake{"(?<>x)", "byte 0", "has no name"},
    Mistake{"(?<a", "byte 0", "not closed"},
    Mistake{"\\", "byte 0", "nothing behind it"},
    Mistake{"[\\", "byte 1", "nothing behind it"},
    Mistake{"\\a", "byte 0", "'\\a' is no escape"},
    Mistake{"\\-", "byte 0", "leave the '\\' out"},
    Mistake{"\\é", "byte 0", "'\\é' is no escape"},
    Mistake{"a\\z", "byte 1", "write '^' or '$'"},
    Mistake{"\\Qa\\E", "byte 0", "no escape"},
    Mistake{"[\\B]", "byte 1", "no escape"},
    Mistake{"[\\1]", "byte 1", "inside a class"},
    Mistake{"\\1", "byte 0", "not there"},
    Mistake{"(a)\\2", "byte 3", "not there"},
    Mistake{"\\k<a>", "byte 0", "not there"},
    Mistake{"(?<a>x)\\k", "byte 7", "'\\k<name>'"},
    Mistake{"\\01", "byte 0", "write '\\x00'"},
    Mistake{"\\x4", "byte 0", "two hexadecimal digits"},
    Mistake{"\\u00e", "byte 0", "four hexadecimal digits"},
    Mistake{"\\u{}", "byte 0", "needs hexadecimal digits"},
    Mistake{"\\u{41", "byte 0", "needs hexadecimal digits"},
    Mistake{"\\u{110000}", "byte 0", "beyond the last character"},
    Mistake{"\\c1", "byte 0", "needs a letter"},
    Mistake{"[\\c_]", "byte 1", "needs a letter"},
    Mistake{"[z-a]", "byte 1", "'z-a' ends before it begins"},
    Mistake{"[\\w-a]", "byte 1", "has a set for an end"},
    Mistake{"[a-\\d]", "byte 1", "has a set for an end"},
    Mistake{"\\pL", "byte 0", "in braces"},
    Mistake{"\\p{}", "byte 0", "no property"},
    Mistake{"\\p{Greek}", "byte 0", "no property"},
    Mistake{"\\p{letter}", "byte 0", "no property"},
    Mistake{"\\p{^L}", "byte 0", "not closed"},
    Mistake{"\\p{L", "byte 0", "not closed"},
    Mistake{"\\p{Script=Klingon}", "byte 0", "no property"},
    Mistake{"\\p{gc=}", "byte 0", "no property"},
    Mistake{"\\p{Block=Latin}", "byte 0", "no property"},
};

bool names(const std::string& message, std::string_view part) {
    return message.find(part) != message.npos;
}

}  // namespace

TEST_CASE("mistakes name the byte, what stands there and the way out", "[pattern]") {
    for (const Mistake& row : k_mistakes) {
        const std::string message = message_of(row.pattern);
        INFO(row.pattern << ": " << message);
        CHECK(names(message, "at " + std::string(row.byte) + " of the pattern"));
        CHECK(names(message, row.problem));
        CHECK_FALSE(check_pattern_syntax(row.pattern));
        CHECK_FALSE(Pattern::compile(row.pattern));
    }
}

TEST_CASE("what a search in linear time cannot do is refused, though it is ECMA-262", "[pattern]") {
    for (const Mistake& row : {
             Mistake{"a(?=b)", "byte 1", "'(?=' looks around"},
             Mistake{"(?!a)b", "byte 0", "'(?!' looks around"},
             Mistake{"(?<=a+)b", "byte 0", "'(?<=' looks around"},
             Mistake{"(?<!a)b", "byte 0", "'(?<!' looks around"},
             Mistake{"(a)\\1", "byte 3", "'\\1' wants the text of a group again"},
             Mistake{"\\2(a)(b)", "byte 0", "'\\2' wants the text"},
             Mistake{"(?<n>a)\\k<n>", "byte 7", "'\\k<n>' wants the text"},
             Mistake{"\\k<n>(?<n>a)", "byte 0", "'\\k<n>' wants the text"},
             Mistake{"x\\p{Alphabetic}", "byte 1", "is a binary property"},
             Mistake{"[\\P{Emoji}]", "byte 1", "is a binary property"},
             Mistake{"\\p{scx=Grek}", "byte 0", "write '\\p{Script=Grek}'"},
         }) {
        const std::string message = message_of(row.pattern);
        INFO(row.pattern << ": " << message);
        CHECK(names(message, "at " + std::string(row.byte) + " of the pattern"));
        CHECK(names(message, row.problem));
        CHECK(check_pattern_syntax(row.pattern));
        CHECK_FALSE(Pattern::compile(row.pattern));
    }
}

TEST_CASE("a mistake behind something that cannot be translated is named first", "[pattern]") {
    CHECK(names(message_of("(?=a)b("), "at byte 6"));
}

TEST_CASE("the tree holds what is left when names and groups are gone", "[pattern]") {
    const auto tree = parse_pattern("^(?:a|[b-c]{2,}?)$");
    REQUIRE(tree);
    REQUIRE(tree->kind == Kind::sequence);
    REQUIRE(tree->children.size() == 3);
    CHECK(tree->children[0].kind == Kind::text_start);
    CHECK(tree->children[2].kind == Kind::text_end);
    const PatternNode& choice = tree->children[1];
    REQUIRE(choice.kind == Kind::choice);
    REQUIRE(choice.children.size() == 2);
    CHECK(choice.children[0].set == CodePointSet{{U'a', U'a'}});
    const PatternNode& repeat = choice.children[1];
    REQUIRE(repeat.kind == Kind::repeat);
    CHECK(repeat.least == 2);
    CHECK(repeat.most == k_unbounded);
    CHECK(repeat.children.front().set == CodePointSet{{U'b', U'c'}});
}

TEST_CASE("equal sets have equal ranges, however they are spelled", "[pattern]") {
    const auto set = [](std::string_view pattern) {
        const auto tree = parse_pattern(pattern);
        REQUIRE(tree);
        REQUIRE(tree->kind == Kind::set);
        return tree->set;
    };
    CHECK(set("[0-9A-Z_a-z]") == set("\\w"));
    CHECK(set("[cba]") == set("[a-c]"));
    CHECK(set("[a-cb-d]") == set("[a-d]"));
    CHECK(set("[^\\W]") == set("\\w"));
    CHECK(set("[^]") == set("[\\p{L}\\P{L}]"));
    CHECK(set("[^]") == set("\\p{Any}"));
    CHECK(set("[]") == set("\\uD800"));
    CHECK(set("[^\\n\\r\\u2028\\u2029]") == set("."));
    CHECK(set("\\p{L}") == set("[\\p{LC}\\p{Lm}\\p{Lo}]"));
    CHECK(set("[^]") == CodePointSet{{0, 0xD7FF}, {0xE000, 0x10FFFF}});
}

}  // namespace iam::schema
