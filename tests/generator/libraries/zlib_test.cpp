// Functions of zlib, called as tools.
#include "zlib.hpp"

#include <support/handlers.hpp>

#include <catch2/catch.hpp>
#include <iam_library_zlib.iam.hpp>

namespace iam::test {

TEST_CASE("zlib: its own functions are tools once they are declared again with a tag") {
    Registry registry;
    REQUIRE(register_iam_library_zlib_tools(registry));
    const Caller caller{registry};
    const auto crc_of = [](const char* text, unsigned length) {
        return std::to_string(crc32(0, reinterpret_cast<const Bytef*>(text), length));
    };
    CHECK(caller.call("crc32_combine", R"({"first":)" + crc_of("ab", 2) + R"(,"second":)" +
                                           crc_of("c", 1) + R"(,"length":1})") == crc_of("abc", 3));
    CHECK(caller.call("compress_bound", R"({"sourceLen":1000})") ==
          std::to_string(compressBound(1000)));
    CHECK(caller.prepare("crc32_combine", R"({"first":4294967296,"second":0,"length":0})")
              .find("/first") != std::string::npos);
}

}  // namespace iam::test
