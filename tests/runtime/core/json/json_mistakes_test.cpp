#include <iam/core/json_mistakes.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace {

using Lines = std::vector<std::string>;

iam::PlacedJson document_of(const std::string& text) {
    auto document = iam::parse_placed_json(text);
    if (!document) FAIL(document.error().error.message);
    return *std::move(document);
}

/// "LINE:COLUMN POINTER" of each mistake.
Lines places_of(const std::vector<iam::PlacedError>& mistakes) {
    Lines lines;
    for (const iam::PlacedError& each : mistakes)
        lines.push_back(std::to_string(each.place.line) + ":" + std::to_string(each.place.column) +
                        " " + each.error.pointer);
    return lines;
}

}  // namespace

TEST_CASE("a mistake stands at its value, at its name, or at the nearest parent in the file") {
    const iam::PlacedJson document = document_of("{\"a\": [1,\n {\"b\": 2}]}");
    iam::JsonMistakes mistakes(document);
    mistakes.add("/a/1/b", "wrong.");
    mistakes.add("/a/1/b", "wrong.", true);
    mistakes.add("/a/1/c/d", "missing.");
    mistakes.add("", "wrong.");
    CHECK(places_of(mistakes.all()) == Lines{"2:8 /a/1/b", "2:3 /a/1/b", "2:2 /a/1/c/d", "1:1 "});
    CHECK(places_of(mistakes.in_order()) ==
          Lines{"1:1 ", "2:2 /a/1/c/d", "2:3 /a/1/b", "2:8 /a/1/b"});
    CHECK(mistakes.all().front().error.code == iam::Errc::invalid_argument);
}

TEST_CASE("each unknown member is a mistake at its name, which lists the known ones") {
    const iam::PlacedJson document = document_of(R"({"name": 1, "colour": 2, "nome": 3})");
    iam::JsonMistakes mistakes(document);
    mistakes.add_unknown_members(document.value, "", {"name", "size"});
    REQUIRE(places_of(mistakes.in_order()) == Lines{"1:13 /colour", "1:26 /nome"});
    CHECK(mistakes.in_order()[0].error.message ==
          "there is no member 'colour' here; known are 'name', 'size'.");
    CHECK(mistakes.in_order()[1].error.message ==
          "there is no member 'nome' here; known are 'name', 'size'. Did you mean 'name'?");
}

TEST_CASE("pointers to members and elements are escaped") {
    CHECK(iam::pointer_below("", "a/b~c") == "/a~1b~0c");
    CHECK(iam::pointer_below("/x", std::size_t{10}) == "/x/10");
}
