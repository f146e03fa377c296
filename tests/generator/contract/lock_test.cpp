#include <generator/contract/lock.hpp>

#include <catch2/catch.hpp>

namespace {

using iam::gen::contract::Difference;
using iam::gen::contract::differences;
using iam::gen::contract::lock_text;
using iam::gen::contract::read_catalogue;

iam::OrderedJson catalogue(const std::string& tools) {
    auto read = read_catalogue(R"({"iam":1,"tools":[)" + tools + "]}");
    REQUIRE(read);
    return *read;
}

}  // namespace

TEST_CASE("a manifest does not differ from the lock that was written from it") {
    const auto manifest = catalogue(
        R"({"name":"a","_meta":{"iam/contract":{"source":{"file":"a.hpp","line":3},"undo":true}}})");
    const auto lock = read_catalogue(lock_text(manifest));
    REQUIRE(lock);
    CHECK(differences(*lock, manifest).empty());
    CHECK(lock_text(manifest).find("a.hpp") == std::string::npos);
}

TEST_CASE("a tag that only moved in its file is no difference") {
    const auto before = catalogue(R"({"name":"a","_meta":{"iam/contract":{"source":{"line":3}}}})");
    const auto after = catalogue(R"({"name":"a","_meta":{"iam/contract":{"source":{"line":9}}}})");
    CHECK(differences(before, after).empty());
}

TEST_CASE("the order of members is no difference, the order of elements is") {
    CHECK(differences(catalogue(R"({"name":"a","x":1})"), catalogue(R"({"x":1,"name":"a"})"))
              .empty());
    const auto found =
        differences(catalogue(R"({"name":"a","x":[1,2]})"), catalogue(R"({"name":"a","x":[2,1]})"));
    REQUIRE(found.size() == 2);
    CHECK(found[0] == Difference{"a", "/x/0", "1", "2"});
}

TEST_CASE("changed, new and lost members are named by tool and pointer, all at once") {
    const auto found =
        differences(catalogue(R"({"name":"a","x":{"y":1,"lost":true}},{"name":"gone"})"),
                    catalogue(R"({"name":"a","x":{"y":2,"a/b":3}},{"name":"new"})"));
    REQUIRE(found.size() == 5);
    CHECK(to_text(found[0]) == "a: /x/a~1b is new: 3");
    CHECK(to_text(found[1]) == "a: /x/lost is gone, was true");
    CHECK(to_text(found[2]) == "a: /x/y was 1, is 2");
    CHECK(to_text(found[3]) == "gone: in the lock, no longer a tool");
    CHECK(to_text(found[4]) == "new: new tool, not in the lock");
}

TEST_CASE("numbers differ by value, not by spelling, and large ones are told apart") {
    CHECK(differences(catalogue(R"({"name":"a","x":1.0})"), catalogue(R"({"name":"a","x":1})"))
              .empty());
    CHECK(differences(catalogue(R"({"name":"a","x":18446744073709551615})"),
                      catalogue(R"({"name":"a","x":-1})"))
              .size() == 1);
}

TEST_CASE("what is not a catalogue is refused with the place") {
    CHECK(read_catalogue("[]").error().pointer == "/iam");
    CHECK(read_catalogue(R"({"iam":1})").error().pointer == "/tools");
    CHECK(read_catalogue(R"({"iam":1,"tools":[{}]})").error().pointer == "/tools/0/name");
    CHECK(read_catalogue(R"({"iam":1,"tools":[{"name":"a"},{"name":"a"}]})").error().pointer ==
          "/tools/1/name");
    CHECK_FALSE(read_catalogue("{"));
}
