// The configuration for an MCP client to start this program as its server.
#pragma once

#include <iam/core/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::host {

struct ServerCommand {
    std::string name{};     ///< of the server, as the client shows it
    std::string program{};  ///< an absolute path
    std::vector<std::string> arguments{};
};

/// The JSON text for the client's file, with two spaces of indentation. Clients are claude, vscode,
/// cursor and zed. Error: invalid_argument (another client).
Result<std::string> client_config(std::string_view client, const ServerCommand& server);

/// "claude, vscode, cursor or zed"
std::string known_clients();

}  // namespace iam::host
