// Collects the tools of one server over several pages of tools/list.
#pragma once

#include "mcp/client/imported/tool_list_shapes.hpp"
#include <iam/core/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// Collects the pages of one server. Beyond a limit of ToolListLimits it ends the list, keeps the
/// tools up to there, and says so in a diagnostic. So does a cursor that comes a second time.
class ToolListing {
 public:
    explicit ToolListing(bool is_strict, const ToolListLimits& limits = {})
        : is_strict_(is_strict), limits_(limits) {}

    /// Adds a page. Returns the cursor of the next one; nothing at the end. Errors are those of
    /// read_tool_list().
    Result<std::optional<std::string>> add(std::string_view result);

    const std::vector<std::string>& tools() const noexcept { return tools_; }
    /// Each sentence once.
    const std::vector<std::string>& diagnostics() const noexcept { return diagnostics_; }

 private:
    bool take_tools(std::vector<std::string> tools);
    void tell(std::string sentence);

    bool is_strict_;
    ToolListLimits limits_;
    std::vector<std::string> tools_{};
    std::vector<std::string> diagnostics_{};
    std::vector<std::string> cursors_{};
    std::size_t bytes_ = 0;
};

}  // namespace iam::mcp
