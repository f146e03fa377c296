// Every type, from text to the function and back.
// Tests of runtime/src/tool/glue/glue.cpp.
#include "kit.hpp"

namespace iam::test {

TEST_CASE("TY01 TY05 numbers of every width reach the function and come back exactly") {
    const Kit kit;
    CHECK(kit.caller.call(
              "numbers",
              R"({"a":true,"b":-128,"c":255,"d":-32768,"e":65535,"f":-2147483648,"g":4294967295,)"
              R"("h":-9223372036854775808,"i":18446744073709551615,"j":0.1,"k":1e-7})") ==
          R"({"a":true,"b":-128,"c":255,"d":-32768,"e":65535,"f":-2147483648,"g":4294967295,)"
          R"("h":-9223372036854775808,"i":18446744073709551615,"j":0.1,"k":1e-7})");
}

TEST_CASE("numbers beyond their width are refused, all at once") {
    const Kit kit;
    CHECK(kit.caller.prepare(
              "numbers",
              R"({"a":1,"b":-129,"c":256,"d":32768,"e":-1,"f":2147483648,"g":4294967296,)"
              R"("h":9223372036854775808,"i":-1,"j":1e39,"k":"1"})") ==
          "/a: expected boolean, got a number\n"
          "/b: -129 is less than -128\n"
          "/c: 256 is greater than 255\n"
          "/d: 32768 is greater than 32767\n"
          "/e: -1 is less than 0\n"
          "/f: 2147483648 is greater than 2147483647\n"
          "/g: 4294967296 is greater than 4294967295\n"
          "/h: 9223372036854775808 is greater than 9223372036854775807\n"
          "/i: -1 is less than 0\n"
          "/j: 1e39 does not fit into 32 bits\n"
          "/k: expected number, got a string");
}

TEST_CASE("TY09 texts are passed by value, view, reference and rvalue") {
    const Kit kit;
    CHECK(kit.caller.call("texts", R"({"a":"1","b":"2\u0041","c":"3","d":"4"})") ==
          R"("1|2A|3|4")");
    CHECK(kit.caller.prepare("texts", R"({"a":"1","b":"2","c":"3"})") == "/d: 'd' is missing");
}

TEST_CASE("TY42 of overloads the tagged one is called, whatever is passed") {
    const Kit kit;
    CHECK(kit.caller.call("looks", R"({"numbers":[1]})") == R"("span")");
    CHECK(kit.caller.call("keeps", R"({"point":{"x":1}})") == R"("const reference")");
    CHECK(kit.caller.call("access", "{}") == R"("reading")");
}

TEST_CASE("TY12 enumerators go by name, and one without a name cannot be given back") {
    const Kit kit;
    CHECK(kit.caller.call("colour", R"({"colour":"blue"})") == R"("blue")");
    CHECK(kit.caller.call("colour", R"({"colour":"blue","plain":"plain_low"})") == R"("red")");
    CHECK(kit.caller.prepare("colour", R"({"colour":"blue"})") ==
          R"({"colour":"blue","plain":"plain_high"})");
    CHECK(kit.caller.prepare("colour", R"({"colour":"rot"})") ==
          "/colour: \"rot\" is not one of 'red', 'green', 'blue', 'crimson'");
    CHECK(says(kit.caller.call("no_colour", "{}"), "unencodable_result: "));
}

TEST_CASE(
    "TY33 TY35 an aggregate has the fields of its base, keeps its initialisers and is closed") {
    const Kit kit;
    CHECK(kit.caller.call("box", R"({"box":{"x":1,"corners":[],"counts":{}}})") ==
          R"({"colour":"green","corners":[],"counts":{},"width":1.5,"x":1,"y":3})");
    CHECK(
        kit.caller.call(
            "box",
            R"({"box":{"x":1,"y":2,"label":"l","corners":[{"x":5}],"counts":{"b":2,"a":1},"colour":"red","width":2}})") ==
        R"({"colour":"red","corners":[{"x":5,"y":3}],"counts":{"a":1,"b":2},"label":"l","width":2,"x":1,"y":2})");
    CHECK(
        kit.caller.prepare("box", R"({"box":{"z":1,"corners":[{"y":"u"}],"counts":{"a":"x"}}})") ==
        "/box/z: there is no member 'z' here. Did you mean 'x'?\n"
        "/box/corners/0/y: expected integer from -2147483648 to 2147483647, got a string\n"
        "/box/corners/0/x: 'x' is missing\n"
        "/box/counts/a: expected integer from -9223372036854775808 to 9223372036854775807, got a "
        "string\n"
        "/box/x: 'x' is missing");
}

TEST_CASE("TY15 optional parameters may be absent and are never null") {
    const Kit kit;
    CHECK(kit.caller.call("optionals", "{}") == "1000");
    CHECK(kit.caller.prepare("optionals", "{}") == R"({"d":"blue"})");
    CHECK(kit.caller.call("optionals", R"({"a":0,"b":"","c":"yes","d":"red"})") == "111");
    CHECK(kit.caller.prepare("optionals", R"({"a":null,"c":null})") ==
          "/a: expected integer from -2147483648 to 2147483647, got null\n/c: expected string, got "
          "null");
}

TEST_CASE("TY17 TY21 lists and maps reach the function and come back") {
    const Kit kit;
    CHECK(kit.caller.call(
              "lists",
              R"({"rows":[[1,2],[3]],"words":["ab"],"flags":[true,false],"gaps":[7,null]})") ==
          "[[3],[1,2],[2,1,0,7,-1]]");
    CHECK(kit.caller.call("maps", R"({"words":{"k":"v"},"colours":{"a":"red","b":"blue"}})") ==
          R"({"a":"red","b":"other","v":"k"})");
    CHECK(kit.caller.prepare("maps", R"({"words":{"k":1},"colours":{"a":"rot"}})") ==
          "/words/k: expected string, got a number\n/colours/a: \"rot\" is not one of 'red', "
          "'green', 'blue', 'crimson'");
}

TEST_CASE("TY54 an empty optional result is null and void is nothing") {
    const Kit kit;
    CHECK(kit.caller.call("maybe", R"({"there":true})") == "4");
    CHECK(kit.caller.call("maybe", R"({"there":false})") == "null");
    CHECK(kit.caller.call("nothing", "{}") == "done");
    CHECK(kit.caller.prepare("nothing", R"({"a":1})") == "/a: there is no member 'a' here");
}

TEST_CASE("a result that has no JSON is a failure with its own code, after the function ran") {
    const Kit kit;
    CHECK(kit.caller.call("divide", R"({"a":1,"b":4})") == "0.25");
    CHECK(says(kit.caller.call("divide", R"({"a":1,"b":0})"),
               "unencodable_result: the function ran"));
    CHECK(says(kit.caller.call("divide", R"({"a":0,"b":0})"), "unencodable_result: "));
    CHECK(says(kit.caller.call("bytes", "{}"), "unencodable_result: "));
}

TEST_CASE("what prepare gives it accepts and gives back unchanged") {
    const Kit kit;
    for (
        const auto& [tool, text] : std::vector<std::pair<std::string, std::string>>{
            {"box", R"({"box":{"y":1e0,"x":1.0,"corners":[{"x":2}],"counts":{"b":1,"a":2}}})"},
            {"numbers",
             R"({"k":0.30000000000000004,"j":16777217,"a":true,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1})"},
            {"lists", R"({"words":["\u00e9"],"rows":[],"gaps":[null],"flags":[]})"},
            {"optionals", R"({"a":1})"}}) {
        const std::string once = kit.caller.prepare(tool, text);
        CHECK(once.front() == '{');
        CHECK(kit.caller.prepare(tool, once) == once);
    }
}

TEST_CASE("hostile texts are refused and never crash") {
    const Kit kit;
    for (const std::string& text :
         {std::string(), std::string("null"), std::string("{"), std::string("[]"),
          std::string("\"{}\""), std::string(R"({"a":1,"a":2})"), std::string("{}{}"),
          std::string("\xEF\xBB\xBF{}"), std::string("{\"a\":\"\xFF\"}"),
          std::string(R"({"a":"\ud800"})"), std::string(100'000, '['),
          std::string(R"({"rows":)") + std::string(5000, '[')}) {
        CHECK_FALSE(kit.caller.prepare("lists", text).empty());
        CHECK(kit.caller.prepare("lists", text).front() != '{');
    }
}

}  // namespace iam::test
