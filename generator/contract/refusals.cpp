// Finds tools newly refused by a provider. generator/lint has the limits of providers.
#include <generator/contract/refusals.hpp>

#include <algorithm>
#include <utility>

namespace iam::gen::contract {
namespace {

/// Only errors count. If a provider drops parts silently, it dropped them from all schemas.
std::vector<lint::Finding> refused(lint::LintProfile profile,
                                   const std::vector<OrderedJson>& tools) {
    std::vector<lint::Finding> found = lint::lint(profile, tools);
    std::erase_if(found, [](const auto& one) { return one.level != lint::Level::error; });
    return found;
}

}  // namespace

std::vector<iam::contract::ToolFinding> refusals(lint::LintProfile profile,
                                                 const std::vector<OrderedJson>& before,
                                                 const std::vector<OrderedJson>& after) {
    const std::vector<lint::Finding> known = refused(profile, before);
    std::vector<iam::contract::ToolFinding> found;
    for (const lint::Finding& one : refused(profile, after)) {
        const bool is_known = std::any_of(known.begin(), known.end(), [&](const auto& other) {
            return other.tool == one.tool && other.pointer == one.pointer && other.rule == one.rule;
        });
        if (is_known) continue;
        iam::contract::Finding finding;
        iam::contract::take_rule("S09", finding);
        finding.pointer = one.pointer;
        finding.after =
            canonical_json(Json(one.message + " [" + one.rule + "]")).value_or(std::string());
        found.push_back({one.tool, std::move(finding)});
    }
    return found;
}

}  // namespace iam::gen::contract
