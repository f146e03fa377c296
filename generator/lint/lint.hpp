// Finds the parts of a manifest's tools refused, dropped or not enforced by a provider's interface.
#pragma once

#include <iam/core/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gen::lint {

enum class LintProfile {
    openai,            // function calling
    openai_strict,     // the same with "strict": true
    anthropic,         // messages
    anthropic_strict,  // the same with "strict": true
    gemini,            // generateContent with parametersJsonSchema
    ollama,            // /api/chat
};

enum class Level {
    error,    // the interface refuses the tool, or the whole request
    warning,  // it drops a part of the schema, or does not enforce it
};

struct Finding {
    std::string tool;     // empty: about all tools together
    std::string pointer;  // JSON Pointer into the tool object; "": the whole tool
    std::string rule;     // "openai/required"
    Level level = Level::error;
    std::string message;  // ends with the way out
    friend bool operator==(const Finding&, const Finding&) = default;
};

std::optional<LintProfile> parse_profile(std::string_view name);
/// "openai-strict", "anthropic"…
std::string_view to_string(LintProfile profile);
/// "openai, anthropic, …", for messages.
std::string profile_names();

/// `tools`: the tool objects of every manifest in one request. Findings are in the order of the
/// tools and of their schemas' members. Findings about all tools come last.
std::vector<Finding> lint(LintProfile profile, const std::vector<OrderedJson>& tools);

/// "add: /inputSchema/properties/a: error: … [openai/required]"
std::string to_text(const Finding& finding);

}  // namespace iam::gen::lint
