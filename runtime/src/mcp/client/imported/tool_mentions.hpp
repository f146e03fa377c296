// Finds tools whose texts name tools of other servers: such a text may steer the model's calls.
#pragma once

#include <iam/tool/contract.hpp>

#include <string>
#include <vector>

namespace iam::mcp {

struct ToolMention {
    ToolId tool{};
    ToolId named{};  ///< of another origin
};

/// Reads all texts of each tool of a server, wherever they stand in its tool object. A tool is
/// named by "server/tool", by "server__tool" as in a gateway, or by its own name if that is no word
/// of a language: it has a sign like '_' or '.', or a capital letter behind a small one. Case does
/// not count. A name that the tool's own server has as well is not meant. At most one mention for a
/// tool, in the order of the list. Tools of this program (origin "") are named, and name none.
std::vector<ToolMention> find_tool_mentions(const std::vector<const Contract*>& tools);

}  // namespace iam::mcp
