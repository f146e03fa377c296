// Rows TY17 to TY23 of the table of constructs: from text to the function and back.
#include "kit.hpp"

namespace iam::test {

TEST_CASE("TY17 every sequence is an array in its order") {
    const Kit kit;
    CHECK(kit.caller.call("chained", R"({"a":[1,2],"b":[3],"c":[4,5,6]})") == "[1,2,3,4,5,6,1]");
    CHECK(kit.caller.prepare("chained", R"({"a":[],"b":[]})") ==
          R"({"a":[],"b":[],"c":[7,8],"words":["x"]})");
    CHECK(kit.caller.prepare("chained", R"({"a":[1.5],"b":{},"c":["x",1]})") ==
          "/a/0: 1.5 is not an integer\n/b: expected array, got an object\n"
          "/c/0: expected integer from -2147483648 to 2147483647, got a string");
}

TEST_CASE("TY18 an array has exactly its number of elements") {
    const Kit kit;
    CHECK(kit.caller.call("turned", R"({"matrix":{"size":[1,2,3]}})") ==
          R"({"flags":[[false,false],[false,false]],"origin":[1,2],"size":[8,2,3]})");
    CHECK(
        kit.caller.prepare("turned", R"({"matrix":{"size":[1,2,3]}})") ==
        R"({"by":[3,4],"matrix":{"flags":[[false,false],[false,false]],"origin":[1,2],"size":[1,2,3]}})");
    CHECK(kit.caller.prepare("turned", R"({"matrix":{"size":[1,2],"origin":[1,2,3]},"by":[]})") ==
          "/matrix/size: the array has 2 elements\n/matrix/origin: the array has 3 elements\n"
          "/by: the array has 0 elements");
}

TEST_CASE("TY19 a set refuses what is given twice, however it is written") {
    const Kit kit;
    CHECK(kit.caller.call("common", R"({"a":["c","a","b"],"b":["b","c","d"],"sides":[]})") ==
          R"(["b","c"])");
    CHECK(kit.caller.prepare("common", R"({"a":["b","a"],"b":["b","a"]})") ==
          R"({"a":["a","b"],"b":["a","b"],"sides":["right"]})");
    CHECK(kit.caller.prepare("common", R"({"a":["a","\u0061"],"b":["x","y","x"]})") ==
          "/a/1: \"\\u0061\" is given twice\n/b/2: \"x\" is given twice");
    // Two names of one value are two values of JSON.
    CHECK(kit.caller.prepare("common", R"({"a":[],"b":[],"sides":["left","port"]})") ==
          R"({"a":[],"b":[],"sides":["left"]})");
}

TEST_CASE("TY17 a list that is to be unique refuses what is given twice, however it is written") {
    const Kit kit;
    CHECK(kit.caller.call("each_once", R"({"numbers":[3,1,2]})") == "[3,1,2]");
    CHECK(kit.caller.prepare("each_once", R"({"numbers":[1,1.0,1e0],"pair":[0,-0.0]})") ==
          "/numbers/1: 1.0 is given twice\n/numbers/2: 1e0 is given twice\n"
          "/pair/1: -0.0 is given twice");
    CHECK(kit.caller.prepare("each_once", R"({"numbers":[]})") ==
          "/numbers: the array has 0 elements");
}

TEST_CASE("TY20 a span looks at elements that live as long as the call") {
    const Kit kit;
    CHECK(kit.caller.call("sum", R"({"numbers":[100,200],"pair":[1,2]})") == "312");
    CHECK(kit.caller.prepare("sum", R"({"numbers":[],"pair":[1]})") ==
          "/pair: the array has 1 element");
}

TEST_CASE("TY21 an unordered map is written in the order of its names") {
    const Kit kit;
    CHECK(kit.caller.call("shuffled", R"({"values":{"z":1,"a":2,"m":3,"":4}})") ==
          R"({"":4,"a":2,"m":3,"z":1})");
}

TEST_CASE("TY22 integers and enumerators as keys have one spelling each") {
    const Kit kit;
    CHECK(kit.caller.call("mirrored", R"({"sides":{"left":{"-7":true,"10":false,"0":true}}})") ==
          R"({"left":{},"right":{"-7":true,"0":true,"10":false}})");
    CHECK(
        kit.caller.prepare(
            "mirrored",
            R"({"sides":{"port":{},"left":{"01":true,"+1":true,"128":true,"x":true,"-0":true}}})") ==
        "/sides/port: the name 'port' is not one of 'left', 'right'\n"
        "/sides/left/01: the name '01' is no such number\n"
        "/sides/left/+1: the name '+1' is no such number\n"
        "/sides/left/128: the name '128' is no such number\n"
        "/sides/left/x: the name 'x' is no such number\n"
        "/sides/left/-0: the name '-0' is no such number");
}

}  // namespace iam::test
