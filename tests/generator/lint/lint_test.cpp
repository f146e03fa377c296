// Every limit of every provider, with a manifest that keeps it and one that does not.
// Tests of generator/lint/{anthropic,gemini,ollama,openai,visit}.cpp.
#include <generator/lint/lint.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace iam;
using namespace iam::gen::lint;

namespace {

OrderedJson tool_with(const std::string& schema, const std::string& name = "count") {
    OrderedJson tool = OrderedJson::object();
    tool["name"] = name;
    tool["description"] = "Counts.";
    tool["inputSchema"] = parse_ordered_json(schema).value();
    return tool;
}

/// A closed object with one required property "x".
std::string with_property(const std::string& schema) {
    return R"({"type":"object","properties":{"x":)" + schema +
           R"(},"required":["x"],"additionalProperties":false})";
}

using Tools = std::vector<OrderedJson>;

Tools property(const std::string& schema) {
    return {tool_with(with_property(schema))};
}

Tools root(const std::string& schema) {
    return {tool_with(schema)};
}

Tools named(const std::string& name) {
    return {tool_with(R"({"type":"object","properties":{},"additionalProperties":false})", name)};
}

Tools tools_of(std::size_t count, const std::string& schema) {
    Tools tools;
    for (std::size_t i = 0; i < count; ++i)
        tools.push_back(tool_with(schema, "tool_" + std::to_string(i)));
    return tools;
}

std::string joined(std::size_t count, const std::string& one) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        std::string item = one;
        for (std::size_t at = item.find('#'); at != std::string::npos; at = item.find('#'))
            item.replace(at, 1, std::to_string(i));
        text += (i == 0 ? "" : ",") + item;
    }
    return text;
}

