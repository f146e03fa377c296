// The plain tool. Tests compare it with changed versions.
#pragma once

#include <iam/contract/tool_findings.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace iam::contract::test {

inline constexpr const char* k_plain_tool = R"({
  "name": "t", "title": "T", "description": "Does it.",
  "inputSchema": {"type": "object", "properties": {"a": {"type": "integer", "description": "count"}, "b": {"type": "string"}},
    "additionalProperties": false},
  "outputSchema": {"type": "object", "properties": {"r": {"type": "string"}}, "additionalProperties": false},
  "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false},
  "_meta": {"iam/contract": {"policy": "confirm", "preview": true, "symbol": "n::t"}}
})";

/// The plain tool with members set, or dropped where the change says null.
inline OrderedJson tool(const OrderedJson& change = OrderedJson::object()) {
    OrderedJson result = parse_ordered_json(k_plain_tool).value();
    result.merge_patch(change);
    return result;
}

inline OrderedJson tool(const char* change) {
    return tool(parse_ordered_json(change).value());
}

inline std::vector<OrderedJson> catalogue(const OrderedJson& changes) {
    if (changes.is_object()) return {tool(changes)};
    std::vector<OrderedJson> tools;
    for (const OrderedJson& change : changes) tools.push_back(tool(change));
    return tools;
}

inline std::string rule_ids(const std::vector<ToolFinding>& found) {
    std::string text;
    for (const ToolFinding& each : found)
        text += std::string(text.empty() ? "" : " ") + std::string(each.finding.rule->id);
    return text;
}

inline std::string rule_ids(const std::vector<Finding>& found) {
    std::vector<ToolFinding> named;
    for (const Finding& finding : found) named.push_back({"t", finding});
    return rule_ids(named);
}

inline Finding only_finding(const std::string& before, const std::string& after,
                            Trust trust = Trust::first_party) {
    auto found = compare_tools(tool(before.c_str()), tool(after.c_str()), trust);
    INFO(rule_ids(found));
    REQUIRE(found.size() == 1);
    return found.front();
}

}  // namespace iam::contract::test
