// Ends lists that have no end of their own.
#include "mcp/client/imported/tool_listing.hpp"

#include <algorithm>
#include <utility>

namespace iam::mcp {

void ToolListing::tell(std::string sentence) {
    if (std::find(diagnostics_.begin(), diagnostics_.end(), sentence) == diagnostics_.end())
        diagnostics_.push_back(std::move(sentence));
}

/// False once the list is full.
bool ToolListing::take_tools(std::vector<std::string> tools) {
    for (std::string& tool : tools) {
        if (tools_.size() == limits_.tools_max) {
            tell(too_many_tools(limits_));
            return false;
        }
        if (tool.size() > limits_.bytes_max - bytes_) {
            tell("The server's tools have more than " + std::to_string(limits_.bytes_max) +
                 " bytes; the others are left out.");
            return false;
        }
        bytes_ += tool.size();
        tools_.push_back(std::move(tool));
    }
    return true;
}

Result<std::optional<std::string>> ToolListing::add(std::string_view result) {
    IAM_TRY(page, read_tool_list(result, is_strict_, limits_));
    for (std::string& sentence : page.diagnostics) tell(std::move(sentence));
    if (!take_tools(std::move(page.tools)) || !page.cursor) return std::optional<std::string>();
    if (std::find(cursors_.begin(), cursors_.end(), *page.cursor) != cursors_.end()) {
        tell("The server gave a cursor a second time; the list ends there.");
        return std::optional<std::string>();
    }
    cursors_.push_back(*page.cursor);
    if (cursors_.size() == limits_.pages_max) {
        tell("The server has more than " + std::to_string(limits_.pages_max) +
             " pages of tools; the others are left out.");
        return std::optional<std::string>();
    }
    return std::move(page.cursor);
}

}  // namespace iam::mcp
