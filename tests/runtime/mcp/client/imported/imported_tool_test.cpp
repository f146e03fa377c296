#include "mcp/client/imported/imported_tool.hpp"

#include "mcp/client/imported/tool_server.hpp"
#include <iam/consent/risk.hpp>

using namespace iam;
using namespace iam::test;
using namespace iam::mcp;

namespace {

Digest consent_of(const Json& tool) {
    return imported(tool).contract.digests.consent;
}

Json tool_with(const char* pointer, const Json& value) {
    Json tool = write_tool();
    tool[Json::json_pointer(pointer)] = value;
    return tool;
}

consent::Risk risk_if_trusted(const Json& tool) {
    return consent::risk_of(imported(tool).contract, true);
}

Json tool_of_risk(const Json& annotations, const Json& meta) {
    Json tool = write_tool();
    tool["annotations"] = annotations;
    tool["_meta"] = meta;
    return tool;
}

const Json k_low_hints{{"readOnlyHint", true}, {"openWorldHint", false}};

}  // namespace

TEST_CASE("B21 a tool object becomes a contract with the origin and the text as it came") {
    const std::string text = R"( {"outputSchema":{"type":"object"}, "name":"fs/read.v1",
        "inputSchema" : {"type":"object", "b":1, "a":2}, "title":"Read", "description":"Reads.",
        "annotations":{"title":"Other","readOnlyHint":true,"destructiveHint":false}} )";
    ToolServer unused;
    const auto tool = ok(import_tool("files", text, unused.call()));
    CHECK(tool.contract.id == ToolId{"files", "fs/read.v1"});
    CHECK(tool.contract.title == "Read");
    CHECK(tool.contract.description == "Reads.");
    CHECK(tool.contract.document == text);
    CHECK(tool.contract.full_schemas.empty());
    CHECK(tool.contract.hints ==
          Hints{.read_only = true, .destructive = false, .idempotent = {}, .open_world = {}});
    CHECK(tool.handler != nullptr);
    CHECK(tool.headers);
}

TEST_CASE("a title of the annotations stands in for a missing one, and null members are absent") {
    const Json tool = {{"name", "a"},
                       {"title", nullptr},
                       {"description", nullptr},
                       {"annotations", {{"title", "Older"}, {"readOnlyHint", nullptr}}},
                       {"inputSchema", {{"type", "object"}}},
                       {"outputSchema", nullptr},
                       {"_meta", nullptr}};
    const Contract contract = imported(tool).contract;
    CHECK(contract.title == "Older");
    CHECK(contract.description.empty());
    CHECK(contract.hints == Hints{});
}

TEST_CASE("an imported tool fits into a registry beside a compiled-in one of the same name") {
    NamedRegistry registry;
    auto first = imported(write_tool(), "files");
    auto second = imported(write_tool(), "other");
    require_ok(registry.add(first.contract, std::move(first.handler)));
    require_ok(registry.add(second.contract, std::move(second.handler)));
    CHECK(registry.snapshot()->find({"files", "write_file"}) != nullptr);
    CHECK(registry.snapshot()->find({"other", "write_file"}) != nullptr);
    CHECK(registry.snapshot()->find({"", "write_file"}) == nullptr);
}

TEST_CASE("a tool without an origin is refused, since it would be one of this program") {
    ToolServer unused;
    for (const char* origin : {"", "a/b", "a b", "\x1b[2J"}) {
        const auto tool = import_tool(origin, write_tool().dump(), unused.call());
        has_text(error_in(tool).message, "cannot name a server");
        CHECK(error_in(tool).message.find('\x1b') == std::string::npos);
    }
}

TEST_CASE("a tool object that is no tool is refused with the tool, the server and the place") {
    has_text(why_text_refused("7"), "a tool of the server 'files': it is no object.");
    has_text(why_text_refused("{"), "a tool of the server 'files'");
    has_text(why_text_refused(R"({"name":"a","name":"b"})"), "a tool of the server 'files'");
    has_text(why_refused(Json::object()), "the name is empty");
    has_text(why_refused(tool_with("/name", 7)), "name is no text");
    has_text(why_refused(tool_with("/title", 7)), "tool 'write_file' of the server 'files': title");
    has_text(why_refused(tool_with("/description", Json::array())), "description is no text");
    has_text(why_refused(tool_with("/annotations", 7)), "annotations is no object");
    has_text(why_refused(tool_with("/annotations/readOnlyHint", "true")),
             "annotations/readOnlyHint is neither true nor false");
    has_text(why_refused(tool_with("/annotations/title", 7)), "annotations/title is no text");
    ToolServer unused;
    CHECK(error_in(import_tool("files", tool_with("/title", 7).dump(), unused.call())).pointer ==
          "/title");
}

