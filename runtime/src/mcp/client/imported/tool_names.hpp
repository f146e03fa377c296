// Judges the names of tools: each one alone, and all names of all servers together.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/contract.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

inline constexpr std::size_t k_tool_name_bytes_max = 128;

/// Takes 1 to 128 of A-Z a-z 0-9 _ - . / (MCP). Each part between slashes has at least one
/// character, and no dot at its ends. Error: invalid_argument, with the character and its place.
Result<void> check_tool_name(std::string_view name);

struct NameFinding {
    ToolId tool{};
    bool is_refused = false;  ///< false: a warning
    std::string reason{};     ///< a sentence; visible text
};

/// Judges the names of all tools of all servers and of this program (origin ""). At most one
/// finding for a tool, in the order of the list.
///
/// Refused are tools of a server with a name that check_tool_name() refuses, with the same name as
/// another tool of this server, or with a name that looks like it. Names look alike if they differ
/// only in case, in punctuation, or in 0 and O, 1 and l and I, rn and m. Both tools are refused,
/// since a person could take one for the other.
///
/// Equal and look-alike names of different origins are a warning for the server's tool. The origin
/// is a part of the identity and shown everywhere, and no server can have the tools of another one
/// refused. A tool of this program is never refused, and gets no finding.
std::vector<NameFinding> judge_tool_names(const std::vector<ToolId>& tools);

}  // namespace iam::mcp
