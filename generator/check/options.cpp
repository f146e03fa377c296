// Checks the options of a tool against each other, and against its companions.
#include <generator/check/steps.hpp>

namespace iam::gen {
namespace {

using enum DiagnosticId;

constexpr std::int64_t k_timeout_ms_max = 86'400'000;  // a day

void check_timeout(const Tool& tool, Diagnostics& out) {
    const auto timeout_ms = tool.options.timeout_ms;
    if (!timeout_ms || (*timeout_ms >= 1 && *timeout_ms <= k_timeout_ms_max)) return;
    out.push_back(diagnose(
        timeout, option_span(tool, "timeout_ms"),
        ".timeout_ms = " + std::to_string(*timeout_ms) +
            " is out of bounds; give 1 to 86400000 (a day), or leave it out for no limit"));
}

constexpr std::int64_t k_undo_window_s_max =
    315'360'000;  // ten years; iam::Define has the same bound

void check_undo(const Tool& tool, Diagnostics& out) {
    const ToolOptions& options = tool.options;
    for (const char* option : {"undo_exact", "undo_window_s"}) {
        if (tool.undo || options.spans.count(option) == 0) continue;
        out.push_back(diagnose(undo_missing, option_span(tool, option),
                               "." + std::string(option) + " says how the tool '" + tool.name +
                                   "' is undone, but no function is tagged [[iam::undo(" +
                                   tool.function.name + ")]]; write one, or take the option out"));
    }
    const auto window = options.undo_window_s;
    if (!window || (*window >= 1 && *window <= k_undo_window_s_max)) return;
    out.push_back(diagnose(undo_window, option_span(tool, "undo_window_s"),
                           ".undo_window_s = " + std::to_string(*window) +
                               " is out of bounds; give 1 to 315360000 (ten years), or leave it "
                               "out: then a call can be undone for as long as it is recorded"));
}

void check_lazy_outcome(const Tool& tool, Diagnostics& out) {
    const ToolOptions& options = tool.options;
    if (options.lazy_outcome == true && options.read_only != true && !options.incomplete)
        out.push_back(
            diagnose(lazy_outcome, option_span(tool, "lazy_outcome"),
                     "the tool '" + tool.name +
                         "' may change something, so its outcome must be on disk before its "
                         "answer; state .read_only = true, or take .lazy_outcome out"));
}

void check_hints(const Tool& tool, Diagnostics& out) {
    const ToolOptions& options = tool.options;
    if (options.incomplete) return;  // the tool's own statements are not known
    if (!options.read_only && !options.destructive && !options.idempotent && !options.open_world) {
        out.push_back(diagnose(no_hints, tool.function.span,
                               "the tool '" + tool.name +
                                   "' states none of .read_only, .destructive, .idempotent, "
                                   ".open_world and so counts as "
                                   "destructive and reaching out; state what is true of it"));
        return;
    }
    if (options.read_only == true && options.destructive == true)
        out.push_back(diagnose(
            contradicting_hints, option_span(tool, "destructive"),
            "the tool '" + tool.name +
                "' is said to be read_only and destructive, which cannot both be; drop one",
            {{"read_only is stated here", option_span(tool, "read_only")}}));
}

/// A policy may allow a tool without asking. If the tool destroys, or changes things without an
/// undo, the policy needs a reason for the readers.
void check_policy(const Tool& tool, Diagnostics& out) {
    const ToolOptions& options = tool.options;
    if (options.policy != Policy::allow || options.incomplete) return;
    if (options.policy_reason && !options.policy_reason->empty()) return;
    std::string why;
    if (options.destructive == true)
        why = "is destructive";
    else if (options.read_only != true && !tool.undo)
        why = "is neither read_only nor has an undo";
    if (why.empty()) return;
    out.push_back(
        diagnose(policy_reason, option_span(tool, "policy"),
                 "the tool '" + tool.name + "' would run without asking although it " + why +
                     "; say why that is right with .policy_reason = \"…\", or use iam::confirm"));
}

}  // namespace

void check_tool_options(const Model& model, Diagnostics& out) {
    for (const Tool& tool : model.tools) {
        check_timeout(tool, out);
        check_undo(tool, out);
        check_lazy_outcome(tool, out);
        check_hints(tool, out);
        check_policy(tool, out);
    }
}

}  // namespace iam::gen
