// Functions of utf8proc, called as tools.
#include "utf8proc.hpp"

#include <support/handlers.hpp>

#include <catch2/catch.hpp>
#include <iam_library_utf8proc.iam.hpp>

namespace iam::test {

TEST_CASE("utf8proc: its own functions are tools once they are declared again with a tag") {
    Registry registry;
    REQUIRE(register_iam_library_utf8proc_tools(registry));
    const Caller caller{registry};
    CHECK(caller.call("utf8proc_toupper", R"({"c":228})") == "196");
    CHECK(caller.call("utf8proc_charwidth", R"({"codepoint":20013})") == "2");
    CHECK(caller.call("utf8proc_codepoint_valid", R"({"codepoint":55296})") == "false");
    CHECK(caller.prepare("utf8proc_toupper", R"({"c":1114112})").find("/c") != std::string::npos);
}

}  // namespace iam::test
