// Where the parts of a text stand, as an editor counts.
#include <iam/core/json_places.hpp>

#include <catch2/catch.hpp>

#include <string>

using iam::parse_placed_json;
using iam::TextPlace;

TEST_CASE("each value and each member's name has its line and column") {
    const std::string text =
        "\n {\"a\": 1,\n  \"bé\" :\t[true, {\"c/d\":null}],\r\n\n  \"e\": \"x\" }\n";
    const auto read = parse_placed_json(text);
    REQUIRE(read);
    CHECK(read->value["e"] == "x");
    CHECK(read->places.size() == 7);
    const auto& places = read->places;
    CHECK(places.at("").value == TextPlace{2, 2});
    CHECK(places.at("/a").name == TextPlace{2, 3});
    CHECK(places.at("/a").value == TextPlace{2, 8});
    CHECK(places.at("/bé").name == TextPlace{3, 3});
    CHECK(places.at("/bé").value == TextPlace{3, 10});
    CHECK(places.at("/bé/0").value == TextPlace{3, 11});
    CHECK(places.at("/bé/1").name == places.at("/bé/1").value);
    CHECK(places.at("/bé/1/c~1d").name == TextPlace{3, 18});
    CHECK(places.at("/e").name == TextPlace{5, 3});
}

TEST_CASE("a text that is refused says at which line and column") {
    struct Row {
        const char* text;
        TextPlace place;
    };
    const Row rows[] = {
        {"{\n  \"a\": 1,\n}", {3, 1}}, {"[1,\n 2 3]", {2, 4}},  {"{}\n x", {2, 2}}, {"", {1, 1}},
        {"{\"a\":\n", {2, 1}},         {"[\n  nul\n]", {2, 3}},
    };
    for (const Row& row : rows) {
        const auto read = parse_placed_json(row.text);
        INFO(row.text);
        REQUIRE_FALSE(read);
        CHECK(read.error().place == row.place);
        CHECK_FALSE(read.error().error.message.empty());
        CHECK_FALSE(iam::parse_json(row.text));
    }
}

TEST_CASE("one value alone has a place, and the limits hold") {
    const auto read = parse_placed_json("  42 ");
    REQUIRE(read);
    CHECK(read->places.at("").value == TextPlace{1, 3});
    iam::Limits limits;
    limits.depth_max = 2;
    CHECK(parse_placed_json("[[1]]", limits));
    CHECK_FALSE(parse_placed_json("[[[1]]]", limits));
}
