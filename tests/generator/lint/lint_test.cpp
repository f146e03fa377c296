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
    check_limits(LintProfile::openai,
                 {
                     {"openai/name", named(k_text.substr(1)), named(k_text), "/name"},
                     {"openai/unique_name",
                      tools_of(2, empty),
                      {tool_with(empty), tool_with(empty)},
                      "/name"},
                     {"openai/tool_count", tools_of(128, empty), tools_of(129, empty), ""},
                     {"openai/root", root(empty), root(R"({"type":"string"})"), "/inputSchema"},
                     {"openai/root_union", unions(1), root(R"({"type":"object","oneOf":[{}]})"),
                      "/inputSchema/oneOf"},
                 });
    // An optional parameter, an open object and any keyword are refused by strict mode alone.
    const Tools loose = property(
        R"({"type":"object","properties":{"count":{"type":"integer","default":1}},"not":{"minProperties":7}})");
    CHECK(lint(LintProfile::openai, loose).empty());
    CHECK_FALSE(lint(LintProfile::openai_strict, loose).empty());
}

TEST_CASE("OpenAI strict: names, counts and the shape of objects") {
    const std::string empty = R"({"type":"object","properties":{},"additionalProperties":false})";
    check_limits(
        LintProfile::openai_strict,
        {
            {"openai-strict/name", named(k_text.substr(1)), named(k_text), "/name"},
            {"openai-strict/name", named("a-b_C9"), named("a.b"), "/name"},
            {"openai-strict/unique_name",
             tools_of(2, empty),
             {tool_with(empty), tool_with(empty)},
             "/name"},
            {"openai-strict/tool_count", tools_of(128, empty), tools_of(129, empty), ""},
            {"openai-strict/root", root(empty),
             root(R"({"type":"array","items":{"type":"integer"}})"), "/inputSchema"},
            {"openai-strict/root_union", unions(1), root(R"({"type":"object","anyOf":[{}]})"),
             "/inputSchema/anyOf"},
            {"openai-strict/additional_properties", root(empty),
             property(R"({"type":"object","properties":{}})"),
             "/inputSchema/properties/x/additionalProperties"},
            {"openai-strict/required", properties(1), optional(1), "/inputSchema/properties/p0"},
        });
}

TEST_CASE("OpenAI strict: sizes") {
    check_limits(
        LintProfile::openai_strict,
        {
            {"openai-strict/property_count", properties(5000), properties(5001), "/inputSchema"},
            {"openai-strict/depth", nested(9), nested(10), "/inputSchema"},
            {"openai-strict/characters", enum_of(100, std::string(1190, 'a')),
             enum_of(100, std::string(1200, 'a')), "/inputSchema"},
            {"openai-strict/enum_count", enum_of(1000, "a"), enum_of(1001, "a"), "/inputSchema"},
            {"openai-strict/enum_characters", enum_of(251, std::string(56, 'a')),
             enum_of(251, std::string(60, 'a')), "/inputSchema/properties/x/enum"},
            {"openai-strict/enum_characters", enum_of(251, "a"), enum_of(260, std::string(60, 'a')),
             "/inputSchema/properties/x/enum"},
        });
}

TEST_CASE("OpenAI strict: keywords and formats") {
    const Tools plain = property(
        R"({"type":"integer","minimum":1,"maximum":9,"multipleOf":2,"title":"t","description":"d"})");
    std::vector<Limit> limits{
        {"openai-strict/format", property(R"({"type":"string","format":"uuid"})"),
         property(R"({"type":"string","format":"uri"})"), "/inputSchema/properties/x/format"},
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
        limits.push_back({"openai-strict/keyword", plain, property("{\"" + keyword + "\":{}}"),
                          pointers.back().c_str()});
    }
    limits.push_back({"openai-strict/keyword", plain,
                      property(R"({"type":"string","minLength":1})"),
                      "/inputSchema/properties/x/minLength", Level::warning});
    check_limits(LintProfile::openai_strict, limits);
}

