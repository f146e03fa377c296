// Rows TY39 and TY56: types with an iam::codec, and any JSON.
// Tests of runtime/src/tool/codecs/json.cpp.
#include "kit.hpp"

#include <string>

namespace iam::test {

TEST_CASE("TY39 a type with a codec is read and written as its wire type") {
    const Kit kit;
    CHECK(kit.caller.call("shared", R"({"text":"a","shares":[{"part":1,"whole":2},{"part":3}]})") ==
          R"(["a1/2","a3/100","."])");
    CHECK(kit.caller.call("shared", R"({"text":"a","shares":[],"last":"!"})") == R"(["!"])");
    CHECK(kit.caller.prepare("shared", R"({"text":"a","shares":[{"part":3}]})") ==
          R"({"shares":[{"part":3,"whole":100}],"text":"a"})");
    CHECK(kit.caller.call("half", R"({"of":{"part":1,"whole":2}})") == R"({"part":1,"whole":4})");
    CHECK(kit.caller.call("half", R"({"of":5})") == R"({"part":1,"whole":5})");
}

TEST_CASE("TY39 constraints hold for the wire type, and the program may refuse what is left") {
    const Kit kit;
    CHECK(kit.caller.prepare("shared", R"({"text":"abcd","shares":[{"part":1,"whole":1001}]})") ==
          "/text: \"abcd\" has 4 characters\n/shares/0/whole: 1001 is greater than 1000");
    CHECK(says(kit.caller.prepare("shared", R"({"text":"a","shares":[{"part":3,"whole":2}]})"),
               "/shares/0: {\"part\":3,\"whole\":2} has no meaning for the program"));
    CHECK(kit.caller.prepare("shared", R"({"text":7,"shares":[]})") ==
          "/text: expected string of 1 to 3 characters, got a number");
}

TEST_CASE("TY56 any JSON goes through as it is, in canonical form") {
    const Kit kit;
    const auto same = [&](const std::string& value) {
        return kit.caller.call("same_json", R"({"value":)" + value + "}");
    };
    CHECK(same("null") == "null");
    CHECK(same(R"({"b":[1.0,18446744073709551615,-1e2],"a":"x"})") ==
          R"({"a":"x","b":[1,18446744073709551615,-100]})");
    CHECK(says(same("1e999"), "/value"));
    CHECK(says(same(R"({"a":1,"a":2})"), "a"));
    CHECK(says(kit.caller.prepare("same_json", "{}"), "/value: 'value' is missing"));
}

TEST_CASE("TY56 what would be too deep to be read again is no result") {
    const Kit kit;
    CHECK(says(kit.caller.call("same_json", R"({"value":1,"around":64})"), "[[["));
    CHECK(says(kit.caller.call("same_json", R"({"value":1,"around":65})"), "unencodable_result: "));
}

}  // namespace iam::test
