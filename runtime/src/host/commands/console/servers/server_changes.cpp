// The changes of ConsoleServers: each under the lock of the file, against the version that was
// seen.
#include "host/commands/console/servers/console_servers.hpp"
#include "host/commands/console/servers/server_settings.hpp"
#include "host/commands/servers/secret_files.hpp"
#include "host/commands/servers/servers.hpp"
#include "host/session/servers_path.hpp"
#include <iam/gate/consent.hpp>
#include <iam/mcp/server_endpoint.hpp>
#include <iam/mcp/server_import.hpp>

#include <algorithm>
#include <functional>
#include <system_error>
#include <utility>
#include <variant>

namespace iam::host {
namespace {

using mcp::ImportedSecret;
using mcp::ServerConfig;

tl::unexpected<Error> another_one() {
    return fail(Errc::conflict,
                "This is not the program or address that was shown; look at it again.");
}

ImportedSecret::Use use_of(const std::string& word) {
    if (word == "field") return ImportedSecret::Use::field;
    if (word == "variable") return ImportedSecret::Use::variable;
    return word == "client_secret" ? ImportedSecret::Use::client_secret
                                   : ImportedSecret::Use::bearer;
}

/// A person names the field or the variable, if the secret is for one.
Result<void> check_secret(const console::ServerSecret& secret, const ServerConfig& server) {
    const ImportedSecret::Use use = use_of(secret.use);
    const bool is_variable = use == ImportedSecret::Use::variable;
    const bool is_process = std::holds_alternative<mcp::StdioEndpoint>(server.endpoint);
    if (is_variable != is_process)
        return fail(Errc::invalid_argument,
                    "A program takes secrets as variables, a server at an address as a token or a "
                    "header field; choose the other use.");
    const bool is_named = is_variable || use == ImportedSecret::Use::field;
    if (is_named == secret.field.empty())
        return fail(Errc::invalid_argument,
                    "A variable and a header field have a name, a token has none.");
    if (secret.value.empty()) return fail(Errc::invalid_argument, "The secret is empty.");
    return {};
}

Result<void> make_secrets_folder(const std::filesystem::path& folder) {
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (!problem) std::filesystem::permissions(folder, std::filesystem::perms::owner_all, problem);
    if (!problem) return {};
    return fail(Errc::unavailable,
                "The folder of secrets beside the file of servers cannot be "
                "made (" +
                    problem.message() + ").");
}

}  // namespace

Result<void> ConsoleServers::change(const std::string& version,
                                    const std::function<Result<void>(File& file)>& change) {
    IAM_TRY(path, servers_file_of(session_));
    const auto lock = lock_servers(path);
    if (!lock) return tl::unexpected(lock.error());
    IAM_TRY(file, read());
    if (file.version != version)
        return fail(Errc::conflict,
                    "The file of servers has changed since this page was loaded; load it anew.");
    IAM_CHECK(change(file));
    return store_servers(file.path, file.servers);
}

Result<void> ConsoleServers::save(const console::ServerDraft& draft) {
    const std::lock_guard lock(mutex_);
    IAM_CHECK(change(draft.version, [&](File& file) -> Result<void> {
        ServerConfig* const before = find_server(file.servers, draft.name);
        if (draft.is_new && before != nullptr)
            return fail(Errc::conflict, "A server has this name already; choose another one.");
        if (!draft.is_new && before == nullptr) return no_such_server();
        auto server = read_settings(draft.name, draft.settings, before);
        if (!server)
            return fail(Errc::invalid_argument,
                        "The settings have mistakes; check them to see each one.");
        if (shown_digest(*server) != draft.shown) return another_one();
        if (before != nullptr) {
            *before = *std::move(server);
        } else {
            file.servers.push_back(*std::move(server));
        }
        return {};
    }));
    return connect_anew();
}

Result<void> ConsoleServers::keep_secret(const console::ServerSecret& secret) {
    const std::lock_guard lock(mutex_);
    ServerConfig former;
    std::filesystem::path made;
    std::filesystem::path file_of_servers;
    std::vector<ServerConfig> servers;
    const auto kept = change(secret.version, [&](File& file) -> Result<void> {
        ServerConfig* const server = find_server(file.servers, secret.server);
        if (server == nullptr) return no_such_server();
        IAM_CHECK(check_secret(secret, *server));
        former = *server;
        const std::filesystem::path folder = secrets_folder(file.path);
        IAM_CHECK(make_secrets_folder(folder));
        const ImportedSecret imported{secret.server, use_of(secret.use), secret.field, {}};
        IAM_TRY(path, make_secret_file(folder, imported));
        made = path;
        file_of_servers = file.path;
        IAM_CHECK(write_private_file(path, secret.value));
        mcp::refer(*server, imported, {mcp::SecretReference::Place::file, path.string()});
        servers = file.servers;
        return {};
    });
    // The file of servers may be replaced although an error came after it.
    if (!kept && !made.empty()) remove_unnamed_secret(made, file_of_servers);
    if (!kept) return kept;
    // The file of the former secret goes, unless another server uses it.
    remove_secret_files(made.parent_path(), former, servers);
    return connect_anew();
}

Result<void> ConsoleServers::remove(const std::string& name, const std::string& version) {
    const std::lock_guard lock(mutex_);
    ServerConfig removed;
    std::vector<ServerConfig> others;
    IAM_CHECK(change(version, [&](File& file) -> Result<void> {
        const ServerConfig* const server = find_server(file.servers, name);
        if (server == nullptr) return no_such_server();
        removed = *server;
        std::erase_if(file.servers, [&](const ServerConfig& one) { return one.name == name; });
        others = file.servers;
        return {};
    }));
    IAM_TRY(path, servers_file_of(session_));
    remove_secret_files(secrets_folder(path), removed, others);
    return connect_anew();
}

Result<void> ConsoleServers::reconnect() {
    const std::lock_guard lock(mutex_);
    return connect_anew();
}

Result<void> ConsoleServers::trust(const std::string& name, const std::string& shown) {
    const std::lock_guard lock(mutex_);
    IAM_TRY(file, read());
    const ServerConfig* const server = find_server(file.servers, name);
    if (server == nullptr) return no_such_server();
    if (shown_digest(*server) != shown) return another_one();
    IAM_CHECK(desk_.runtime->consent().trust_server(name, mcp::endpoint_text(*server),
                                                    session_.subject()));
    return {};
}

Result<void> ConsoleServers::distrust(const std::string& name) {
    const std::lock_guard lock(mutex_);
    return desk_.runtime->consent().distrust_server(name, session_.subject());
}

}  // namespace iam::host
