// Finds profiles by name, runs their checks, and writes findings as text.
#include "generator/lint/lint.hpp"

#include <generator/lint/visit.hpp>

#include <algorithm>
#include <array>

namespace iam::gen::lint {
namespace {

constexpr std::array<std::pair<LintProfile, std::string_view>, 6> k_profiles{{
    {LintProfile::openai, "openai"},
    {LintProfile::openai_strict, "openai-strict"},
    {LintProfile::anthropic, "anthropic"},
    {LintProfile::anthropic_strict, "anthropic-strict"},
    {LintProfile::gemini, "gemini"},
    {LintProfile::ollama, "ollama"},
}};

/// Reports two tools of one name, since a call could mean either.
void check_unique(LintProfile profile, const std::vector<OrderedJson>& tools,
                  std::vector<Finding>& out) {
    std::set<std::string> seen;
    for (const OrderedJson& tool : tools) {
        if (seen.insert(name_of(tool)).second) continue;
        Findings(profile, name_of(tool), out)
            .error("/name", "unique_name",
                   "another tool of the same request has this name; give one of the two another "
                   "with .name");
    }
}

}  // namespace

std::optional<LintProfile> parse_profile(std::string_view name) {
    const auto found = std::find_if(k_profiles.begin(), k_profiles.end(),
                                    [&](const auto& known) { return known.second == name; });
    if (found == k_profiles.end()) return std::nullopt;
    return found->first;
}

std::string_view to_string(LintProfile profile) {
    return std::find_if(k_profiles.begin(), k_profiles.end(),
                        [&](const auto& known) { return known.first == profile; })
        ->second;
}

std::string profile_names() {
    std::string names;
    for (const auto& [profile, name] : k_profiles)
        names += (names.empty() ? "" : ", ") + std::string(name);
    return names;
}

std::vector<Finding> lint(LintProfile profile, const std::vector<OrderedJson>& tools) {
    std::vector<Finding> out;
    switch (profile) {
        case LintProfile::openai:
        case LintProfile::openai_strict:
            lint_openai(tools, profile == LintProfile::openai_strict, out);
            break;
        case LintProfile::anthropic:
        case LintProfile::anthropic_strict:
            lint_anthropic(tools, profile == LintProfile::anthropic_strict, out);
            break;
        case LintProfile::gemini:
            lint_gemini(tools, out);
            break;
        case LintProfile::ollama:
            lint_ollama(tools, out);
            break;
    }
    check_unique(profile, tools, out);
    return out;
}

std::string to_text(const Finding& finding) {
    std::string text = finding.tool.empty() ? "all tools" : finding.tool;
    if (!finding.pointer.empty()) text += ": " + finding.pointer;
    text += finding.level == Level::error ? ": error: " : ": warning: ";
    return text + finding.message + " [" + finding.rule + "]";
}

}  // namespace iam::gen::lint
