// Ids and texts as values.
#include <iam/rpc/message.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>
#include <string>

using iam::rpc::Id;

TEST_CASE("an id is its canonical JSON text") {
    CHECK(Id::of(std::int64_t{-7}).json() == "-7");
    CHECK(Id::of(std::numeric_limits<std::uint64_t>::max()).json() == "18446744073709551615");
    CHECK(Id::of("a\"b\n")->json() == R"("a\"b\n")");
    CHECK_FALSE(Id::of("\xFF").has_value());
}

TEST_CASE("a number and a string of the same digits are two ids") {
    CHECK(Id::of(std::int64_t{1}) == Id::of(std::uint64_t{1}));
    CHECK(Id::of(std::int64_t{1}) != *Id::of("1"));
}

TEST_CASE("parameters and results read as values, absent ones as null") {
    CHECK(iam::rpc::value_of("").value().is_null());
    CHECK(iam::rpc::value_of(R"({"a":[1]})").value()["a"][0] == 1);
    // A decoder of arguments would refuse it; a result may have it.
    CHECK(iam::rpc::value_of(R"("\u0000")").value() == std::string(1, '\0'));
    CHECK_FALSE(iam::rpc::value_of("{").has_value());
}
