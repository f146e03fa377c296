// Rows TY14, TY18, TY19, TY24 and TY40: from text to the function and back.
#include "kit.hpp"

namespace iam::test {

TEST_CASE("B6 TY40 the fields of a struct without a name are fields of the struct around it") {
    const Kit kit;
    CHECK(kit.caller.call("same_box", "{}") ==
          R"({"depth":2,"id":1,"is_open":1,"scale":2,"width":70})");
    CHECK(kit.caller.call("same_box", R"({"box":{"id":4,"depth":3,"is_open":0}})") ==
          R"({"depth":3,"id":4,"is_open":0,"scale":1.5,"width":80})");
    CHECK(kit.caller.prepare("same_box", R"({"box":{"id":4,"depth":10,"is_open":2}})") ==
          "/box/depth: 10 is greater than 9\n/box/is_open: 2 is greater than 1");
}

TEST_CASE("B6 TY18 an array of arrays is a list of lists") {
    const Kit kit;
    CHECK(kit.caller.call("same_board",
                          R"({"board":{"names":["ab","c"],"marks":[["left","top"]]}})") ==
          R"({"cells":[[1,2],[3,0]],"marks":[["left","top"]],"names":["ab","c"]})");
    CHECK(kit.caller.call(
              "same_board",
              R"({"board":{"cells":[[5,6],[7,8]],"names":["",""],"marks":[["none","both"]]}})") ==
          R"({"cells":[[5,6],[7,8]],"marks":[["none","both"]],"names":["",""]})");
    CHECK(kit.caller.prepare("same_board",
                             R"({"board":{"cells":[[5],[7,8]],"names":["","abc"],"marks":[]}})") ==
          "/board/cells/0: the array has 1 element\n"
          "/board/names/1: \"abc\" has 3 bytes\n"
          "/board/marks: the array has 0 elements");
}

TEST_CASE("B6 TY14 a parameter or field may hold flags of an enumeration that has none elsewhere") {
    const Kit kit;
    CHECK(kit.caller.call("sides", R"({"first":"both"})") == R"("3,1,0")");
    CHECK(kit.caller.call("sides", R"({"first":"none","all":["right","top"],"more":["both"]})") ==
          R"("0,6,3")");
    CHECK(kit.caller.prepare("sides", R"({"first":["left"],"all":"left","more":["none"]})") ==
          "/first: expected one of 'none', 'left', 'right', 'both', 'top', got an array\n"
          "/all: expected array of any of 'left', 'right', 'both', 'top', got a string\n"
          "/more/0: \"none\" is not one of 'left', 'right', 'both', 'top'");
    CHECK(kit.caller.call("turned_sides", R"({"list":[["left","right"],[],["top"]]})") ==
          R"([["top"],[],["left","right"]])");
}

TEST_CASE("B6 TY19 an unordered set of numbers is written in their order") {
    const Kit kit;
    CHECK(kit.caller.call("ordered_numbers", R"({"set":[100,20,3,-1]})") == "[-1,3,20,100]");
}

TEST_CASE("B6 TY24 parts that may be missing are left out, and an undo reads both forms") {
    const Kit kit;
    CHECK(kit.caller.prepare("stored", R"({"entry":[["a",null],true]})") ==
          R"({"entry":{"first":{"first":"a"},"second":true}})");
    CHECK(kit.caller.call("stored", R"({"entry":[["a",3],true],"other":{"first":"b"}})") ==
          R"({"first":"b"})");
    CHECK(kit.caller.prepare("stored", R"({"entry":{"first":{"second":1},"third":2}})") ==
          "/entry/first/first: 'first' is missing\n"
          "/entry/third: there is no member 'third' here\n"
          "/entry/second: 'second' is missing");
    const std::string arguments = R"({"entry":{"first":{"first":"a"},"second":true}})";
    CHECK(kit.caller.undo("stored", arguments, R"({"first":"a"})") == "done");
    CHECK(kit.caller.undo("stored", arguments, R"(["a",null])") == "done");
}

}  // namespace iam::test
