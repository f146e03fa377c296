// What is there rarely.
#include <generator/model/rare.hpp>

#include <catch2/catch.hpp>

#include <string>

using iam::gen::Rare;

TEST_CASE("what is rarely there is a value: a copy has its own") {
    Rare<std::string> one;
    CHECK_FALSE(one.has_value());
    CHECK(one.value_or("none") == "none");
    one = "a";
    Rare<std::string> two = one;
    *two += "b";
    CHECK(*one == "a");
    one = two;
    CHECK(*one == "ab");
    one = std::nullopt;
    CHECK_FALSE(one);
    one = std::optional<std::string>("c");
    CHECK(one.value_or("none") == "c");
    one.reset();
    CHECK_FALSE(one);
}
