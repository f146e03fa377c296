// The tools of each scope, from a file of the host.
#pragma once

#include <iam/core/result.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// Immutable.
class ToolScopes {
 public:
    /// Reads {"iam": 1, "scopes": {"SCOPE": ["TOOL", "PREFIX*"]}}. Error: invalid_argument.
    static Result<ToolScopes> read(std::string_view json);

    /// True if one of these scopes gives the tool. A scope missing in the file gives none.
    bool allows(const std::vector<std::string>& scopes, std::string_view tool) const;
    /// The first scope, by name, with the tool; empty if there is none.
    std::string scope_for(std::string_view tool) const;
    /// All scopes, by name.
    std::vector<std::string> names() const;

 private:
    using Tools = std::vector<std::string>;
    std::map<std::string, Tools, std::less<>> scopes_{};
};

}  // namespace iam::mcp
