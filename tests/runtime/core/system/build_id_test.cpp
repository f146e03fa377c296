// The build id of this very program.
#include <iam/core/build_id.hpp>

#include <catch2/catch.hpp>

#include <string>

TEST_CASE("a program knows the build id that its linker gave it") {
    const std::string id = iam::build_id();
    INFO(id);
    // SHA-1 of GNU ld and gold; lld has 8 bytes.
    CHECK((id.size() == 40 || id.size() == 16));
    CHECK(id.find_first_not_of("0123456789abcdef") == std::string::npos);
    CHECK(iam::build_id() == id);
}
