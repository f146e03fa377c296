// The manifest, the contracts in the program and hand-made tools say the same.
#include "kit.hpp"
#include <iam/contract/digests.hpp>
#include <iam/tool/define.hpp>
#include <support/named_registry.hpp>

#include <fstream>
#include <iterator>

namespace iam::test {
namespace {

OrderedJson manifest() {
    std::ifstream file(IAM_TEST_MANIFEST);
    const std::string text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    const auto parsed = parse_ordered_json(text);
    REQUIRE(parsed);
    return *parsed;
}

/// The tool object of the program.
Json tool_object(const Kit& kit, const std::string& name) {
    const auto parsed = parse_json(kit.registry.snapshot()->find({"", name})->document);
    REQUIRE(parsed);
    return *parsed;
}

}  // namespace

TEST_CASE("TY55 a result that is no object is published as a member of one and given back bare") {
    const Kit kit;
    const Json maybe = tool_object(kit, "maybe");
    CHECK(maybe["outputSchema"]["type"].get<std::string>() == "object");
    CHECK(maybe["outputSchema"]["required"].dump() == R"(["result"])");
    CHECK(maybe["outputSchema"]["properties"]["result"].contains("anyOf"));
    CHECK(maybe["_meta"]["iam/contract"]["result_member"].get<std::string>() == "result");
    CHECK(kit.caller.call("maybe", R"({"there":true})") == "4");

    const Json box = tool_object(kit, "box");
    CHECK(box["outputSchema"]["properties"].contains("corners"));
    CHECK_FALSE(box["_meta"]["iam/contract"].contains("result_member"));
}

TEST_CASE("TY59 documentation comments are what the model reads of a tool that is called") {
    const Kit kit;
    CHECK(kit.caller.call("asked", R"({"times":3})") == R"("test3")");
    const Json asked = tool_object(kit, "asked");
    CHECK(asked["description"].get<std::string>() == "Asks for its call.");
    CHECK(asked["inputSchema"]["properties"]["times"]["description"].get<std::string>() ==
          "how often");
    const Json box = tool_object(kit, "box")["inputSchema"]["properties"]["box"]["properties"];
    CHECK(box["x"]["description"].get<std::string>() == "to the right");
    CHECK(says(box["colour"]["description"].get<std::string>(), "- red: like a rose"));
}

TEST_CASE("the manifest lists the tools of the program by name, each as its contract has it") {
    const Kit kit;
    const OrderedJson all = manifest();
    CHECK(all.at("iam").get<int>() == 1);
    const auto catalogue = kit.registry.snapshot();
    const auto contracts = catalogue->contracts();
    REQUIRE(all.at("tools").size() == contracts.size());
    for (std::size_t i = 0; i < contracts.size(); ++i) {
        const OrderedJson& tool = all.at("tools").at(i);
        CHECK(tool.at("name").get<std::string>() == contracts[i]->id.name);
        const auto document = parse_ordered_json(contracts[i]->document);
        REQUIRE(document);
        // The full schemas are for whoever compares contracts: no model and no client gets them.
        CHECK_FALSE(document->at("_meta").at("iam/contract").contains("full"));
        OrderedJson published = tool;
        published["_meta"]["iam/contract"].erase("full");
        CHECK(document->dump() == published.dump());
        const OrderedJson& digests = tool.at("_meta").at("iam/contract").at("digests");
        CHECK(digests.at("wire").get<std::string>() == contracts[i]->digests.wire.hex());
        CHECK(digests.at("consent").get<std::string>() == contracts[i]->digests.consent.hex());
        CHECK(digests.at("behaviour").get<std::string>() == contracts[i]->digests.behaviour.hex());
    }
}

TEST_CASE("the manifest names no place outside of the project") {
    const OrderedJson all = manifest();
    for (const OrderedJson& tool : all.at("tools")) {
        const std::string file =
            tool.at("_meta").at("iam/contract").at("source").at("file").get<std::string>();
        CHECK(file.rfind("tests/generator/compile/", 0) == 0);
    }
}

TEST_CASE("a tool by hand has the wire digest of the generated one") {
    const Kit kit;
    test::NamedRegistry registry;
    REQUIRE(define("maybe")
                .parameter("there")
                .call([](bool) { return std::optional<int>(); })
                .add_to(registry));
    REQUIRE(
        define("lists")
            .parameter("rows")
            .parameter("words")
            .parameter("flags")
            .parameter("gaps")
            .call([](std::vector<std::vector<int>> rows, const std::vector<std::string>&,
                     std::vector<bool>, const std::vector<std::optional<int>>&) { return rows; })
            .add_to(registry));
    for (const char* name : {"maybe", "lists"}) {
        const auto generated = kit.registry.snapshot();
        const auto by_hand = registry.snapshot();
        CHECK(generated->find({"", name})->digests.wire == by_hand->find({"", name})->digests.wire);
    }
}

}  // namespace iam::test
