// Boost through the gate of types: values that JSON has no kind for.
#include "boost.hpp"

#include <support/handlers.hpp>

#include <catch2/catch.hpp>
#include <iam_library_boost.iam.hpp>

namespace numbers {

Fraction add(Fraction left, Fraction right) {
    return left + right;
}

Big factorial(unsigned of, const Big& times) {
    Big product = times;
    for (unsigned i = 2; i <= of; ++i) product *= i;
    return product;
}

int version_of(const boost::uuids::uuid& id) {
    return static_cast<int>(id.version());
}

}  // namespace numbers

namespace iam::test {

TEST_CASE("boost: fractions, integers of any size and UUIDs are read and written") {
    Registry registry;
    REQUIRE(register_iam_library_boost_tools(registry));
    const Caller caller{registry};
    CHECK(
        caller.call(
            "add",
            R"({"left":{"numerator":1,"denominator":6},"right":{"numerator":1,"denominator":3}})") ==
        R"({"denominator":2,"numerator":1})");
    CHECK(
        caller.prepare("add", R"({"left":{"numerator":1,"denominator":0},"right":{"numerator":1}})")
            .find("/left/denominator") != std::string::npos);
    CHECK(caller.call("factorial", R"({"of":25})") == R"("15511210043330985984000000")");
    CHECK(caller.call("factorial", R"({"of":3,"times":"100000000000000000000"})") ==
          R"("600000000000000000000")");
    CHECK(caller.prepare("factorial", R"({"of":3,"times":"012"})").find("/times") !=
          std::string::npos);
    CHECK(caller.call("version_of", R"({"id":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"})") == "1");
    CHECK(caller.prepare("version_of", R"({"id":"6ba7b810"})").find("/id") != std::string::npos);
}

}  // namespace iam::test
