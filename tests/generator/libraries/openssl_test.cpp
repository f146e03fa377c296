// Functions of OpenSSL, called as tools.
#include "openssl.hpp"

#include <support/handlers.hpp>

#include <catch2/catch.hpp>
#include <iam_library_openssl.iam.hpp>

namespace iam::test {

TEST_CASE("openssl: its own functions are tools once they are declared again with a tag") {
    Registry registry;
    REQUIRE(register_iam_library_openssl_tools(registry));
    const Caller caller{registry};
    CHECK(caller.call("openssl_version_major", "{}") == std::to_string(OPENSSL_VERSION_MAJOR));
    CHECK(caller.call("openssl_hexchar2int", R"({"digit":70})") == "15");
    CHECK(caller.call("openssl_hexchar2int", R"({"digit":71})") == "-1");
    CHECK(caller.prepare("openssl_hexchar2int", R"({"digit":128})").find("/digit") !=
          std::string::npos);
}

}  // namespace iam::test
