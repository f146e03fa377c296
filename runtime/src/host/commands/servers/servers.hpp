// The common parts of the commands about MCP servers.
#pragma once

#include "host/commands/commands.hpp"
#include <iam/mcp/server_config.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace iam::host {

/// The file of servers for a command that is about it. Error: invalid_argument (there is none).
Result<std::filesystem::path> servers_file_of(const Session& session);
/// The servers of the file; none if it is not there yet.
Result<std::vector<mcp::ServerConfig>> known_servers(const std::filesystem::path& path);
/// The error for a name that no server of the file has.
Error unknown_server(const Session& session, const std::string& name);
/// Reports an error with a sentence a line.
ExitCode report_lines(const Session& session, const Error& error);
/// The endpoint in words, without arguments and secrets.
std::string place_of(const mcp::ServerConfig& server);

/// The sentence in the place of an empty list of tools. It names the servers without tools, or this
/// one alone.
std::string why_no_tools(Session& session, const std::string& server = {});

void add_servers_discover_command(const Commands& commands, CLI::App& servers);
void add_servers_import_command(const Commands& commands, CLI::App& servers);
void add_servers_trust_commands(const Commands& commands, CLI::App& servers);
void add_servers_show_commands(const Commands& commands, CLI::App& servers);

}  // namespace iam::host
