// Each limit at its edge: what is inside is read, what is outside names limit, value and place.
#include <iam/core/json.hpp>
#include <iam/core/json_reader.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

namespace {

/// A text that passes a limit by one, the text that stays within, and what the error must say.
struct Edge {
    iam::Limits limits{};
    std::string inside{};
    std::string outside{};
    std::string names{};
    std::string pointer{};
};

void check(const Edge& edge) {
    INFO(edge.names);
    const auto inside = iam::parse_json(edge.inside, edge.limits);
    REQUIRE(inside.has_value());
    REQUIRE(iam::parse_ordered_json(edge.inside, edge.limits).has_value());
    const auto outside = iam::parse_json(edge.outside, edge.limits);
    REQUIRE_FALSE(outside.has_value());
    CHECK(outside.error().code == iam::Errc::invalid_argument);
    INFO(outside.error().message);
    CHECK(outside.error().message.find("limit " + edge.names) != std::string::npos);
    CHECK(outside.error().pointer == edge.pointer);
    iam::JsonReader skipper(edge.outside, edge.limits);
    CHECK_FALSE(skipper.skip());
}

std::string zeros(std::size_t count) {
    std::string text = "[";
    for (std::size_t i = 0; i < count; ++i) text += i == 0 ? "0" : ",0";
    return text + "]";
}

std::string members(std::size_t count) {
    std::string text = "{";
    for (std::size_t i = 0; i < count; ++i)
        text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":0";
    return text + "}";
}

}  // namespace

TEST_CASE("XE06 bytes_max bounds the whole text before anything is read") {
    Edge edge;
    edge.limits.bytes_max = 4;
    edge.inside = "1234";
    edge.outside = "12345";
    edge.names = "bytes_max is 4";
    check(edge);
    const std::string huge(std::size_t{100} << 20, ' ');
    const auto value = iam::parse_json(huge);
    REQUIRE_FALSE(value.has_value());
    CHECK(value.error().message.find("bytes_max is 16777216") != std::string::npos);
}

TEST_CASE("XE06 string_bytes_max bounds a string as it is decoded") {
    Edge edge;
    edge.limits.string_bytes_max = 4;
    edge.names = "string_bytes_max is 4";
    edge.pointer = "/0";
    SECTION("plain") {
        edge.inside = R"(["abcd"])";
        edge.outside = R"(["abcde"])";
        check(edge);
    }
    SECTION("with escapes, which count decoded") {
        edge.inside = R"(["\u0061\u0062\n\u0064"])";
        edge.outside = R"(["\u0061\u0062\n\u0064e"])";
        check(edge);
    }
    SECTION("an escape that crosses the limit") {
        edge.inside = R"(["ab\u00e9"])";
        edge.outside = R"(["abc\u00e9"])";
        check(edge);
    }
    SECTION("characters of several bytes") {
        edge.inside = "[\"\xF0\x9F\x98\x80\"]";
        edge.outside = "[\"a\xF0\x9F\x98\x80\"]";
        check(edge);
    }
}

TEST_CASE("XE06 key_bytes_max bounds a name as it is decoded") {
    Edge edge;
    edge.limits.key_bytes_max = 4;
    edge.names = "key_bytes_max is 4";
    edge.pointer = "/o";
    edge.inside = R"({"o":{"abcd":1,"\u0061\u0062\u0063":2}})";
    edge.outside = GENERATE(R"({"o":{"abcde":1}})", R"({"o":{"\u0061\u0062\u0063de":1}})");
    check(edge);
    const auto value = iam::parse_json("{\"" + std::string(std::size_t{1} << 20, 'k') + "\":1}");
    REQUIRE_FALSE(value.has_value());
    CHECK(value.error().message.find("key_bytes_max is 1024") != std::string::npos);
}

TEST_CASE("XE06 members_max bounds each object") {
    Edge edge;
    edge.limits.members_max = 3;
    edge.names = "members_max is 3";
    edge.inside = "[" + members(3) + "," + members(3) + "]";
    edge.outside = "[" + members(3) + "," + members(4) + "]";
    edge.pointer = "/1";
    check(edge);
    const auto value = iam::parse_json(members(1'000'000));
    REQUIRE_FALSE(value.has_value());
    CHECK(value.error().message.find("members_max is 10000") != std::string::npos);
    CHECK(iam::parse_json(members(10'000)).has_value());
}

TEST_CASE("XE06 elements_max bounds each array") {
    Edge edge;
    edge.limits.elements_max = 3;
    edge.names = "elements_max is 3";
    edge.inside = R"({"a":)" + zeros(3) + R"(,"b":)" + zeros(3) + "}";
    edge.outside = R"({"a":)" + zeros(3) + R"(,"b":)" + zeros(4) + "}";
    edge.pointer = "/b";
    check(edge);
    CHECK(iam::parse_json(zeros(1'000'000)).has_value());
    const auto value = iam::parse_json(zeros(1'000'001));
    REQUIRE_FALSE(value.has_value());
    CHECK(value.error().message.find("elements_max is 1000000") != std::string::npos);
}

TEST_CASE("XE06 nodes_max bounds the values of the whole text, containers included") {
    Edge edge;
    edge.limits.nodes_max = 5;
    edge.names = "nodes_max is 5";
    edge.inside = "[[0],[0]]";
    edge.outside = "[[0],[0],[]]";
    edge.pointer = "/2";
    check(edge);
}

TEST_CASE("XE05 depth_max bounds nesting, and never beyond the ceiling") {
    Edge edge;
    edge.limits.depth_max = 2;
    edge.names = "depth_max is 2";
    edge.inside = R"([{"a":1},[2]])";
    edge.outside = R"([{"a":[]}])";
    edge.pointer = "/0/a";
    check(edge);
    edge.limits.depth_max = 100'000;
    edge.names = "depth_max is 512";
    edge.inside = std::string(512, '[') + std::string(512, ']');
    edge.outside = "[" + edge.inside + "]";
    edge.pointer.clear();
    for (int i = 0; i < 512; ++i) edge.pointer += "/0";
    check(edge);
}

TEST_CASE("a limit of zero lets scalars through and containers not") {
    iam::Limits limits;
    limits.depth_max = 0;
    CHECK(iam::parse_json("1", limits).has_value());
    CHECK_FALSE(iam::parse_json("[]", limits).has_value());
}