Tools properties(std::size_t count) {
    return root(R"({"type":"object","properties":{)" + joined(count, R"("p#":{"type":"integer"})") +
                R"(},"required":[)" + joined(count, R"("p#")") +
                R"(],"additionalProperties":false})");
}

Tools enum_of(std::size_t count, const std::string& name) {
    return property(R"({"type":"string","enum":[)" + joined(count, "\"#" + name + "\"") + "]}");
}

Tools nested(std::size_t lists) {
    std::string schema = R"({"type":"integer"})";
    for (std::size_t i = 0; i < lists; ++i) schema = R"({"type":"array","items":)" + schema + "}";
    return property(schema);
}

/// One tool with so many properties that may be left out.
Tools optional(std::size_t count) {
    return root(R"({"type":"object","properties":{)" + joined(count, R"("p#":{"type":"integer"})") +
                R"(},"additionalProperties":false})");
}

Tools unions(std::size_t count) {
    const std::string either = R"({"anyOf":[{"type":"integer"},{"type":"null"}]})";
    return root(R"({"type":"object","properties":{)" + joined(count, "\"p#\":" + either) +
                R"(},"required":[)" + joined(count, R"("p#")") +
                R"(],"additionalProperties":false})");
}

struct Limit {
    const char* rule;
    Tools kept;
    Tools broken;
    const char* pointer;  // of the finding
    Level level = Level::error;
};

std::vector<Finding> of_rule(const std::vector<Finding>& all, const std::string& rule) {
    std::vector<Finding> found;
    std::copy_if(all.begin(), all.end(), std::back_inserter(found),
                 [&](const Finding& finding) { return finding.rule == rule; });
    return found;
}

void check_limits(LintProfile profile, const std::vector<Limit>& limits) {
    for (const Limit& limit : limits) {
        INFO(limit.rule << " at " << limit.pointer);
        for (const Finding& finding : of_rule(lint(profile, limit.kept), limit.rule))
            FAIL(to_text(finding));
        const auto found = of_rule(lint(profile, limit.broken), limit.rule);
        REQUIRE_FALSE(found.empty());
        const bool at_place = std::any_of(found.begin(), found.end(), [&](const Finding& finding) {
            return finding.pointer == limit.pointer && finding.level == limit.level;
        });
        INFO(to_text(found.front()));
        CHECK(at_place);
        // The way out stands behind the semicolon.
        CHECK(found.front().message.find("; ") != std::string::npos);
    }
}

const std::string k_text(65, 'a');

}  // namespace

TEST_CASE("E3 the profile openai asks of schemas only what every request holds to") {
    const std::string empty = R"({"type":"object","properties":{},"additionalProperties":false})";
    check_limits(LintProfile::openai, {
                                          {.rule = "openai/name",
                                           .kept = named(k_text.substr(1)),
                                           .broken = named(k_text),
                                           .pointer = "/name"},
                                          {.rule = "openai/unique_name",
                                           .kept = tools_of(2, empty),
                                           .broken = {tool_with(empty), tool_with(empty)},
                                           .pointer = "/name"},
                                          {.rule = "openai/tool_count",
                                           .kept = tools_of(128, empty),
                                           .broken = tools_of(129, empty),
                                           .pointer = ""},
                                          {.rule = "openai/root",
                                           .kept = root(empty),
                                           .broken = root(R"({"type":"string"})"),
                                           .pointer = "/inputSchema"},
                                          {.rule = "openai/root_union",
                                           .kept = unions(1),
                                           .broken = root(R"({"type":"object","oneOf":[{}]})"),
                                           .pointer = "/inputSchema/oneOf"},
                                      });
    // An optional parameter, an open object and any keyword are refused by strict mode alone.
    const Tools loose = property(
        R"({"type":"object","properties":{"count":{"type":"integer","default":1}},"not":{"minProperties":7}})");
    CHECK(lint(LintProfile::openai, loose).empty());
    CHECK_FALSE(lint(LintProfile::openai_strict, loose).empty());
}

TEST_CASE("OpenAI strict: names, counts and the shape of objects") {
    const std::string empty = R"({"type":"object","properties":{},"additionalProperties":false})";
    check_limits(LintProfile::openai_strict,
                 {
                     {.rule = "openai-strict/name",
                      .kept = named(k_text.substr(1)),
                      .broken = named(k_text),
                      .pointer = "/name"},
                     {.rule = "openai-strict/name",
                      .kept = named("a-b_C9"),
                      .broken = named("a.b"),
                      .pointer = "/name"},
                     {.rule = "openai-strict/unique_name",
                      .kept = tools_of(2, empty),
                      .broken = {tool_with(empty), tool_with(empty)},
                      .pointer = "/name"},
                     {.rule = "openai-strict/tool_count",
                      .kept = tools_of(128, empty),
                      .broken = tools_of(129, empty),
                      .pointer = ""},
                     {.rule = "openai-strict/root",
                      .kept = root(empty),
                      .broken = root(R"({"type":"array","items":{"type":"integer"}})"),
                      .pointer = "/inputSchema"},
                     {.rule = "openai-strict/root_union",
                      .kept = unions(1),
                      .broken = root(R"({"type":"object","anyOf":[{}]})"),
                      .pointer = "/inputSchema/anyOf"},
                     {.rule = "openai-strict/additional_properties",
                      .kept = root(empty),
                      .broken = property(R"({"type":"object","properties":{}})"),
                      .pointer = "/inputSchema/properties/x/additionalProperties"},
                     {.rule = "openai-strict/required",
                      .kept = properties(1),
                      .broken = optional(1),
                      .pointer = "/inputSchema/properties/p0"},
                 });
}

TEST_CASE("OpenAI strict: sizes") {
    check_limits(LintProfile::openai_strict, {
                                                 {.rule = "openai-strict/property_count",
                                                  .kept = properties(5000),
                                                  .broken = properties(5001),
                                                  .pointer = "/inputSchema"},
                                                 {.rule = "openai-strict/depth",
                                                  .kept = nested(9),
                                                  .broken = nested(10),
                                                  .pointer = "/inputSchema"},
                                                 {.rule = "openai-strict/characters",
                                                  .kept = enum_of(100, std::string(1190, 'a')),
                                                  .broken = enum_of(100, std::string(1200, 'a')),
                                                  .pointer = "/inputSchema"},
                                                 {.rule = "openai-strict/enum_count",
                                                  .kept = enum_of(1000, "a"),
                                                  .broken = enum_of(1001, "a"),
                                                  .pointer = "/inputSchema"},
                                                 {.rule = "openai-strict/enum_characters",
                                                  .kept = enum_of(251, std::string(56, 'a')),
                                                  .broken = enum_of(251, std::string(60, 'a')),
                                                  .pointer = "/inputSchema/properties/x/enum"},
                                                 {.rule = "openai-strict/enum_characters",
                                                  .kept = enum_of(251, "a"),
                                                  .broken = enum_of(260, std::string(60, 'a')),
                                                  .pointer = "/inputSchema/properties/x/enum"},
                                             });
}

TEST_CASE("OpenAI strict: keywords and formats") {
    const Tools plain = property(
        R"({"type":"integer","minimum":1,"maximum":9,"multipleOf":2,"title":"t","description":"d"})");
    std::vector<Limit> limits{
        {.rule = "openai-strict/format",
         .kept = property(R"({"type":"string","format":"uuid"})"),
         .broken = property(R"({"type":"string","format":"uri"})"),
         .pointer = "/inputSchema/properties/x/format"},
    };
    static const std::vector<std::string> refused{"allOf",
                                                  "oneOf",
                                                  "not",
                                                  "if",
                                                  "then",
                                                  "else",
                                                  "patternProperties",
                                                  "propertyNames",
                                                  "prefixItems",
                                                  "contains",
                                                  "uniqueItems",
                                                  "minProperties",
                                                  "maxProperties",
                                                  "unevaluatedProperties",
                                                  "unevaluatedItems",
                                                  "dependentRequired",
                                                  "dependentSchemas",
                                                  "$anchor"};
    std::vector<std::string> pointers;
    pointers.reserve(refused.size());
    for (const std::string& keyword : refused) {
        pointers.push_back("/inputSchema/properties/x/" + keyword);
        limits.push_back({.rule = "openai-strict/keyword",
                          .kept = plain,
                          .broken = property("{\"" + keyword + "\":{}}"),
                          .pointer = pointers.back().c_str()});
    }
    limits.push_back({.rule = "openai-strict/keyword",
                      .kept = plain,
                      .broken = property(R"({"type":"string","minLength":1})"),
                      .pointer = "/inputSchema/properties/x/minLength",
                      .level = Level::warning});
    check_limits(LintProfile::openai_strict, limits);
}

TEST_CASE("Anthropic: what refuses a request") {
    const std::string empty = R"({"type":"object","properties":{},"additionalProperties":false})";
    std::vector<Limit> limits{
        {.rule = "anthropic/name",
         .kept = named(k_text.substr(1)),
         .broken = named(k_text),
         .pointer = "/name"},
        {.rule = "anthropic/unique_name",
         .kept = tools_of(2, empty),
         .broken = {tool_with(empty), tool_with(empty)},
         .pointer = "/name"},
        {.rule = "anthropic/root",
         .kept = root(empty),
         .broken = root(R"({"type":"string"})"),
         .pointer = "/inputSchema"},
        {.rule = "anthropic/root_union",
         .kept = unions(1),
         .broken = root(R"({"type":"object","oneOf":[{}]})"),
         .pointer = "/inputSchema/oneOf"},
        {.rule = "anthropic/root_union",
         .kept = unions(1),
         .broken = root(R"({"type":"object","anyOf":[{}]})"),
         .pointer = "/inputSchema/anyOf"},
        {.rule = "anthropic/root_union",
         .kept = unions(1),
         .broken = root(R"({"type":"object","allOf":[{}]})"),
         .pointer = "/inputSchema/allOf"},
        {.rule = "anthropic/dialect",
         .kept = property(R"({"type":"integer","minimum":1})"),
         .broken = property(R"({"type":"integer","minimum":"1"})"),
         .pointer = "/inputSchema/properties/x/minimum"},
    };
    check_limits(LintProfile::anthropic, limits);
}

TEST_CASE("Anthropic: what holds for strict tools only") {
    const Tools bounded = property(R"({"type":"integer","minimum":1})");
    CHECK(lint(LintProfile::anthropic, bounded).empty());
    const std::string empty = R"({"type":"object","properties":{},"additionalProperties":false})";
    const Tools plain = property(R"({"type":"string","default":"a","format":"uri"})");
    const auto list = [](const std::string& defs, const std::string& to) {
        return root(R"({"type":"object","properties":{"x":{"$ref":")" + to +
                    R"("}},"required":["x"],"additionalProperties":false,"$defs":)" + defs + "}");
    };
    const std::vector<Limit> limits{
        {.rule = "anthropic-strict/tool_count",
         .kept = tools_of(20, empty),
         .broken = tools_of(21, empty),
         .pointer = ""},
        {.rule = "anthropic-strict/optional_count",
         .kept = optional(24),
         .broken = optional(25),
         .pointer = ""},
        {.rule = "anthropic-strict/union_count",
         .kept = unions(16),
         .broken = unions(17),
         .pointer = ""},
        {.rule = "anthropic-strict/additional_properties",
         .kept = root(empty),
         .broken = root(R"({"type":"object","properties":{}})"),
         .pointer = "/inputSchema/additionalProperties"},
        {.rule = "anthropic-strict/min_items",
         .kept = property(R"({"type":"array","items":{},"minItems":1})"),
         .broken = property(R"({"type":"array","items":{},"minItems":2})"),
         .pointer = "/inputSchema/properties/x/minItems"},
        {.rule = "anthropic-strict/enum_scalar",
         .kept = property(R"({"enum":["a",1]})"),
         .broken = property(R"({"enum":[{}]})"),
         .pointer = "/inputSchema/properties/x/enum"},
        {.rule = "anthropic-strict/format",
         .kept = plain,
         .broken = property(R"({"type":"string","format":"regex"})"),
         .pointer = "/inputSchema/properties/x/format"},
        {.rule = "anthropic-strict/all_of_reference",
         .kept = list(R"({"A":{"type":"integer"}})", "#/$defs/A"),
         .broken = property(R"({"allOf":[{}],"$ref":"#"})"),
         .pointer = "/inputSchema/properties/x/allOf"},
        {.rule = "anthropic-strict/external_reference",
         .kept = list(R"({"A":{"type":"integer"}})", "#/$defs/A"),
         .broken = property(R"({"$ref":"other.json"})"),
         .pointer = "/inputSchema/properties/x/$ref"},
        {.rule = "anthropic-strict/recursion",
         .kept = list(R"({"A":{"type":"integer"},"AB":{"$ref":"#/$defs/A"}})", "#/$defs/AB"),
         .broken = list(R"({"A":{"items":{"$ref":"#/$defs/A"}}})", "#/$defs/A"),
         .pointer = "/inputSchema/$defs/A/items/$ref"},
        {.rule = "anthropic-strict/recursion",
         .kept = list(R"({"A":{"type":"integer"}})", "#/$defs/A"),
         .broken =
             list(R"({"A":{"items":{"$ref":"#/$defs/B"}},"B":{"items":{"$ref":"#/$defs/A"}}})",
                  "#/$defs/A"),
         .pointer = "/inputSchema/$defs/B/items/$ref"},
    };
    check_limits(LintProfile::anthropic_strict, limits);
}

TEST_CASE("Anthropic: keywords that strict tools may not have") {
    const Tools plain = property(R"({"type":"string","default":"a","format":"uri"})");
    const std::string own = "/inputSchema/properties/x/";
    std::vector<std::string> pointers;
    std::vector<Limit> limits;
    static const std::vector<std::string> refused{
        "minimum",   "maximum",   "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
        "minLength", "maxLength", "pattern",          "maxItems",         "if",
        "then",      "else"};
    pointers.reserve(refused.size());
    for (const std::string& keyword : refused) {
        pointers.push_back(own + keyword);
        limits.push_back({.rule = "anthropic-strict/keyword",
                          .kept = plain,
                          .broken = property("{\"" + keyword + "\":1}"),
                          .pointer = pointers.back().c_str()});
    }
    check_limits(LintProfile::anthropic_strict, limits);
}

TEST_CASE("Gemini: names, lists and keywords") {
    const std::string empty = R"({"type":"object","properties":{},"additionalProperties":false})";
    const auto parameter = [](const std::string& name) {
        return root(R"({"type":"object","properties":{")" + name + R"(":{"type":"integer"}}})");
    };
    static const std::string long_pointer = "/inputSchema/properties/" + k_text;
    const Tools plain = property(R"({"type":"integer","minimum":1,"maximum":2,"title":"t"})");
    check_limits(LintProfile::gemini,
                 {
                     {.rule = "gemini/name",
                      .kept = named("a.b:c-d"),
                      .broken = named("9a"),
                      .pointer = "/name"},
                     {.rule = "gemini/name",
                      .kept = named(k_text.substr(1)),
                      .broken = named(k_text),
                      .pointer = "/name"},
                     {.rule = "gemini/name",
                      .kept = named("_a"),
                      .broken = named("a/b"),
                      .pointer = "/name"},
                     {.rule = "gemini/unique_name",
                      .kept = tools_of(2, empty),
                      .broken = {tool_with(empty), tool_with(empty)},
                      .pointer = "/name"},
                     {.rule = "gemini/root",
                      .kept = root(empty),
                      .broken = root(R"({"type":"integer"})"),
                      .pointer = "/inputSchema"},
                     {.rule = "gemini/parameter_name",
                      .kept = parameter("_a9"),
                      .broken = parameter("a-b"),
                      .pointer = "/inputSchema/properties/a-b"},
                     {.rule = "gemini/parameter_name",
                      .kept = parameter(k_text.substr(1)),
                      .broken = parameter(k_text),
                      .pointer = long_pointer.c_str()},
                     {.rule = "gemini/enum_kind",
                      .kept = property(R"({"enum":["a",1]})"),
                      .broken = property(R"({"enum":[null]})"),
                      .pointer = "/inputSchema/properties/x/enum"},
                     {.rule = "gemini/items",
                      .kept = property(R"({"type":"array","items":{"type":"integer"}})"),
                      .broken = property(R"({"type":"array"})"),
                      .pointer = "/inputSchema/properties/x"},
                     {.rule = "gemini/keyword",
                      .kept = plain,
                      .broken = property(R"({"type":"string","pattern":"a"})"),
                      .pointer = "/inputSchema/properties/x/pattern",
                      .level = Level::warning},
                     {.rule = "gemini/keyword",
                      .kept = plain,
                      .broken = property(R"({"const":1})"),
                      .pointer = "/inputSchema/properties/x/const",
                      .level = Level::warning},
                 });
}

TEST_CASE("Ollama: what it drops") {
    const std::string empty = R"({"type":"object","properties":{},"additionalProperties":false})";
    const Tools plain = property(
        R"({"type":"array","items":{"anyOf":[{"type":"string","enum":["a"]}]},"description":"d","title":"t"})");
    std::vector<Limit> limits{
        {.rule = "ollama/root",
         .kept = root(empty),
         .broken = root(R"({"type":"integer"})"),
         .pointer = "/inputSchema"},
        {.rule = "ollama/unique_name",
         .kept = tools_of(2, empty),
         .broken = {tool_with(empty), tool_with(empty)},
         .pointer = "/name"},
        {.rule = "ollama/dropped",
         .kept = root(R"({"type":"object","$defs":{}})"),
         .broken = property(R"({"type":"object","additionalProperties":{"type":"integer"}})"),
         .pointer = "/inputSchema/properties/x/additionalProperties",
         .level = Level::warning},
    };
    static const std::vector<std::string> dropped{"format",  "minimum", "maximum", "pattern",
                                                  "default", "oneOf",   "const",   "$ref"};
    std::vector<std::string> pointers;
    pointers.reserve(dropped.size());
    for (const std::string& keyword : dropped) {
        pointers.push_back("/inputSchema/properties/x/" + keyword);
        limits.push_back({.rule = "ollama/dropped",
                          .kept = plain,
                          .broken = property("{\"" + keyword + "\":1}"),
                          .pointer = pointers.back().c_str(),
                          .level = Level::warning});
    }
    check_limits(LintProfile::ollama, limits);
}

TEST_CASE("every profile has its name, and a finding says tool, pointer, rule and way out") {
    for (const char* name :
         {"openai", "openai-strict", "anthropic", "anthropic-strict", "gemini", "ollama"}) {
        const auto profile = parse_profile(name);
        REQUIRE(profile);
        CHECK(to_string(*profile) == name);
        CHECK(profile_names().find(name) != std::string::npos);
    }
    CHECK_FALSE(parse_profile("strict"));
    CHECK(to_text({.tool = "add",
                   .pointer = "/name",
                   .rule = "openai/name",
                   .level = Level::error,
                   .message = "too long; shorten it"}) ==
          "add: /name: error: too long; shorten it [openai/name]");
    CHECK(to_text({.tool = "",
                   .pointer = "",
                   .rule = "openai/tool_count",
                   .level = Level::warning,
                   .message = "many; send fewer"}) ==
          "all tools: warning: many; send fewer [openai/tool_count]");
}
