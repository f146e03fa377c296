#include "console/markdown/entities.hpp"

#include <catch2/catch.hpp>

using iam::console::entity_text;

TEST_CASE("common entities and numbers of characters become the characters") {
    CHECK(entity_text("&amp;") == "&");
    CHECK(entity_text("&lt;") == "<");
    CHECK(entity_text("&#65;") == "A");
    CHECK(entity_text("&#x41;") == "A");
    CHECK(entity_text("&#X20AC;") == "\u20AC");
    CHECK(entity_text("&#xe9;") == "\u00E9");
    CHECK(entity_text("&#x1F600;") == "\U0001F600");
}

TEST_CASE("an unknown entity stays as it is written") {
    CHECK(entity_text("&bogus;") == "&bogus;");
    CHECK(entity_text("&#;") == "&#;");
    CHECK(entity_text("&") == "&");
}

TEST_CASE("a number that is no character becomes the replacement character") {
    for (const char* number :
         {"&#0;", "&#xD800;", "&#x110000;", "&#99999999999;", "&#x;", "&#x4G;"})
        CHECK(entity_text(number) == "\uFFFD");
}
