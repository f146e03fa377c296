// servers import: takes over the servers in the file of another program.
#include "host/commands/servers/secret_files.hpp"
#include "host/commands/servers/servers.hpp"
#include "host/session/input.hpp"
#include "host/session/servers_path.hpp"
#include <iam/mcp/server_import.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <memory>
#include <ostream>
#include <system_error>

namespace iam::host {

using question::escape_for_display;

namespace {

mcp::ServerConfig* find_server(std::vector<mcp::ServerConfig>& servers, const std::string& name) {
    const auto found = std::find_if(servers.begin(), servers.end(),
                                    [&](const auto& server) { return server.name == name; });
    return found == servers.end() ? nullptr : &*found;
}

/// Stores the secrets in files, and puts references into the servers.
Result<void> keep_secrets(const Session& session, const std::filesystem::path& folder,
                          mcp::Import& import) {
    if (import.secrets.empty()) return {};
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (!problem) std::filesystem::permissions(folder, std::filesystem::perms::owner_all, problem);
    if (problem) {
        return fail(Errc::unavailable, "The folder " + folder.string() + " cannot be made (" +
                                           problem.message() + "); check the folder above it.");
    }
    for (const mcp::ImportedSecret& secret : import.secrets) {
        mcp::ServerConfig* const server = find_server(import.servers, secret.server);
        if (server == nullptr) continue;
        IAM_TRY(path, make_secret_file(folder, secret));
        if (!secret.value.empty()) IAM_CHECK(write_private_file(path, secret.value));
        mcp::refer(*server, secret, {mcp::SecretReference::Place::file, path.string()});
        if (!secret.value.empty()) continue;
        session.say("Server " + secret.server +
                    " needs a secret that the file does not have; write it into " + path.string() +
                    ".");
    }
    return {};
}

void tell_import(const Session& session, const mcp::Import& import) {
    for (const mcp::ServerConfig& server : import.servers)
        session.out() << "imported server " << escape_for_display(server.name)
                      << (server.is_enabled ? "" : " (off)") << '\n';
    for (const mcp::ImportNote& note : import.notes)
        session.say(note.message + (note.pointer.empty() ? "" : " (at " + note.pointer + ")"));
}

ExitCode import_file(Session& session, const std::string& file) {
    const auto path = servers_file_of(session);
    if (!path) return session.report(path.error());
    const auto lock = lock_servers(*path);
    if (!lock) return session.report(lock.error(), ExitCode::failed);
    auto servers = known_servers(*path);
    if (!servers) return report_lines(session, servers.error());
    const auto text = read_file(file, session.environment().in);
    if (!text) return session.report(text.error());
    auto import = mcp::import_servers(*text, {.workspace = session.environment().working_folder,
                                              .home = session.environment().home});
    if (!import) return session.report(import.error());
    std::erase_if(import->servers, [&](const mcp::ServerConfig& server) {
        if (find_server(*servers, server.name) == nullptr) return false;
        session.say("Server " + server.name + " is in the file already, and stays as it is.");
        return true;
    });
    std::erase_if(import->secrets, [&](const mcp::ImportedSecret& secret) {
        return find_server(import->servers, secret.server) == nullptr;
    });
    if (const auto kept = keep_secrets(session, secrets_folder(*path), *import); !kept)
        return session.report(kept.error());
    servers->insert(servers->end(), import->servers.begin(), import->servers.end());
    if (!import->servers.empty()) {
        if (const auto stored = store_servers(*path, *servers); !stored)
            return report_lines(session, stored.error());
    }
    tell_import(session, *import);
    return ExitCode::done;
}

}  // namespace

void add_servers_import_command(const Commands& commands, CLI::App& servers) {
    auto file = std::make_shared<std::string>();
    CLI::App* import = add_command(
        commands, servers, "import",
        "Takes over the servers in the file of Claude, VS Code, Cursor or Zed; secrets go into\n"
        "files that only this user can read",
        [file](Session& session) { return import_file(session, *file); });
    import->add_option("FILE", *file, "The other program's file; \"-\": standard input")
        ->required();
    give_examples(*import, commands.session,
                  {"servers import ~/.config/Claude/claude_desktop_config.json",
                   "servers import .vscode/mcp.json"});
}

}  // namespace iam::host
