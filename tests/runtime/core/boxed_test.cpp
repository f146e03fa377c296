// What few values have.
#include <iam/core/boxed.hpp>

#include <catch2/catch.hpp>

#include <string>

using iam::Boxed;

TEST_CASE("what is boxed is a value: a copy has its own") {
    Boxed<std::string> one;
    CHECK_FALSE(one.has_value());
    CHECK(one.value_or("none") == "none");
    one = "a";
    Boxed<std::string> two = one;
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
