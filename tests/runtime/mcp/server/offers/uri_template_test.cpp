#include <iam/mcp/offers.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;

TEST_CASE("a template takes URIs whose values have no slash, and decodes them") {
    const auto match = [](std::string_view text, std::string_view uri) {
        return match_template(text, uri);
    };
    CHECK(match("n://{id}", "n://7") == Values{{"id", "7"}});
    CHECK(match("n://{id}/data", "n://a%2Fb%25/data") == Values{{"id", "a/b%"}});
    CHECK(match("n://{a}-{b}", "n://x-y-z") == Values{{"a", "x"}, {"b", "y-z"}});
    CHECK(match("n://{a}.{b}/c", "n://q.r/c") == Values{{"a", "q"}, {"b", "r"}});
    for (const char* uri : {"n://", "m://7", "n://7/8", "n://7/", "N://7", "n://%2", "n://%zz"})
        CHECK_FALSE(match("n://{id}", uri).has_value());
    // A decoded value is UTF-8 without U+0000; what it means is the application's to judge.
    CHECK(match("n://{id}", "n://%2e%2E%2Fa") == Values{{"id", "../a"}});
    for (const char* uri : {"n://a%00", "n://%ff", "n://%C3%28"})
        CHECK_FALSE(match("n://{id}", uri).has_value());
    CHECK_FALSE(match("n://{id}/data", "n:///data").has_value());
    CHECK_FALSE(match("n://{a}-{b}", "n://x/-y").has_value());
}

TEST_CASE("a template has names in braces, each once, with text between them") {
    CHECK(check_template("n://{id}/{part_2}").has_value());
    for (const char* text : {"n://7", "n://{}", "n://{a", "n://a}", "n://{a}{b}", "n://{a}/{a}",
                             "n://{+a}", "n://{a,b}", "n://{a*}", "n://{?q}", ""}) {
        const auto checked = check_template(text);
        INFO(text);
        REQUIRE_FALSE(checked.has_value());
        CHECK(checked.error().code == Errc::invalid_argument);
        CHECK(checked.error().message.find(text) != std::string::npos);
    }
}
