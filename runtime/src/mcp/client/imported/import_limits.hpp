// Limits the tools of other servers, and the results of their calls.
#pragma once

#include <cstddef>

namespace iam::mcp {

/// A tool beyond a limit is refused; a result beyond one is a failure of the call. Depth, members
/// and names in both keep to iam::Limits, the schemas to schema::CompileLimits as well.
struct ImportLimits {
    std::size_t tool_bytes_max = std::size_t{1} << 20U;  ///< of a tool object
    std::size_t tool_nodes_max = 100'000;                ///< JSON values in a tool object
    std::size_t title_bytes_max = 1'024;
    std::size_t description_bytes_max = std::size_t{64} << 10U;
    /// Different patterns in a schema; each may take schema::k_pattern_memory_max.
    std::size_t patterns_max = 32;
    /// Instructions of the patterns of all tools of a server (schema::Pattern::program_size).
    std::size_t pattern_room = 1'000'000;
    std::size_t result_bytes_max = std::size_t{16} << 20U;  ///< of a result, before it is read
    std::size_t message_bytes_max = 4'096;  ///< of the server's words about a failure
};

}  // namespace iam::mcp
