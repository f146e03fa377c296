#include "host/commands/console/servers/console_servers.hpp"

#include "host/commands/console/servers/server_settings.hpp"
#include "host/commands/console/servers/server_views.hpp"
#include "host/commands/servers/servers.hpp"
#include "host/output/json_member.hpp"
#include "host/session/server_tools.hpp"
#include "host/session/servers_path.hpp"
#include <iam/core/digest.hpp>
#include <iam/mcp/servers_file.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <utility>

namespace iam::host {
namespace {

using mcp::ServerConfig;

const mcp::ServerStatus* status_of(const std::vector<mcp::ServerStatus>& states,
                                   const std::string& server) {
    const auto found = std::find_if(states.begin(), states.end(),
                                    [&](const auto& one) { return one.name == server; });
    return found == states.end() ? nullptr : &*found;
}

Result<std::map<std::string, consent::ServerTrust>> trusts_of(ledger::Store& store) {
    IAM_TRY(trusts, store.trusts());
    std::map<std::string, consent::ServerTrust> by_server;
    for (consent::ServerTrust& trust : trusts) {
        const std::string server = trust.server;
        by_server.emplace(server, std::move(trust));
    }
    return by_server;
}

std::optional<consent::ServerTrust> trust_in(
    const std::map<std::string, consent::ServerTrust>& trusts, const std::string& server) {
    const auto found = trusts.find(server);
    return found == trusts.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

ServerConfig* find_server(std::vector<ServerConfig>& servers, const std::string& name) {
    const auto found = std::find_if(servers.begin(), servers.end(),
                                    [&](const ServerConfig& one) { return one.name == name; });
    return found == servers.end() ? nullptr : &*found;
}

tl::unexpected<Error> no_such_server() {
    return fail(Errc::not_found, "The file has no server of this name; load the list anew.");
}

ConsoleServers::ConsoleServers(Session& session, const Desk& desk)
    : session_(session), desk_(desk) {
    session_.on_agreement([asked = asked_](const std::string& server, const std::string& url) {
        const std::lock_guard lock(asked->mutex);
        asked->urls[server] = url;
    });
}

void ConsoleServers::know(const ToolId& tool) {
    if (tool.origin.empty() || session_.registry().snapshot()->find(tool) != nullptr) return;
    if (const auto connected = connect_to(tool.origin); !connected)
        session_.say(connected.error().message);
}

Result<void> ConsoleServers::connect() {
    return connect_to({});
}

Result<void> ConsoleServers::connect_to(const std::string& server) {
    ServerTools* tools = nullptr;
    bool is_first = false;
    {
        const std::lock_guard lock(mutex_);
        is_first = session_.server_tools() == nullptr;
        IAM_CHECK(session_.import_tools(std::chrono::milliseconds{0}));
        tools = session_.server_tools();
    }
    if (tools == nullptr) return {};
    // The session keeps them to its end. A hanging server must not hold up the other requests.
    const bool is_settled = tools->tools().wait_until_settled(k_servers_wait, server);
    if (!is_first || (is_settled && !server.empty())) return {};
    const std::lock_guard lock(mutex_);
    tools->wait(std::chrono::milliseconds{0});  // says which ones are missing
    return {};
}

Result<ConsoleServers::File> ConsoleServers::read() const {
    File file;
    IAM_TRY(path, servers_file_of(session_));
    file.path = std::move(path);
    IAM_TRY(servers, known_servers(file.path));
    file.servers = std::move(servers);
    IAM_TRY(text, mcp::write_servers(file.servers));
    file.version = sha256(domain_tag("iam/console/servers/1"), text).hex();
    return file;
}

std::vector<mcp::ServerStatus> ConsoleServers::states() const {
    ServerTools* const tools = session_.server_tools();
    return tools == nullptr ? std::vector<mcp::ServerStatus>()
                            : tools->servers().connection_states();
}

std::vector<ConsoleServers::Agreement> ConsoleServers::agreements(
    const std::vector<mcp::ServerStatus>& states) {
    const std::lock_guard lock(asked_->mutex);
    std::erase_if(asked_->urls, [&](const auto& entry) {
        const mcp::ServerStatus* const status = status_of(states, entry.first);
        return status == nullptr || status->state != mcp::ConnectionState::connecting;
    });
    std::vector<Agreement> open;
    for (const auto& [server, url] : asked_->urls) open.push_back({server, url});
    return open;
}

Result<void> ConsoleServers::connect_anew() {
    const auto connected = session_.reconnect_servers();
    if (connected) return {};
    return fail(connected.error().code,
                "The change is saved, but no server is connected: " + connected.error().message);
}

Result<std::string> ConsoleServers::list() {
    const std::lock_guard lock(mutex_);
    IAM_TRY(file, read());
    IAM_TRY(trusts, trusts_of(*desk_.store));
    const auto states_now = states();
    JsonWriter out;
    out.begin_object();
    put_list(out, "agreements", agreements(states_now), [](JsonWriter& to, const Agreement& one) {
        to.begin_object();
        put_shown(to, "address", one.url);
        put_shown(to, "server", one.server);
        to.end_object();
    });
    put_shown(out, "file", file.path.string());
    put_list(out, "servers", file.servers, [&](JsonWriter& to, const ServerConfig& server) {
        put_server(to, {server, status_of(states_now, server.name), trust_in(trusts, server.name)});
    });
    put_shown(out, "version", file.version);
    out.end_object();
    return out.take();
}

Result<std::string> ConsoleServers::show(const std::string& name) {
    const std::lock_guard lock(mutex_);
    IAM_TRY(file, read());
    const ServerConfig* const server = find_server(file.servers, name);
    if (server == nullptr) return no_such_server();
    IAM_TRY(trusts, trusts_of(*desk_.store));
    IAM_TRY(settings, settings_text(*server));
    const auto states_now = states();
    const ServerFacts facts{*server, status_of(states_now, name), trust_in(trusts, name)};
    ServerTools* const tools = session_.server_tools();
    JsonWriter out;
    out.begin_object();
    put_endpoint(out, *server);
    put_list(out, "diagnostics",
             facts.status == nullptr ? std::vector<std::string>() : facts.status->diagnostics,
             [](JsonWriter& to, const std::string& text) {
                 to.string(question::escape_for_display(text));
             });
    put_tools(out, name, session_.registry(),
              tools == nullptr ? std::vector<mcp::ImportFinding>() : tools->tools().findings());
    out.key("log");
    out.string(question::visible_lines(tools == nullptr ? "" : tools->servers().log(name)));
    out.key("server");
    put_server(out, facts);
    put(out, "settings", settings);
    put_trust_record(out, facts);
    put_shown(out, "version", file.version);
    out.end_object();
    return out.take();
}

Result<std::string> ConsoleServers::judge(const console::ServerDraft& draft) {
    const std::lock_guard lock(mutex_);
    IAM_TRY(file, read());
    const ServerConfig* const before = find_server(file.servers, draft.name);
    const auto server = read_settings(draft.name, draft.settings, before);
    JsonWriter out;
    out.begin_object();
    put_mistakes(out, server ? std::vector<PlacedError>() : server.error());
    if (server) {
        put_endpoint(out, *server);
        put_notes(out, *server);
    }
    out.end_object();
    return out.take();
}

}  // namespace iam::host