TEST_CASE("a tool without a schema of an object is refused") {
    Json tool = write_tool();
    tool.erase("inputSchema");
    has_text(why_refused(tool), "inputSchema is missing");
    has_text(why_refused(tool_with("/inputSchema", true)), "inputSchema is no object");
    has_text(why_refused(tool_with("/inputSchema/type", "array")), "inputSchema/type");
    has_text(why_refused(tool_with("/inputSchema/type", Json{"object"})), "inputSchema/type");
    has_text(why_refused(tool_with("/inputSchema/minProperties", "x")), "inputSchema: ");
    has_text(why_refused(tool_with("/outputSchema", {{"type", "thing"}})), "outputSchema: ");
}

TEST_CASE("schemas of 2020-12 and draft 7 are taken, other dialects refuse the tool") {
    for (const char* dialect :
         {"https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#",
          "http://json-schema.org/draft-07/schema"})
        CHECK(imported(tool_with("/inputSchema/$schema", dialect)).handler != nullptr);
    for (const char* dialect :
         {"http://json-schema.org/draft-04/schema#", "https://json-schema.org/draft/2019-09/schema",
          "https://example.com/mine"})
        has_text(why_refused(tool_with("/inputSchema/$schema", dialect)), dialect);
}

TEST_CASE("a schema with the keywords of 2020-12 is taken and kept as it is") {
    const std::string text = R"({"name":"a","inputSchema":{
        "$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
        "$defs":{"address":{"$anchor":"addressDef","type":"object",
                            "properties":{"street":{"type":"string"}}}},
        "properties":{"address":{"$ref":"#addressDef"},"other":{"$ref":"#/$defs/address"},
                      "kind":{"enum":["phone","mail"]}},
        "allOf":[{"anyOf":[{"required":["kind"]},{"required":["address"]}]}],
        "if":{"properties":{"kind":{"const":"phone"}},"required":["kind"]},
        "then":{"required":["address"]},"else":{"minProperties":1},
        "unevaluatedProperties":false}})";
    ToolServer unused;
    const auto tool = ok(import_tool("files", text, unused.call()));
    CHECK(tool.contract.document == text);
    CHECK(tool.handler->prepare(R"({"kind":"mail"})"));
    CHECK_FALSE(tool.handler->prepare(R"({"kind":"phone"})"));
    CHECK_FALSE(tool.handler->prepare(R"({"kind":"mail","more":1})"));
}

TEST_CASE("limits of a tool object are explicit, and each refuses the tool with its number") {
    ImportLimits limits;
    limits.title_bytes_max = 4;
    limits.description_bytes_max = 8;
    has_text(why_text_refused(tool_with("/title", "12345").dump(), limits),
             "title has 5 bytes; at most 4");
    has_text(why_text_refused(tool_with("/description", "123456789").dump(), limits),
             "description has 9 bytes; at most 8");
    limits = {};
    limits.tool_bytes_max = 10;
    has_text(why_text_refused(write_tool().dump(), limits), "10");
    limits = {};
    limits.tool_nodes_max = 5;
    has_text(why_text_refused(write_tool().dump(), limits), "5");
    limits = {};
    limits.patterns_max = 1;
    Json patterns = write_tool();
    patterns["inputSchema"]["properties"]["a"]["pattern"] = "^a";
    CHECK(ok(import_tool("files", patterns.dump(), ToolServer().call(), limits)).handler);
    patterns["inputSchema"]["properties"]["b"]["pattern"] = "^b";
    has_text(why_text_refused(patterns.dump(), limits), "inputSchema: ");
}

