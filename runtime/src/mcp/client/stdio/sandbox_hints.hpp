// Says what to change in servers.json if a program does not start in its sandbox, or fails there.
#pragma once

#include <iam/mcp/server_config.hpp>

#include <string>
#include <string_view>
#include <variant>

namespace iam::mcp {

/// True for programs that fetch the server from the network at each start: npx, uvx, bunx, pipx.
bool fetches_programs(std::string_view command) noexcept;

/// The program that runs the script `file` by its first line ("#!"): a path, or a name for PATH
/// behind env. Empty: the file is no such script.
std::string interpreter_of(const std::string& file);

/// The members of "sandbox" that show a program inside, as JSON text: the narrowest folder that has
/// both the path by which it is named and the target of its links, or each by itself. The home and
/// folders of many programs in it, such as ~/.local, are never named.
std::string readable_for(const std::string& path, const std::string& target,
                         const std::string& home);

/// What to change if a server's process has failed for this reason before it was connected: one
/// sentence behind a blank; empty, if nothing is known or the process has no sandbox.
std::string failure_hint(const std::variant<StdioEndpoint, UrlEndpoint, SocketEndpoint>& endpoint,
                         std::string_view why);

}  // namespace iam::mcp
