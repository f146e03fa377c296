// The defects of the closest peer that are about what is generated, each as a test that it is not
// ours; the others are in tests/runtime/gate/peers_defects_test.cpp.
#include "kit.hpp"
#include <generator/compile/functions.hpp>
#include <iam/core/json.hpp>

namespace iam::test {
namespace {

Json document_of(const Kit& kit, const char* name) {
    const auto catalogue = kit.registry.snapshot();
    const Contract* contract = catalogue->find({"", name});
    REQUIRE(contract != nullptr);
    return parse_json(contract->document).value();
}

}  // namespace

// That a companion of nothing, of two or of other parameters is an error is shown by
// tests/generator/cases/companion_*.
TEST_CASE("defect 8: previews and undos are bound by the generator, each to its tool", "[peers]") {
    const Kit kit;
    const auto catalogue = kit.registry.snapshot();
    const auto companions = [&](const char* name) {
        const Contract* contract = catalogue->find({"", name});
        REQUIRE(contract != nullptr);
        return std::pair(contract->has_preview, contract->has_undo);
    };
    CHECK(companions("insert") == std::pair(true, true));
    CHECK(companions("print") == std::pair(false, true));
    CHECK(companions("text") == std::pair(false, false));
    CHECK(kit.caller.call("insert", R"({"at":0,"text":"abc"})") == R"({"at":0,"length":3})");
    CHECK(kit.caller.call("print", R"({"page":"one"})") == "done");
    CHECK(kit.caller.undo("insert", R"({"at":0,"text":"abc"})", R"({"at":0,"length":3})") ==
          "done");
    CHECK(kit.caller.call("text", "{}") == R"("")");
    CHECK(kit.printer.printed.size() == 1);
}

TEST_CASE("defect 11: schemas have descriptions, defaults, enums, nesting, bounds and outputs",
          "[peers]") {
    const Kit kit;
    const Json parts = document_of(kit, "parts");
    const Json list = parts["inputSchema"]["properties"]["parts"];
    CHECK(list["description"] == "what to count");
    CHECK(list["maxItems"] == 2);
    const Json part = list["items"];
    CHECK(part["properties"]["count"]["default"] == 2);
    CHECK(part["properties"]["count"]["maximum"] == 9);
    CHECK(part["properties"]["country-code"]["pattern"] == "^[A-Z]{2}$");
    CHECK(parts["outputSchema"]["properties"].contains("country-code"));
    const Json thing = document_of(kit, "same_thing")["inputSchema"];
    CHECK(thing.dump().find(R"("enum":["red","green"])") != std::string::npos);
}

TEST_CASE("defect 12: what a tool does not declare is refused before the function", "[peers]") {
    const Kit kit;
    CHECK(document_of(kit, "count_up")["inputSchema"]["additionalProperties"] == false);
    const int before = forms::Counter::count;
    CHECK(says(kit.caller.prepare("count_up", R"({"step":1,"bad":true})"), "/bad: "));
    CHECK(forms::Counter::count == before);
}

TEST_CASE("defect 13: every element of a list is read before the function, and all errors come",
          "[peers]") {
    const Kit kit;
    const std::string refused = kit.caller.prepare("later", R"({"numbers":[true,2,"x"]})");
    CHECK(says(refused, "/numbers/0: expected integer"));
    CHECK_FALSE(says(refused, "/numbers/1"));
    CHECK(says(refused, "/numbers/2: expected integer"));
}

}  // namespace iam::test