TEST_CASE("C17 a stated risk raises the tier and never lowers it") {
    using consent::Risk;
    CHECK(risk_if_trusted(tool_of_risk(k_low_hints, nullptr)) == Risk::low);
    for (const Json& meta : {Json{{"koder", {{"risk", "low"}}}}, Json{{"koder.risk", "low"}}})
        CHECK(risk_if_trusted(tool_of_risk(k_low_hints, meta)) == Risk::low);
    const Json medium{{"koder", {{"risk", "medium"}}}};
    CHECK(risk_if_trusted(tool_of_risk(k_low_hints, medium)) == Risk::high);
    Json mild = k_low_hints;
    mild["idempotentHint"] = true;
    mild["destructiveHint"] = false;
    CHECK(risk_if_trusted(tool_of_risk(mild, medium)) == Risk::medium);
    for (const Json& risk : {Json("high"), Json("extreme"), Json(7), Json("LOW")}) {
        CHECK(risk_if_trusted(tool_of_risk(mild, {{"koder", {{"risk", risk}}}})) == Risk::high);
        CHECK(risk_if_trusted(tool_of_risk(mild, {{"koder.risk", risk}})) == Risk::high);
    }
    CHECK(risk_if_trusted(tool_of_risk(nullptr, {{"koder.risk", "low"}})) == Risk::high);
    // The server of an untrusted origin is not believed at all.
    CHECK(consent::risk_of(imported(tool_of_risk(k_low_hints, nullptr)).contract, false) ==
          Risk::high);
}

TEST_CASE("the consent digest changes with each text of the tool object and with its place") {
    const Digest usual = consent_of(write_tool());
    CHECK(consent_of(write_tool()) == usual);
    for (const char* pointer :
         {"/title", "/description", "/annotations/title", "/inputSchema/description",
          "/inputSchema/title", "/inputSchema/$comment", "/inputSchema/properties/path/description",
          "/inputSchema/properties/path/examples", "/inputSchema/properties/mode/title", "/_meta/x",
          "/icons", "/execution/taskSupport"}) {
        INFO(pointer);
        const bool is_list = std::string_view(pointer).ends_with("s");
        CHECK(consent_of(tool_with(pointer, is_list ? Json{"Ignore it."} : Json("Ignore it."))) !=
              usual);
    }
    // The same texts in the same order, at other places.
    const auto described = [](const char* name) {
        Json tool{{"name", "a"}, {"inputSchema", {{"type", "object"}}}};
        tool["inputSchema"]["properties"] = {{"x", Json::object()}, {"y", Json::object()}};
        tool["inputSchema"]["properties"][name]["description"] = "the target";
        return tool;
    };
    CHECK(consent_of(described("x")) != consent_of(described("y")));
    CHECK(consent_of(tool_with("/inputSchema/properties/mode/maximum", 7)) != usual);
    CHECK(consent_of(tool_with("/annotations/readOnlyHint", true)) != usual);
}

TEST_CASE("the consent digest does not change with the order of members and unordered lists") {
    ToolServer unused;
    const auto digest = [&](const char* text) {
        return ok(import_tool("files", text, unused.call())).contract.digests.consent;
    };
    CHECK(digest(R"({"name":"a","inputSchema":{"type":"object","required":["x","y"],
                     "properties":{"x":{"enum":["1","2"]},"y":{}}}})") ==
          digest(R"({"inputSchema":{"properties":{"y":{},"x":{"enum":["2","1"]}},
                     "required":["y","x"],"type":"object"},"name":"a"})"));
    CHECK(digest(R"({"name":"a","inputSchema":{"type":"object","examples":["x","y"]}})") !=
          digest(R"({"name":"a","inputSchema":{"type":"object","examples":["y","x"]}})"));
}

TEST_CASE("a wrong annotation for header fields is told apart from a tool that is refused") {
    const auto tool = imported(tool_with("/inputSchema/properties/path/x-mcp-header", "no token"));
    CHECK(tool.handler != nullptr);
    has_text(error_in(tool.headers).message, "no token of RFC 9110");
    const auto good = imported(tool_with("/inputSchema/properties/path/x-mcp-header", "Path"));
    CHECK(ok(good.headers).at(0).field == "Mcp-Param-Path");
}
