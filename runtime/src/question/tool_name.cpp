// Names of other origins may hold slashes. So the registered tools decide about the slash at the
// end of an origin.
#include "iam/question/tool_name.hpp"

#include <iam/question/escape.hpp>

#include <vector>

namespace iam::question {

Result<ToolId> tool_named(const std::string& text, const Registry& registry) {
    const auto catalogue = registry.snapshot();
    const std::string application = registry.application();
    std::vector<ToolId> matches;
    for (const Contract* contract : catalogue->contracts()) {
        const ToolId& id = contract->id;
        const bool is_own = id.origin.empty() && text == application + "/" + id.name;
        if (display_name(id) == text || is_own) matches.push_back(id);
    }
    if (matches.size() > 1) {
        return fail(Errc::invalid_argument, "Several tools are called \"" +
                                                escape_for_display(text) +
                                                "\"; rename one of their origins.");
    }
    if (matches.size() == 1) return matches.front();
    const std::string origin = origin_in(text);
    if (origin.empty() && !text.starts_with('/')) return ToolId{"", text};
    return ToolId{origin, text.substr(origin.size() + 1)};
}

std::string origin_in(const std::string& text) {
    const std::size_t slash = text.find('/');
    return slash == std::string::npos ? std::string() : text.substr(0, slash);
}

std::string spelled(const ToolId& id) {
    return escape_for_display(display_name(id));
}

}  // namespace iam::question