TEST_CASE("Anthropic: what refuses a request") {
    const std::string empty = R"({"type":"object","properties":{},"additionalProperties":false})";
    std::vector<Limit> limits{
        {"anthropic/name", named(k_text.substr(1)), named(k_text), "/name"},
        {"anthropic/unique_name",
         tools_of(2, empty),
         {tool_with(empty), tool_with(empty)},
         "/name"},
        {"anthropic/root", root(empty), root(R"({"type":"string"})"), "/inputSchema"},
        {"anthropic/root_union", unions(1), root(R"({"type":"object","oneOf":[{}]})"),
         "/inputSchema/oneOf"},
        {"anthropic/root_union", unions(1), root(R"({"type":"object","anyOf":[{}]})"),
         "/inputSchema/anyOf"},
        {"anthropic/root_union", unions(1), root(R"({"type":"object","allOf":[{}]})"),
         "/inputSchema/allOf"},
        {"anthropic/dialect", property(R"({"type":"integer","minimum":1})"),
         property(R"({"type":"integer","minimum":"1"})"), "/inputSchema/properties/x/minimum"},
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
    const std::string own = "/inputSchema/properties/x/";
    std::vector<std::string> pointers;
    std::vector<Limit> limits{
        {"anthropic-strict/tool_count", tools_of(20, empty), tools_of(21, empty), ""},
        {"anthropic-strict/optional_count", optional(24), optional(25), ""},
        {"anthropic-strict/union_count", unions(16), unions(17), ""},
        {"anthropic-strict/additional_properties", root(empty),
         root(R"({"type":"object","properties":{}})"), "/inputSchema/additionalProperties"},
        {"anthropic-strict/min_items", property(R"({"type":"array","items":{},"minItems":1})"),
         property(R"({"type":"array","items":{},"minItems":2})"),
         "/inputSchema/properties/x/minItems"},
        {"anthropic-strict/enum_scalar", property(R"({"enum":["a",1]})"),
         property(R"({"enum":[{}]})"), "/inputSchema/properties/x/enum"},
        {"anthropic-strict/format", plain, property(R"({"type":"string","format":"regex"})"),
         "/inputSchema/properties/x/format"},
        {"anthropic-strict/all_of_reference", list(R"({"A":{"type":"integer"}})", "#/$defs/A"),
         property(R"({"allOf":[{}],"$ref":"#"})"), "/inputSchema/properties/x/allOf"},
        {"anthropic-strict/external_reference", list(R"({"A":{"type":"integer"}})", "#/$defs/A"),
         property(R"({"$ref":"other.json"})"), "/inputSchema/properties/x/$ref"},
        {"anthropic-strict/recursion",
         list(R"({"A":{"type":"integer"},"AB":{"$ref":"#/$defs/A"}})", "#/$defs/AB"),
         list(R"({"A":{"items":{"$ref":"#/$defs/A"}}})", "#/$defs/A"),
         "/inputSchema/$defs/A/items/$ref"},
        {"anthropic-strict/recursion", list(R"({"A":{"type":"integer"}})", "#/$defs/A"),
         list(R"({"A":{"items":{"$ref":"#/$defs/B"}},"B":{"items":{"$ref":"#/$defs/A"}}})",
              "#/$defs/A"),
         "/inputSchema/$defs/B/items/$ref"},
    };
    static const std::vector<std::string> refused{
        "minimum",   "maximum",   "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
        "minLength", "maxLength", "pattern",          "maxItems",         "if",
        "then",      "else"};
    pointers.reserve(refused.size());
    for (const std::string& keyword : refused) {
        pointers.push_back(own + keyword);
        limits.push_back({"anthropic-strict/keyword", plain, property("{\"" + keyword + "\":1}"),
                          pointers.back().c_str()});
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
                     {"gemini/name", named("a.b:c-d"), named("9a"), "/name"},
                     {"gemini/name", named(k_text.substr(1)), named(k_text), "/name"},
                     {"gemini/name", named("_a"), named("a/b"), "/name"},
                     {"gemini/unique_name",
                      tools_of(2, empty),
                      {tool_with(empty), tool_with(empty)},
                      "/name"},
                     {"gemini/root", root(empty), root(R"({"type":"integer"})"), "/inputSchema"},
                     {"gemini/parameter_name", parameter("_a9"), parameter("a-b"),
                      "/inputSchema/properties/a-b"},
                     {"gemini/parameter_name", parameter(k_text.substr(1)), parameter(k_text),
                      long_pointer.c_str()},
                     {"gemini/enum_kind", property(R"({"enum":["a",1]})"),
                      property(R"({"enum":[null]})"), "/inputSchema/properties/x/enum"},
                     {"gemini/items", property(R"({"type":"array","items":{"type":"integer"}})"),
                      property(R"({"type":"array"})"), "/inputSchema/properties/x"},
                     {"gemini/keyword", plain, property(R"({"type":"string","pattern":"a"})"),
                      "/inputSchema/properties/x/pattern", Level::warning},
                     {"gemini/keyword", plain, property(R"({"const":1})"),
                      "/inputSchema/properties/x/const", Level::warning},
                 });
}

TEST_CASE("Ollama: what it drops") {
    const std::string empty = R"({"type":"object","properties":{},"additionalProperties":false})";
    const Tools plain = property(
        R"({"type":"array","items":{"anyOf":[{"type":"string","enum":["a"]}]},"description":"d","title":"t"})");
    std::vector<Limit> limits{
        {"ollama/root", root(empty), root(R"({"type":"integer"})"), "/inputSchema"},
        {"ollama/unique_name", tools_of(2, empty), {tool_with(empty), tool_with(empty)}, "/name"},
        {"ollama/dropped", root(R"({"type":"object","$defs":{}})"),
         property(R"({"type":"object","additionalProperties":{"type":"integer"}})"),
         "/inputSchema/properties/x/additionalProperties", Level::warning},
    };
    static const std::vector<std::string> dropped{"format",  "minimum", "maximum", "pattern",
                                                  "default", "oneOf",   "const",   "$ref"};
    std::vector<std::string> pointers;
    pointers.reserve(dropped.size());
    for (const std::string& keyword : dropped) {
        pointers.push_back("/inputSchema/properties/x/" + keyword);
        limits.push_back({"ollama/dropped", plain, property("{\"" + keyword + "\":1}"),
                          pointers.back().c_str(), Level::warning});
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
    CHECK(to_text({"add", "/name", "openai/name", Level::error, "too long; shorten it"}) ==
          "add: /name: error: too long; shorten it [openai/name]");
    CHECK(to_text({"", "", "openai/tool_count", Level::warning, "many; send fewer"}) ==
          "all tools: warning: many; send fewer [openai/tool_count]");
}
