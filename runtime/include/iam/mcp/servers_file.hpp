// Reads and writes servers.json, the file of the MCP servers whose tools a program uses. Pure: the
// caller reads and writes the file. docs/servers.md is the format.
#pragma once

#include <iam/core/json_places.hpp>
#include <iam/mcp/server_config.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

inline constexpr std::size_t k_servers_bytes_max = std::size_t{1} << 20U;  ///< of the file
inline constexpr std::size_t k_servers_depth_max = 12;       ///< objects and lists in each other
inline constexpr std::size_t k_servers_values_max = 50'000;  ///< in the whole file
inline constexpr std::size_t k_servers_max = 256;
inline constexpr std::size_t k_server_name_bytes_max = 64;
/// Of each list of one server: arguments, variables, header fields, folders of the sandbox.
inline constexpr std::size_t k_server_list_max = 256;
inline constexpr std::size_t k_server_tools_max = 1024;  ///< names of tools of one server
/// Of a tool's name, and of the name of a variable, a field, a scope or an entry of the keyring.
inline constexpr std::size_t k_server_word_bytes_max = 256;
inline constexpr std::size_t k_server_path_bytes_max = 4096;  ///< of a path, as on Linux
/// Of an argument, a variable's value, a field's value or a URL.
inline constexpr std::size_t k_server_text_bytes_max = std::size_t{32} << 10U;
/// Of a server's arguments and variables together. Linux takes 128 KiB at the least.
inline constexpr std::size_t k_server_start_bytes_max = std::size_t{96} << 10U;
inline constexpr std::chrono::hours k_server_time_max{24};
inline constexpr std::size_t k_server_calls_max = 10'000;  ///< a minute

/// The servers in the order of their names, or all mistakes in the order of the file. An error's
/// pointer names the value, its place says where that stands.
tl::expected<std::vector<ServerConfig>, std::vector<PlacedError>> read_servers(
    std::string_view text);

/// "servers.json:4:5: error: … (/servers/files/args)".
std::string to_string(const PlacedError& mistake, const std::string& file);

/// The file of these servers: sorted by name, every member in its usual place, nothing that has its
/// usual value. read_servers() reads the same servers from it. invalid_argument names a value that
/// read_servers() would refuse.
Result<std::string> write_servers(const std::vector<ServerConfig>& servers);

/// Notes on the values that stand readable in the file although their names sound like keys:
/// variables, header fields, and parameters of the URL. A pointer names the value in the server; a
/// message has its way out, and not the value.
std::vector<Error> readable_secrets(const ServerConfig& server);

/// The files that the servers name as theirs: of secrets, and of certificates to believe. No
/// sandbox of a server should open them.
std::vector<std::string> files_of_servers(const std::vector<ServerConfig>& servers);

/// The reason why the server's program will hardly run in its sandbox, as a sentence with the way
/// out: npx and the like without network, docker. Empty: none is known.
std::string sandbox_warning(const ServerConfig& server);

/// True for [A-Za-z0-9_-]{1,64}.
bool is_server_name(std::string_view name) noexcept;
/// A server's name where a person gave none: the host of its URL. If the endpoint is no URL, the
/// text before the first slash. Other letters become "-".
std::string name_of_endpoint(std::string_view endpoint);

}  // namespace iam::mcp
