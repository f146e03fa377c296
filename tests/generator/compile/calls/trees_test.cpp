// Rows TY36 and TY37: types that contain themselves, and types made of templates.
#include "kit.hpp"

namespace iam::test {
namespace {

/// A chain of so many nodes as JSON.
std::string chain(int depth) {
    std::string text = R"({"children":[],"name":"n"})";
    for (int i = 1; i < depth; ++i) text = R"({"children":[)" + text + R"(],"name":"n"})";
    return text;
}

}  // namespace

TEST_CASE("TY36 a type that contains itself is read and written as deep as it goes") {
    const Kit kit;
    CHECK(kit.caller.call(
              "count_nodes",
              R"({"root":{"name":"a","children":[{"name":"b"},{"name":"c","children":[]}]}})") ==
          "3");
    CHECK(kit.caller.prepare(
              "count_nodes",
              R"({"root":{"name":"a","children":[{"name":"b","children":[{"nam":"c"}]}]}})") ==
          "/root/children/0/children/0/nam: there is no member 'nam' here. Did you mean 'name'?\n"
          "/root/children/0/children/0/name: 'name' is missing");
    CHECK(kit.caller.call("chain_of", R"({"depth":2})") ==
          R"({"children":[{"children":[],"name":"n1"}],"name":"n2"})");
}

TEST_CASE("TY36 types may contain each other, through pointers and maps") {
    const Kit kit;
    CHECK(
        kit.caller.call("weigh", R"({"branch":{"leaves":{"a":{"weight":5,"grown":{"leaves":{"b":{}},
                                       "top":{"weight":100}}}}},"leaf":{"weight":10}})") == "116");
    CHECK(kit.caller.prepare("weigh",
                             R"({"branch":{"leaves":{"a":{"grown":{"leaves":{"b":null}}}}}})") ==
          "/branch/leaves/a/grown/leaves/b: expected object, got null");
    CHECK(kit.caller.call("last_link", R"({"link":{"number":1,"next":{"number":2}}})") ==
          R"({"number":2})");
    CHECK(kit.caller.call("last_link", "{}") == "null");
}

TEST_CASE("TY36 nothing is read deeper than 64 levels") {
    const Kit kit;
    CHECK(kit.caller.call("count_nodes", R"({"root":)" + chain(31) + "}") == "31");
    CHECK(says(kit.caller.prepare("count_nodes", R"({"root":)" + chain(33) + "}"),
               "nested too deeply"));
}

TEST_CASE("TY36 nothing is written deeper than it could be read") {
    const Kit kit;
    CHECK(says(kit.caller.call("chain_of", R"({"depth":32})"), R"({"children":[],"name":"n1"})"));
    CHECK(says(kit.caller.call("chain_of", R"({"depth":33})"), "unencodable_result: "));
    CHECK(kit.caller.call("ring_of_links", R"({"closed":false})") ==
          R"([{"next":{"number":2},"number":1}])");
    CHECK(says(kit.caller.call("ring_of_links", R"({"closed":true})"),
               "nested deeper than 64 levels"));
}

TEST_CASE("TY37 a type made of a template has its attributes and defaults") {
    const Kit kit;
    CHECK(kit.caller.prepare("turned_page",
                             R"({"page":{"items":[{"items":[1]}]},"flag":{"single":true}})") ==
          R"({"flag":{"single":true},"page":{"items":[{"items":[1],"number":2}],"number":2}})");
    CHECK(kit.caller.call("turned_page",
                          R"({"page":{"items":[{"number":7}]},"flag":{"single":true}})") ==
          R"({"items":["7"],"more":"single","number":10})");
    CHECK(
        kit.caller.prepare(
            "turned_page",
            R"({"page":{"items":[{"items":[1,2,3,4]},{"number":101}],"more":{"items":[""]}},"flag":{}})") ==
        "/page/items/0/items: the array has 4 elements\n"
        "/page/items/1/number: 101 is greater than 100\n"
        "/page/more/items/0: expected integer from -2147483648 to 2147483647, got a string\n"
        "/flag/single: 'single' is missing");
}

}  // namespace iam::test
