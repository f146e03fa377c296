// Finds the program of a server, and its path inside of the sandbox.
#pragma once

#include "mcp/client/stdio/sandbox_folders.hpp"
#include <iam/core/result.hpp>

#include <array>
#include <string>
#include <string_view>

namespace iam::mcp {

/// Programs and their libraries. On a merged system, /bin is a link to /usr/bin; binding it gives
/// the same files.
inline constexpr std::array<std::string_view, 7> k_system_folders{
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};

/// True for a path in one of them.
bool is_in_system(std::string_view path);

/// The variables PATH and HOME of the server's process.
struct ProgramVariables {
    std::string path{};
    std::string home{};
};

/// The program's path inside. invalid_argument names the members of servers.json that show the
/// program inside, or the interpreter of a script.
Result<std::string> program_in_sandbox(const std::string& program, const OpenedFolders& opened,
                                       const ProgramVariables& variables);

}  // namespace iam::mcp
