// Every limit of a pattern: what lies at it is taken, what lies beyond it is refused with its
// figure. XE08. Tests of runtime/src/schema/patterns/pattern_re2.cpp.
#include <iam/schema/pattern.hpp>
#include <iam/schema/pattern_tree.hpp>

#include <catch2/catch.hpp>
#include <runtime/schema/judge.hpp>

#include <string>
#include <string_view>

namespace iam::schema {
namespace {

bool is_refused(std::string_view pattern, std::string_view reason) {
    const auto compiled = Pattern::compile(pattern);
    if (compiled) return false;
    INFO(compiled.error().message);
    CHECK(compiled.error().code == Errc::invalid_argument);
    return compiled.error().message.find(reason) != std::string::npos;
}

}  // namespace

TEST_CASE("a pattern has at most 65536 bytes", "[pattern]") {
    const std::string at_limit = "(?:" + repeated("|", k_pattern_bytes_max - 4) + ")";
    CHECK(Pattern::compile(at_limit));
    CHECK(is_refused(at_limit + "|", "more than the 65536"));
    CHECK_FALSE(check_pattern_syntax(at_limit + "|"));
}

TEST_CASE("groups nest 100 deep", "[pattern]") {
    const auto nested = [](std::size_t depth) {
        return repeated("(", depth) + "a" + repeated(")", depth);
    };
    const auto pattern = Pattern::compile(nested(100));
    REQUIRE(pattern);
    CHECK(pattern->search("a"));
    CHECK(is_refused(nested(101), "nested deeper than 100"));
    CHECK(is_refused(repeated("(", 60'000), "nested deeper than 100"));
    CHECK(is_refused(repeated("(?=", 20'000), "nested deeper than 100"));
    const auto starred = Pattern::compile(repeated("(?:", 100) + "a" + repeated(")*", 100));
    REQUIRE(starred);
    CHECK(starred->search("b"));
}

TEST_CASE("repetitions beyond RE2's thousand are written out", "[pattern]") {
    const auto check = [](std::string_view text, std::size_t least, std::size_t most) {
        INFO(text);
        const auto pattern = Pattern::compile(text);
        if (!pattern) FAIL(pattern.error().message);
        CHECK(pattern->search(repeated("a", least)));
        CHECK(pattern->search(repeated("a", most)));
        CHECK_FALSE(pattern->search(repeated("a", least - 1)));
        CHECK_FALSE(pattern->search(repeated("a", most + 1)));
    };
    check("^a{1000}$", 1000, 1000);
    check("^a{1001}$", 1001, 1001);
    check("^a{2500}$", 2500, 2500);
    check("^a{1,4096}$", 1, 4096);
    check("^a{3000,5000}$", 3000, 5000);
    check("^a{9998}$", 9998, 9998);
    check("^(?:a{40}){40}$", 1600, 1600);
    check("^(?:(?:a{10}){11}){12}$", 1320, 1320);
    check("^(?:a{700}){3}$", 2100, 2100);
    check("^(?:a{1100}){3}$", 3300, 3300);
    const auto open = Pattern::compile("^a{1500,}$");
    REQUIRE(open);
    CHECK_FALSE(open->search(repeated("a", 1499)));
    CHECK(open->search(repeated("a", 9000)));
}

TEST_CASE("a pattern compares with at most 10000 characters when it is written out", "[pattern]") {
    for (const char* pattern : {"a{10001}", "^.{0,65535}$", "(?:a{1000}){11}", "a{4294967295}",
                                "a{99999999999999999999,}", "(?:ab){5001}",
                                "((((((((a{9}){9}){9}){9}){9}){9}){9}){9}){9}"}) {
        INFO(pattern);
        CHECK(is_refused(pattern, "more than 10000 characters"));
        CHECK(check_pattern_syntax(pattern));
    }
    CHECK(is_refused("a{6000}b{6000}", "the pattern compares with more than 10000"));
    CHECK(Pattern::compile("(?:ab){5000}"));
}

TEST_CASE("the sets of a pattern have at most 50000 ranges", "[pattern]") {
    CHECK(Pattern::compile(repeated("\\p{Lu}", 10)));
    CHECK(is_refused(repeated("\\p{Lu}", 1000), "more than 50000 ranges"));
    CHECK(is_refused("[" + repeated("\\p{L}", 10'000) + "]", "more than 50000 ranges"));
    CHECK(is_refused("[" + repeated("a", 50'001) + "]", "more than 50000 ranges"));
    CHECK(is_refused(repeated(".", 20'000), "more than 50000 ranges"));
}

TEST_CASE("a pattern that needs too much memory is refused", "[pattern]") {
    CHECK(is_refused("\\p{L}{5000}", "8 MiB"));
}

TEST_CASE("XE08: a search takes time in proportion to the text", "[pattern]") {
    const std::string text(200'000, 'a');
    for (const char* source :
         {"^[a-z]+$", "(a+)+$", "^(a|aa)+$", "(.*)*x", "^(?:a*)*b$", "(a?){50}a{50}$"}) {
        INFO(source);
        const auto pattern = Pattern::compile(source);
        REQUIRE(pattern);
        const bool ends_in_a = std::string_view(source).back() == '$' &&
                               std::string_view(source).find('b') == std::string_view::npos;
        CHECK(pattern->search(text) == ends_in_a);
        CHECK(pattern->program_size() < 5'000);
    }
}

}  // namespace iam::schema
