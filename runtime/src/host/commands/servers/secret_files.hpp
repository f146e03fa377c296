// The files of the secrets that `servers import` has found, in the folder `secrets` beside the file
// of servers.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/server_config.hpp>
#include <iam/mcp/server_import.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace iam::host {

/// The folder for the secrets of this file of servers.
std::filesystem::path secrets_folder(const std::filesystem::path& servers);

/// Makes an empty file for the secret, under a name that no other file of the folder has.
/// Error: unavailable.
Result<std::filesystem::path> make_secret_file(const std::filesystem::path& folder,
                                               const mcp::ImportedSecret& secret);

/// Removes a file that was made for a secret, unless the file of servers names it or cannot be
/// read.
void remove_unnamed_secret(const std::filesystem::path& secret,
                           const std::filesystem::path& servers);

/// Removes the files that an import made for `server`, unless one of `others` refers to them.
/// Returns a sentence about each file that was removed, and each that stays.
std::vector<std::string> remove_secret_files(const std::filesystem::path& folder,
                                             const mcp::ServerConfig& server,
                                             const std::vector<mcp::ServerConfig>& others);

}  // namespace iam::host
