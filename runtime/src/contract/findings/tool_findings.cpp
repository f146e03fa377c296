// Compares all parts of one tool, and reports every change.
#include "iam/contract/tool_findings.hpp"

#include "contract/digests/full_schemas.hpp"
#include "contract/findings/made_finding.hpp"
#include "contract/findings/tool_changes.hpp"
#include "contract/normal/members.hpp"
#include "contract/normal/protocol_form.hpp"
#include <iam/contract/digests.hpp>
#include <iam/contract/foreign_tool.hpp>
#include <iam/core/limits.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>
#include <utility>

namespace iam::contract {
namespace {

constexpr std::array<std::string_view, 8> k_known_members{
    "name", "title", "icons", "description", "inputSchema", "outputSchema", "annotations", "_meta"};

/// Compares with the order of members, since a model reads them in order.
bool is_same_document(const OrderedJson& a, const OrderedJson& b) {
    if (!a.is_structured() || !b.is_structured())
        return !a.is_structured() && !b.is_structured() && json_equal(Json(a), Json(b));
    if (a.type() != b.type() || a.size() != b.size()) return false;
    for (auto one = a.begin(), other = b.begin(); one != a.end(); ++one, ++other)
        if ((a.is_object() && one.key() != other.key()) || !is_same_document(*one, *other))
            return false;
    return true;
}

void append(std::vector<Finding>& found, std::vector<Finding> more) {
    std::move(more.begin(), more.end(), std::back_inserter(found));
}

/// Compares members of a tool object without a function of their own.
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

/// True if both sides state full schemas different from the published ones.
bool have_full_schemas(const ToolPair& tools) {
    const auto has_others = [](const Json& tool) {
        return contract_facts(tool).contains(k_full_fact);
    };
    return (has_others(tools.before) || has_others(tools.after)) &&
           states_full_schemas(tools.before) && states_full_schemas(tools.after);
}

std::vector<Finding> findings_of_schemas(const ToolPair& tools, const InclusionLimits& limits) {
    if (!have_full_schemas(tools)) return schema_findings(tools, limits);
    const Json before = with_full_schemas(tools.before);
    const Json after = with_full_schemas(tools.after);
    return schema_findings({before, after}, limits);
}

constexpr std::string_view k_input_pointer = "/inputSchema";

Result<Language> input_of(const Json& tool) {
    const Json* schema = find_member(tool, "inputSchema");
    return Language::of(schema == nullptr ? Json() : *schema);
}

/// The words between white space of a JSON text; other values are one word.
std::vector<std::string> spaced_words(const std::string& json) {
    const auto value = parse_json(json, limits_of_own_text(json.size()));
    if (!value || !value->is_string()) return {json};
    std::istringstream text(value->get<std::string>());
    return {std::istream_iterator<std::string>(text), std::istream_iterator<std::string>()};
}

/// Another spelling, another order, or a hint that is stated as it was understood. Markup is not
/// believed to mean nothing: without it, read_file is readfile.
bool means_the_same(const Finding& finding) {
    if (finding.rule->id == "D11")
        return spaced_words(finding.before) == spaced_words(finding.after);
    constexpr std::array<std::string_view, 5> k_spellings{"S08", "S12", "S14", "I20", "I74"};
    return std::find(k_spellings.begin(), k_spellings.end(), finding.rule->id) !=
               k_spellings.end() ||
           (finding.rule->side == Side::annotation && finding.change == ChangeClass::compatible);
}

/// The consent to a stranger's tool covers the tool as it was, so each change suspends it.
void distrust(Finding& finding) {
    if (finding.grants == GrantEffect::keep && !means_the_same(finding))
        finding.grants = GrantEffect::suspend;
}

OrderedJson without_stated_facts(OrderedJson tool) {
    if (!tool.is_object()) return tool;
    const auto meta = tool.find("_meta");
    if (meta != tool.end() && meta->is_object()) meta->erase("iam/contract");
    return tool;
}

/// Reports notes that only strangers write: facts that are none here, and the risk of a tool.
std::vector<Finding> note_findings(const ToolPair& tools, std::vector<Finding> found) {
    const Json& before = object_member(tools.before, "_meta");
    const Json& after = object_member(tools.after, "_meta");
    if (!same_member(before, after, "iam/contract"))
        found.push_back(made_finding("S16", k_facts_pointer, find_member(before, "iam/contract"),
                                     find_member(after, "iam/contract")));
    if (stated_risk(tools.before) == stated_risk(tools.after)) return found;
    for (Finding& finding : found)
        if (finding.pointer == "/_meta/koder" || finding.pointer == "/_meta/koder.risk")
            take_rule("A11", finding);
    return found;
}

std::vector<Finding> part_findings(const OrderedJson& before, const OrderedJson& after,
                                   const ToolPair& tools, const InclusionLimits& limits) {
    const std::vector<Finding> schemas = findings_of_schemas(tools, limits);
    std::vector<Finding> found = schemas;
    append(found, annotation_findings(tools));
    append(found, fact_findings(tools, schemas));
    append(found, text_findings(tools, schemas));
    append(found, order_findings(before, after));
    append(found, other_findings(tools));
    return found;
}

/// compare_tools() for tools that differ.
std::vector<Finding> own_findings(const OrderedJson& before, const OrderedJson& after,
                                  const InclusionLimits& limits) {
    const Json old_tool(before);
    const Json new_tool(after);
    const ToolPair tools{old_tool, new_tool};
    std::vector<Finding> found = part_findings(before, after, tools, limits);
    name_hidden(tools, found);
    append(found, unsaid_findings(before, after, tools, found));
    return found;
}

/// own_findings() for tools of a stranger. Every comparison of parts sees them without facts.
std::vector<Finding> foreign_findings(const OrderedJson& before, const OrderedJson& after,
                                      const InclusionLimits& limits) {
    const Json old_tool(before);
    const Json new_tool(after);
    const OrderedJson old_parts = without_stated_facts(before);
    const OrderedJson new_parts = without_stated_facts(after);
    const Json old_bare(old_parts);
    const Json new_bare(new_parts);
    const ToolPair bare{old_bare, new_bare};
    std::vector<Finding> found =
        note_findings({old_tool, new_tool}, part_findings(old_parts, new_parts, bare, limits));
    name_hidden({old_tool, new_tool}, found);
    append(found, unsaid_findings(old_parts, new_parts, bare, found));
    for (Finding& finding : found) distrust(finding);
    return found;
}

}  // namespace

std::vector<Finding> compare_tools(const OrderedJson& old_document, const OrderedJson& new_document,
                                   Trust trust, const InclusionLimits& limits) {
    const OrderedJson before = protocol_form(old_document);
    const OrderedJson after = protocol_form(new_document);
    if (is_same_document(before, after)) return {};
    return trust == Trust::untrusted ? foreign_findings(before, after, limits)
                                     : own_findings(before, after, limits);
}

std::optional<InputChange> input_change(const OrderedJson& before, const OrderedJson& after,
                                        const Finding& finding, Trust trust) {
    if (finding.pointer.rfind(k_input_pointer, 0) != 0) return std::nullopt;
    Json old_tool(before);
    Json new_tool(after);
    if (trust == Trust::first_party && have_full_schemas({old_tool, new_tool})) {
        old_tool = with_full_schemas(std::move(old_tool));
        new_tool = with_full_schemas(std::move(new_tool));
    }
    auto was = input_of(old_tool);
    const auto is = input_of(new_tool);
    if (!was || !is) return std::nullopt;
    Finding of_schema = finding;
    of_schema.pointer.erase(0, k_input_pointer.size());
    auto alone = with_change_of(of_schema, *was, *is);
    if (!alone) return std::nullopt;
    return InputChange{*std::move(was), *std::move(alone)};
}

}  // namespace iam::contract
