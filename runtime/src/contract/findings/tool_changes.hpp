// The parts of a tool object, each with its own rules. Pointers are into the tool object.
#pragma once

#include <iam/contract/tool_findings.hpp>

#include <string>
#include <vector>

namespace iam::contract {

/// The same tool on both sides.
struct ToolPair {
    const Json& before;
    const Json& after;
};

/// The object in which stands what this project adds to the Model Context Protocol; empty where there is none.
const Json& contract_facts(const Json& tool);
inline constexpr const char* k_facts_pointer = "/_meta/iam~1contract";

/// Both schemas: I, O and S rules.
std::vector<Finding> schema_findings(const ToolPair& tools, const InclusionLimits& limits);
/// A value that came to a list of results which was said to grow is O12, not O11.
void name_expected(const ToolPair& tools, std::vector<Finding>& schemas);
/// Hints, title and icons.
std::vector<Finding> annotation_findings(const ToolPair& tools);
/// Policy, preview, undo, secrets, units and the other facts. `schemas` are the findings about the schemas: what came or went with a
/// parameter is theirs.
std::vector<Finding> fact_findings(const ToolPair& tools, const std::vector<Finding>& schemas);
/// Descriptions, titles, examples and comments, of the tool and in its schemas, definitions that nothing refers to included. What came or
/// went with a part that `schemas` has a finding about is that one's.
std::vector<Finding> text_findings(const ToolPair& tools, const std::vector<Finding>& schemas);
/// The order of parameters and of listed values.
std::vector<Finding> order_findings(const OrderedJson& before, const OrderedJson& after);
/// Hidden characters that the tool has and had not (D08): a finding about the text that has them is that, any other text or name has one of
/// its own.
void name_hidden(const ToolPair& tools, std::vector<Finding>& found);
/// What changed although none of `found` says so: parts of the tool, its order, and what moved a digest and is not published. `tools`: the same two.
std::vector<Finding> unsaid_findings(const OrderedJson& before, const OrderedJson& after,
                                     const ToolPair& tools, const std::vector<Finding>& found);

}  // namespace iam::contract
