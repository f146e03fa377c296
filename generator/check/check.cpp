// Runs the steps of check() in order. Recursion and sizes come first, since the time of later steps
// grows with them. Names come next, since messages call tools by name. Options come after
// companions, since an undo counts for them.
#include <generator/check/check.hpp>
#include <generator/check/steps.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace iam::gen {
namespace {

void raise_to_errors(Diagnostics& diagnostics, DiagnosticId id) {
    for (Diagnostic& diagnostic : diagnostics) {
        if (is_about(diagnostic, id)) diagnostic.severity = Severity::error;
    }
}

/// Tools are large, so each is moved once.
std::vector<Tool> sorted_by_name(std::vector<Tool> tools) {
    std::vector<Tool*> order;
    for (Tool& tool : tools) order.push_back(&tool);
    std::stable_sort(order.begin(), order.end(),
                     [](const Tool* a, const Tool* b) { return a->name < b->name; });
    std::vector<Tool> sorted;
    sorted.reserve(tools.size());
    for (Tool* tool : order) sorted.push_back(std::move(*tool));
    return sorted;
}

}  // namespace

Diagnostics check(Model& model, const CheckOptions& options) {
    Diagnostics out;
    mark_recursive(model);
    if (!check_sizes(model, out)) {
        sort_by_place(out);
        return out;
    }
    check_tool_names(model, options, out);
    check_aliases(model, out);
    check_members(model, out);
    check_recursion(model, out);
    check_consent_keys(model, out);
    check_variants(model, out);
    bind_companions(model, out);
    check_tool_options(model, out);
    check_docs(model, out);
    if (options.require_docs) {
        raise_to_errors(out, DiagnosticId::no_description);
        raise_to_errors(out, DiagnosticId::undocumented_member);
    }
    model.tools = sorted_by_name(std::move(model.tools));
    sort_by_place(out);
    return out;
}

}  // namespace iam::gen
