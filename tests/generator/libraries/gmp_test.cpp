// GMP through the gate of types.
#include "gmp.hpp"

#include <support/handlers.hpp>

#include <catch2/catch.hpp>
#include <iam_library_gmp.iam.hpp>

namespace arithmetic {

mpz_class greatest_divisor(const std::vector<mpz_class>& numbers) {
    mpz_class result = 0;
    for (const mpz_class& number : numbers) result = gcd(result, number);
    return result;
}

}  // namespace arithmetic

namespace iam::test {

TEST_CASE("gmp: integers of any size are read and written as digits") {
    Registry registry;
    REQUIRE(register_iam_library_gmp_tools(registry));
    const Caller caller{registry};
    CHECK(caller.call("greatest_divisor",
                      R"({"numbers":["300000000000000000000000","210000000000000000000000"]})") ==
          R"("30000000000000000000000")");
    CHECK(caller.prepare("greatest_divisor", R"({"numbers":["12","1x"]})").find("/numbers/1") !=
          std::string::npos);
    CHECK(caller.prepare("greatest_divisor", R"({"numbers":["12"]})").find("/numbers") !=
          std::string::npos);
}

}  // namespace iam::test
