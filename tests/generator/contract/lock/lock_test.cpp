#include <generator/contract/lock/lock.hpp>
#include <generator/contract/support.hpp>

#include <catch2/catch.hpp>

using namespace iam::gen::contract;
using iam::gen::contract::test::catalogue;

TEST_CASE("a lock leaves out where tools stand, and nothing else") {
    const auto manifest = catalogue(
        R"({"name":"a","_meta":{"iam/contract":{"source":{"file":"a.hpp","line":3},"undo":true}}})");
    const std::string text = lock_text(manifest.document);
    CHECK(text.find("a.hpp") == std::string::npos);
    CHECK(text.find("\"undo\": true") != std::string::npos);
    const auto lock = read_catalogue(text);
    REQUIRE(lock);
    CHECK(lock_text(lock->document) == text);
    const auto moved = catalogue(
        R"({"name":"a","_meta":{"iam/contract":{"source":{"file":"b.hpp","line":9},"undo":true}}})");
    CHECK(lock_text(moved.document) == text);
}

TEST_CASE("a lock has the order of its manifest") {
    CHECK(lock_text(catalogue(R"({"name":"a","x":1})").document) !=
          lock_text(catalogue(R"({"x":1,"name":"a"})").document));
}

namespace {

/// One lock of these tools, each list a manifest.
iam::Result<Catalogue> one_of(std::initializer_list<const char*> manifests) {
    std::vector<NamedCatalogue> list;
    for (const char* tools : manifests)
        list.push_back({std::to_string(list.size()) + ".json", catalogue(tools)});
    return united(std::move(list));
}

}  // namespace

TEST_CASE("the lock of several targets is the same in whichever order they are given") {
    const char* const first = R"({"name":"b"},{"name":"c","x":1})";
    const char* const second = R"({"name":"a"})";
    const auto all = one_of({first, second});
    REQUIRE(all);
    CHECK(lock_text(all->document) == lock_text(one_of({second, first})->document));
    CHECK(lock_text(all->document) ==
          lock_text(catalogue(R"({"name":"a"},{"name":"b"},{"name":"c","x":1})").document));
    CHECK(lock_text(one_of({first})->document) == lock_text(catalogue(first).document));
}

TEST_CASE(
    "a tool that two targets have alike is in their lock once, and one that differs is refused") {
    const auto placed = [](const char* file, const char* more) {
        return std::string(R"({"name":"a","_meta":{"iam/contract":{"source":{"file":")") + file +
               R"("})" + more + "}}}";
    };
    const auto alike = one_of({placed("a.hpp", "").c_str(), placed("b.hpp", "").c_str()});
    REQUIRE(alike);
    CHECK(alike->tools().size() == 1);
    const auto differs =
        one_of({placed("a.hpp", "").c_str(), placed("b.hpp", R"(,"policy":"deny")").c_str()});
    REQUIRE_FALSE(differs);
    CHECK(differs.error().message.find("1.json and 0.json have two tools 'a' that differ") !=
          std::string::npos);
}

TEST_CASE("what is not a catalogue is refused with the place") {
    CHECK(read_catalogue("[]").error().pointer == "/iam");
    CHECK(read_catalogue(R"({"iam":1})").error().pointer == "/tools");
    CHECK(read_catalogue(R"({"iam":1,"tools":[{}]})").error().pointer == "/tools/0/name");
    CHECK(read_catalogue(R"({"iam":1,"tools":[{"name":"a"},{"name":"a"}]})").error().pointer ==
          "/tools/1/name");
    CHECK_FALSE(read_catalogue("{"));
}

TEST_CASE("the answer of a server is a catalogue of somebody else, where that is taken") {
    for (const char* text : {R"({"tools":[{"name":"a"}]})",
                             R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}})"}) {
        INFO(text);
        CHECK(read_catalogue(text).error().pointer == "/iam");
        const auto taken = read_catalogue(text, Accept::any);
        REQUIRE(taken);
        CHECK_FALSE(taken->is_ours);
        CHECK(taken->tools().size() == 1);
    }
    CHECK(read_catalogue(R"({"iam":1,"tools":[]})", Accept::any)->is_ours);
    // What answers a request is never ours, whatever it says of itself.
    CHECK_FALSE(
        read_catalogue(R"({"jsonrpc":"2.0","result":{"iam":1,"tools":[]}})", Accept::any)->is_ours);
    CHECK(read_catalogue(R"({"tools":[],"nextCursor":"x"})", Accept::any).error().pointer ==
          "/nextCursor");
    CHECK(read_catalogue(R"({"tools":[],"nextCursor":null})", Accept::any));
    CHECK(read_catalogue(R"({"iam":"1","tools":[]})", Accept::any)->is_ours == false);
    CHECK(read_catalogue(R"({"result":{"tools":[]}})", Accept::any).error().pointer == "/tools");
}

TEST_CASE("members of another kind than usual do no harm") {
    const auto odd =
        catalogue(R"({"name":"a","_meta":3},{"name":"b","_meta":{"iam/contract":[]}})");
    CHECK(lock_text(odd.document).find("\"_meta\": 3") != std::string::npos);
}
