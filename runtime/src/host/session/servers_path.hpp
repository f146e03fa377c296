// Reads and writes the file of MCP servers (docs/servers.md).
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/server_config.hpp>
#include <iam/store/private_files.hpp>

#include <filesystem>
#include <string_view>
#include <vector>

namespace iam::host {

/// The servers of the file. The file names programs to start, so it is refused if others could
/// write it. Errors: not_found (there is no such file), invalid_argument (all mistakes, a line
/// each), corrupt (others may write it), unavailable.
Result<std::vector<mcp::ServerConfig>> load_servers(const std::filesystem::path& path);

/// Keeps other programs from changing the file while the descriptor lives; waits for them. Makes
/// the folder. Error: unavailable.
Result<store::FileDescriptor> lock_servers(const std::filesystem::path& path);

/// Writes the file anew, or leaves it as it was. Its folder is made if it is not there. Errors:
/// invalid_argument (a server), unavailable.
Result<void> store_servers(const std::filesystem::path& path,
                           const std::vector<mcp::ServerConfig>& servers);

/// Writes a new file with mode 0600, whole or not at all; an older one is replaced.
Result<void> write_private_file(const std::filesystem::path& path, std::string_view text);

}  // namespace iam::host
