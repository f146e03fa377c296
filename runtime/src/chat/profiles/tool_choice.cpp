// Which tools a choice leaves in.
#include "iam/chat/tool_choice.hpp"

#include <iam/chat/transcript.hpp>
#include <iam/consent/rules.hpp>

#include <algorithm>

namespace iam::chat {
namespace {

bool any_matches(const std::vector<std::string>& patterns, const std::string& name) {
    return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& text) {
        const auto pattern = consent::NamePattern::parse(text);
        return pattern && pattern->matches(name);
    });
}

}  // namespace

bool permits(const ToolChoice& choice, const ToolId& tool) {
    const std::string name = display_name(tool);
    if (any_matches(choice.deny, name)) return false;
    if (choice.allow && !any_matches(*choice.allow, name)) return false;
    if (tool.origin.empty() || !choice.servers) return true;
    return std::find(choice.servers->begin(), choice.servers->end(), tool.origin) !=
           choice.servers->end();
}

bool permits(const ToolsChosen& chosen, const ToolId& tool) {
    if (!permits(chosen.choice, tool)) return false;
    const std::string name = display_name(tool);
    for (auto each = chosen.switches.rbegin(); each != chosen.switches.rend(); ++each)
        if (any_matches({each->pattern}, name)) return each->is_on;
    return true;
}

}  // namespace iam::chat
