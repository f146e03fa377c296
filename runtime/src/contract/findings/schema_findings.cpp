// Compares the two schemas of a tool, even if one is missing or cannot be read.
#include "contract/findings/made_finding.hpp"
#include "contract/findings/tool_changes.hpp"
#include "contract/inclusion/unreadable.hpp"
#include "contract/normal/members.hpp"

#include <iterator>

namespace iam::contract {
namespace {

/// The finding for two schemas that could not be compared.
Finding not_compared(const std::string& pointer, const Json& before, const Json& after) {
    if (Language::of(before) && !Language::of(after)) {
        const bool reaches_out = refers_outside(after) && !refers_outside(before);
        return made_finding(reaches_out ? "S04" : "S03", pointer, before, after);
    }
    return made_finding("S05", pointer, before, after);
}

std::vector<Finding> compare_side(Side side, const std::string& pointer, const Json& before,
                                  const Json& after, const InclusionLimits& limits) {
    if (json_equal(before, after)) return {};
    auto found = compare_schemas(side, before, after, limits);
    if (!found) return {not_compared(pointer, before, after)};
    for (Finding& finding : *found) finding.pointer.insert(0, pointer);
    return *std::move(found);
}

}  // namespace

std::vector<Finding> schema_findings(const ToolPair& tools, const InclusionLimits& limits) {
    // A tool without a schema counts as a tool with an unreadable schema.
    static const Json k_none;
    const auto schema = [](const Json& tool, const char* name) { return find_member(tool, name); };
    const Json* old_input = schema(tools.before, "inputSchema");
    const Json* new_input = schema(tools.after, "inputSchema");
    std::vector<Finding> found =
        compare_side(Side::input, "/inputSchema", old_input == nullptr ? k_none : *old_input,
                     new_input == nullptr ? k_none : *new_input, limits);
    const Json* old_output = schema(tools.before, "outputSchema");
    const Json* new_output = schema(tools.after, "outputSchema");
    if (old_output == nullptr && new_output == nullptr) return found;
    if (old_output == nullptr || new_output == nullptr) {
        found.push_back(made_finding(old_output == nullptr ? "O01" : "O02", "/outputSchema",
                                     old_output, new_output));
        return found;
    }
    auto of_output = compare_side(Side::output, "/outputSchema", *old_output, *new_output, limits);
    std::move(of_output.begin(), of_output.end(), std::back_inserter(found));
    return found;
}

}  // namespace iam::contract
