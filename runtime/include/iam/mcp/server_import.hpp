// Reads the servers in the configuration files of other programs. Pure: the caller reads the file,
// stores the secrets and writes servers.json. docs/servers.md has an example of each format.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/server_config.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

enum class ImportFormat {
    mcp_servers,  ///< "mcpServers" as an object: Claude Desktop, Claude Code, Cursor
    vs_code,      ///< "servers" and "inputs", also below "mcp"
    zed,          ///< "context_servers"
    list,         ///< "mcpServers" as a list of name, endpoint and authToken
};
/// "mcpServers", "vscode", "zed", "list".
std::string_view to_string(ImportFormat format) noexcept;

/// Values for the variables ${workspaceFolder} and ${userHome}; an empty one is not replaced.
struct ImportFolders {
    std::string workspace{};
    std::string home{};
};

/// A secret that the file holds, or that the other program asks a person for. It is in no server
/// and in no note. The caller stores it and calls refer().
struct ImportedSecret {
    enum class Use {
        bearer,         ///< the token of Authorization: Bearer
        field,          ///< the value of the header field `field`
        variable,       ///< the value of the variable `field`
        client_secret,  ///< of OAuth
    };
    std::string server{};
    Use use = Use::bearer;
    std::string field{};
    std::string value{};  ///< empty: the file does not have it
};

struct ImportNote {
    bool is_left_out = false;  ///< the server at this place was not imported
    std::string pointer{};     ///< JSON Pointer in the file
    std::string message{};     ///< a sentence without a value of the file
};

struct Import {
    ImportFormat format = ImportFormat::mcp_servers;
    /// Sorted by name. A server with a value that only the other program knows is switched off; a
    /// note says which value. Servers start in the sandbox without network, as all do.
    std::vector<ServerConfig> servers{};
    std::vector<ImportedSecret> secrets{};
    std::vector<ImportNote> notes{};
};

/// The format of a file, by its members. Comments and trailing commas are accepted.
Result<ImportFormat> detect_import(std::string_view text);

/// Reads a file of this format, or of the format that detect_import() finds. An unknown member is
/// in a note, never dropped in silence. invalid_argument: the text is no JSON, longer than
/// k_servers_bytes_max, of no known format, or has more than k_servers_max servers.
Result<Import> import_servers(std::string_view text, const ImportFolders& folders = {},
                              std::optional<ImportFormat> format = {});

/// Lets the server take this secret from `where`.
void refer(ServerConfig& server, const ImportedSecret& secret, SecretReference where);

}  // namespace iam::mcp
