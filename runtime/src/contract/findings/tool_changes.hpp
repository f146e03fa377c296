// Declares the comparisons of a tool's parts, each with its own rules. Pointers are into the tool
// object.
#pragma once

#include <iam/contract/tool_findings.hpp>

#include <string>
#include <vector>

namespace iam::contract {

/// The two versions of one tool.
struct ToolPair {
    const Json& before;
    const Json& after;
};

/// The facts added by this project to the Model Context Protocol, as an object; empty if there are
/// none.
const Json& contract_facts(const Json& tool);
inline constexpr const char* k_facts_pointer = "/_meta/iam~1contract";

/// Compares both schemas (rules I, O and S).
std::vector<Finding> schema_findings(const ToolPair& tools, const InclusionLimits& limits);
/// Compares hints, title and icons.
std::vector<Finding> annotation_findings(const ToolPair& tools);
/// Compares policy, preview, undo, secrets, units and the other facts. `schemas` are the findings
/// about the schemas. If a fact was added or removed with a parameter, it belongs to the
/// parameter's finding.
std::vector<Finding> fact_findings(const ToolPair& tools, const std::vector<Finding>& schemas);
/// Compares descriptions, titles, examples and comments of the tool, its schemas and their unused
/// definitions. If a text was added or removed with a part, and the part has a finding in
/// `schemas`, the text belongs to this finding.
std::vector<Finding> text_findings(const ToolPair& tools, const std::vector<Finding>& schemas);
/// Compares the order of parameters and of listed values.
std::vector<Finding> order_findings(const OrderedJson& before, const OrderedJson& after);
/// Adds D08 for new hidden characters. A finding about their text becomes D08; any other text or
/// name gets a finding of its own.
void name_hidden(const ToolPair& tools, std::vector<Finding>& found);
/// Reports changes without a finding in `found`: parts of the tool, its order, and unpublished
/// parts that changed a digest. `tools` are the same two versions.
std::vector<Finding> unsaid_findings(const OrderedJson& before, const OrderedJson& after,
                                     const ToolPair& tools, const std::vector<Finding>& found);

}  // namespace iam::contract
