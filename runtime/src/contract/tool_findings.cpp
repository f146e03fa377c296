// One tool: all its parts, and that no digest moved without a word. Two catalogues: which tool is which.
#include "iam/contract/tool_findings.hpp"

#include "made_finding.hpp"
#include "members.hpp"
#include "tool_changes.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace iam::contract {
namespace {

constexpr std::array<std::string_view, 8> k_known_members{
    "name", "title", "icons", "description", "inputSchema", "outputSchema", "annotations", "_meta"};

void append(std::vector<Finding>& found, std::vector<Finding> more) {
    std::move(more.begin(), more.end(), std::back_inserter(found));
}

/// Members of a tool object that have no function of their own.
std::vector<Finding> other_findings(const ToolPair& tools) {
    std::vector<Finding> found;
    for (const std::string& name : member_names(tools.before, tools.after)) {
        if (same_member(tools.before, tools.after, name) ||
            std::find(k_known_members.begin(), k_known_members.end(), name) !=
                k_known_members.end())
            continue;
        std::string pointer;
        append_pointer(pointer, name);
        found.push_back(made_finding(name == "execution" ? "T17" : "S07", std::move(pointer),
                                     find_member(tools.before, name),
                                     find_member(tools.after, name)));
    }
    return found;
}

/// Whether the digest `name` moved; a catalogue without digests has none that could.
bool moved(const ToolPair& tools, const char* name) {
    const Json& before = object_member(contract_facts(tools.before), "digests");
    const Json& after = object_member(contract_facts(tools.after), "digests");
    return before.contains(name) && after.contains(name) && !same_member(before, after, name);
}

/// Whether it says why the consent digest moved; texts and order are no part of that.
bool touches_consent(const Finding& finding) {
    static constexpr std::array<std::string_view, 9> k_others{"I20", "I74", "O33", "S15", "S16",
                                                              "A12", "G22", "G23", "G26"};
    return finding.rule->side != Side::text && finding.rule->side != Side::tool &&
           std::find(k_others.begin(), k_others.end(), finding.rule->id) == k_others.end();
}

bool is_about_schemas(const Finding& finding) {
    return touches_consent(finding) && (finding.pointer.rfind("/inputSchema", 0) == 0 ||
                                        finding.pointer.rfind("/outputSchema", 0) == 0);
}

/// The tool object as its digest sees it, but without an order.
Json without_places(Json tool) {
    for (const char* member : {"digests", "source", "symbol"})
        if (!contract_facts(tool).empty()) tool["_meta"]["iam/contract"].erase(member);
    return tool;
}

void check_digests(const ToolPair& tools, std::vector<Finding>& found) {
    const auto add = [&](std::string_view rule, const char* digest) {
        const Json& before = object_member(contract_facts(tools.before), "digests");
        const Json& after = object_member(contract_facts(tools.after), "digests");
        found.push_back(made_finding(rule, std::string(k_facts_pointer) + "/digests/" + digest,
                                     find_member(before, digest), find_member(after, digest)));
    };
    if (moved(tools, "wire") && std::none_of(found.begin(), found.end(), is_about_schemas))
        return add("S06", "wire");
    if (moved(tools, "consent") && std::none_of(found.begin(), found.end(), touches_consent))
        return add("S06", "consent");
    const bool is_renamed = !same_member(tools.before, tools.after, "name");
    if (!found.empty() || is_renamed || !moved(tools, "behaviour")) return;
    const bool only_order = json_equal(without_places(tools.before), without_places(tools.after));
    add(only_order ? "S12" : "S06", "behaviour");
}

/// What a stranger writes for people and models is part of what was consented to.
void distrust(Finding& finding) {
    const bool is_text = finding.rule->side == Side::text && finding.rule->id != "D11";
    if ((is_text || finding.rule->id == "A12") && finding.grants == GrantEffect::keep)
        finding.grants = GrantEffect::suspend;
}

}  // namespace

std::vector<Finding> compare_tools(const OrderedJson& before, const OrderedJson& after, Trust trust,
                                   const InclusionLimits& limits) {
    // With the order of members, which a model reads.
    if (before.dump() == after.dump()) return {};
    const Json old_tool(before);
    const Json new_tool(after);
    const ToolPair tools{old_tool, new_tool};
    const std::vector<Finding> schemas = schema_findings(tools, limits);
    std::vector<Finding> found = schemas;
    append(found, annotation_findings(tools));
    append(found, fact_findings(tools, schemas));
    append(found, text_findings(tools));
    append(found, order_findings(before, after));
    append(found, other_findings(tools));
    check_digests(tools, found);
    if (trust == Trust::untrusted)
        for (Finding& finding : found) distrust(finding);
    return found;
}

}  // namespace iam::contract
