// Row TY25: variants.
// Tests of runtime/src/tool/codecs/variant.cpp.
#include "kit.hpp"

namespace iam::test {

TEST_CASE("TY25 structs of a variant are told apart by the member type") {
    const Kit kit;
    CHECK(kit.caller.call("same_shape", R"({"shape":{"radius":3,"type":"circle"}})") ==
          R"({"radius":3,"type":"circle"})");
    CHECK(kit.caller.call("same_shape", R"({"shape":{"type":"Square","x_mark":"x"}})") ==
          R"({"side":1,"type":"Square","x_mark":"x"})");
    CHECK(
        kit.caller.call(
            "same_shape",
            R"({"shape":{"parts":[{"type":"Group","parts":[]},{"type":"Square"}],"type":"Group"}})") ==
        R"({"parts":[{"parts":[],"type":"Group"},{"side":1,"type":"Square","x_mark":""}],"type":"Group"})");
}

TEST_CASE("TY25 a struct without its tag, or with another one, is none of a variant") {
    const Kit kit;
    CHECK(kit.caller.prepare("same_shape", R"({"shape":{"radius":3}})") ==
          "/shape/type: 'type' is missing");
    CHECK(says(kit.caller.prepare("same_shape", R"({"shape":{"type":"Circle","radius":3}})"),
               "/shape/type: \"Circle\" is not one of"));
    CHECK(says(kit.caller.prepare("same_shape", R"({"shape":{"type":1,"radius":3}})"),
               "/shape/type: "));
    CHECK(
        kit.caller.prepare("same_shape", R"({"shape":{"type":"circle","radius":101,"side":1}})") ==
        "/shape/radius: 101 is greater than 100\n/shape/side: there is no member 'side' here");
    CHECK(kit.caller.prepare("same_shape", R"({"shape":7})") ==
          "/shape: expected object, got a number");
    CHECK(says(kit.caller.prepare("same_shape",
                                  R"({"shape":{"type":"circle","type":"circle","radius":1}})"),
               "type"));
}

TEST_CASE("TY25 other alternatives are told apart by their kinds") {
    const Kit kit;
    const auto thing = [&](const std::string& json) {
        return kit.caller.call("same_thing", R"({"thing":)" + json + "}");
    };
    CHECK(thing("null") == R"({"index":0,"key":true,"thing":null})");
    CHECK(thing("true") == R"({"index":1,"key":true,"thing":true})");
    CHECK(thing("12") == R"({"index":2,"key":true,"thing":12})");
    CHECK(thing(R"("green")") == R"({"index":3,"key":true,"thing":"green"})");
    CHECK(thing("[1,2]") == R"({"index":4,"key":true,"thing":[1,2]})");
    CHECK(thing(R"({"side":5})") == R"({"index":5,"key":true,"thing":{"side":5,"x_mark":""}})");
    CHECK(says(thing("1.5"), "/thing: 1.5 is not an integer"));
    CHECK(says(thing(R"("blue")"), "/thing: \"blue\" is not one of"));
    CHECK(says(thing(R"({"type":"Square"})"), "/thing/type: there is no member 'type' here"));
    CHECK(says(kit.caller.prepare("same_thing", "{}"), "/thing: 'thing' is missing"));
}

TEST_CASE("TY25 what is wrong with a secret variant does not repeat it") {
    const Kit kit;
    CHECK_FALSE(
        says(kit.caller.prepare("same_thing", R"({"thing":1,"key":{"type":"hush"}})"), "hush"));
    CHECK(kit.caller.prepare("same_thing", R"({"thing":1,"key":{"type":"Square"}})") ==
          R"({"key":{"side":1,"type":"Square","x_mark":""},"thing":1})");
}

TEST_CASE("B1 a struct that is given begins as its type does, not as the parameter or field") {
    const Kit kit;
    CHECK(kit.caller.call("size_of", R"({"size":{"height":7}})") == R"("80x7")");
    CHECK(kit.caller.call("size_of", R"({"size":{}})") == R"("80x24")");
    CHECK(kit.caller.call("size_of", "{}") == R"("200x100")");
    CHECK(kit.caller.prepare("pinned", R"({"note":{"size":{"width":1},"slip":{}}})") ==
          R"({"note":{"size":{"height":24,"width":1},"slip":{}}})");
    CHECK(kit.caller.prepare("pinned", R"({"note":{}})") ==
          R"({"note":{"size":{"height":100,"width":200},"slip":{"mark":5}}})");
}

TEST_CASE("B1 an undo gets an optional that was returned empty as an empty one") {
    const Kit kit;
    const std::string arguments = kit.caller.prepare("pinned", R"({"note":{"slip":{}}})");
    CHECK(arguments == R"({"note":{"size":{"height":100,"width":200},"slip":{}}})");
    const std::string result = kit.caller.call("pinned", arguments);
    CHECK(result == R"({"size":{"height":100,"width":200},"slip":{}})");
    CHECK_THROWS_WITH(kit.caller.undo("pinned", arguments, result),
                      "no mark 200x100, no mark 200x100");
}

TEST_CASE("TY25 an undo reads back what only own texts may hold, before the tag too") {
    const Kit kit;
    CHECK(kit.caller.undo("written", R"({"text":"abc"})",
                          R"({"text":"a\u0000b","type":"Label"})") == "done");
}

TEST_CASE("B3 types whose names are functions as well are taken and given back") {
    const Kit kit;
    CHECK(kit.caller.call("status", "{}") == R"({"left":6,"used":11})");
    CHECK(kit.caller.call("status", R"({"last":{"used":5},"mode":"fast","level":1})") ==
          R"({"left":4,"used":25})");
    CHECK(kit.caller.undo("status", R"({"last":{"left":2,"used":1},"level":4,"mode":"slow"})",
                          R"({"left":6,"used":11})") == "done");
    CHECK(kit.caller.call("mode_of", R"({"of":{"used":5}})") == R"("fast")");
}

TEST_CASE("B6 bit-fields without a name and maps and sets by std::less<> are taken") {
    const Kit kit;
    CHECK(kit.caller.call("many", R"({"all":{"b":{"used":2},"a":{"used":1}},"how":["fast"]})") ==
          R"([{"left":3,"used":1},{"left":3,"used":2}])");
}

}  // namespace iam::test
