#include "host/commands/servers/secret_files.hpp"

#include "host/session/servers_path.hpp"
#include <iam/store/private_files.hpp>

#include <fcntl.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <variant>

namespace iam::host {
namespace {

/// The files that the server takes its secrets from.
std::set<std::string> files_of(const mcp::ServerConfig& server) {
    std::set<std::string> files;
    const auto add = [&](const mcp::SecretReference& secret) {
        if (secret.place == mcp::SecretReference::Place::file) files.insert(secret.name);
    };
    if (const auto* process = std::get_if<mcp::StdioEndpoint>(&server.endpoint))
        for (const auto& [name, secret] : process->secrets) add(secret);
    if (server.authorization.secret) add(*server.authorization.secret);
    return files;
}

/// True for a file of the folder that make_secret_file() has named for this server.
bool is_made_for(const std::string& server, const std::filesystem::path& file,
                 const std::filesystem::path& folder) {
    std::error_code problem;
    if (!std::filesystem::equivalent(file.parent_path(), folder, problem) || problem) return false;
    const std::string name = file.filename().string();
    return name == server || name.starts_with(server + ".") || name.starts_with(server + "-");
}

}  // namespace

std::filesystem::path secrets_folder(const std::filesystem::path& servers) {
    return servers.parent_path() / "secrets";
}

Result<std::filesystem::path> make_secret_file(const std::filesystem::path& folder,
                                               const mcp::ImportedSecret& secret) {
    std::string name = secret.server;
    if (!secret.field.empty()) name += "." + secret.field;
    for (char& letter : name)
        if (letter == '/' || letter == '\0') letter = '_';
    // The server that had the name before, or one of another file of servers, keeps its secret.
    std::filesystem::path path = folder / name;
    std::error_code unknown;
    for (std::size_t number = 2;
         std::filesystem::exists(std::filesystem::symlink_status(path, unknown)); ++number) {
        path = folder / (name + "-" + std::to_string(number));
    }
    IAM_TRY(file, store::open_private_file(path, O_WRONLY | O_CREAT | O_EXCL));
    static_cast<void>(file);
    return path;
}

void remove_unnamed_secret(const std::filesystem::path& secret,
                           const std::filesystem::path& servers) {
    const auto named = load_servers(servers);
    if (!named && named.error().code != Errc::not_found) return;
    if (named) {
        for (const mcp::ServerConfig& server : *named)
            if (files_of(server).contains(secret.string())) return;
    }
    std::error_code ignored;
    std::filesystem::remove(secret, ignored);
}

std::vector<std::string> remove_secret_files(const std::filesystem::path& folder,
                                             const mcp::ServerConfig& server,
                                             const std::vector<mcp::ServerConfig>& others) {
    std::set<std::string> kept;
    for (const mcp::ServerConfig& other : others) kept.merge(files_of(other));
    std::vector<std::string> said;
    for (const std::string& file : files_of(server)) {
        std::error_code problem;
        const bool is_removed = !kept.contains(file) && is_made_for(server.name, file, folder) &&
                                std::filesystem::remove(file, problem);
        if (is_removed) {
            said.push_back("Its secret in " + file + " was removed.");
        } else if (kept.contains(file)) {
            said.push_back("Its secret in " + file + " stays, since another server uses it.");
        } else {
            said.push_back("Its secret in " + file +
                           " stays; remove the file if nothing else needs it.");
        }
    }
    return said;
}

}  // namespace iam::host
