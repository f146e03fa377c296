// servers status, tools, log: connects to the servers and shows them.
#include "host/commands/servers/servers.hpp"
#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include "host/output/server_health.hpp"
#include "host/output/trust_words.hpp"
#include "host/session/server_tools.hpp"
#include <iam/question/escape.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <ostream>
#include <string_view>

namespace iam::host {

using question::escape_for_display;
using question::visible_lines;

namespace {

// As long as a person waits for a server that says nothing.
constexpr std::chrono::seconds k_wait{20};

/// Connects to the servers of the file, or to this one alone. nullptr: it was reported why not.
ServerTools* connect(Session& session, ExitCode& code, std::string_view only = {}) {
    const auto path = servers_file_of(session);
    if (!path) {
        code = session.report(path.error());
        return nullptr;
    }
    if (const auto imported = session.import_tools(k_wait, false, only); !imported) {
        code = report_lines(session, imported.error());
        return nullptr;
    }
    if (session.server_tools() == nullptr) {
        code = session.report(Error{Errc::not_found, "There are no servers yet; add one with: " +
                                                         session.command("servers add") + "."});
    }
    return session.server_tools();
}

/// The trust in each server of the file.
Result<std::map<std::string, consent::OriginTrust>> trust_by_server(const Session& session) {
    IAM_TRY(path, servers_file_of(session));
    IAM_TRY(servers, known_servers(path));
    IAM_TRY(records, TrustRecords::read(session));
    std::map<std::string, consent::OriginTrust> trusts;
    for (const mcp::ServerConfig& server : servers) trusts[server.name] = records.of(server);
    return trusts;
}

void put_status(JsonWriter& out, const mcp::ServerStatus& status, consent::OriginTrust trust) {
    out.begin_object();
    put_list(out, "diagnostics", status.diagnostics,
             [](JsonWriter& to, const std::string& text) { to.string(text); });
    out.plain_key("health");
    put_health(out, status.health);
    put_unless_empty(out, "last_error", status.last_error);
    put(out, "name", status.name);
    put_unless_empty(out, "revision", status.revision);
    put_unless_empty(out, "server_name", status.server_name);
    put_unless_empty(out, "server_version", status.server_version);
    put(out, "state", state_word(status));
    out.plain_key("tools");
    out.integer(std::uint64_t{status.tools});
    put(out, "trust", trust_words(trust));
    out.end_object();
}

ExitCode status_code(const std::vector<mcp::ServerStatus>& states) {
    const bool is_well = std::all_of(states.begin(), states.end(), [](const auto& status) {
        return !status.is_enabled || status.state == mcp::ConnectionState::connected;
    });
    return is_well ? ExitCode::done : ExitCode::failed;
}

ExitCode show_status(Session& session) {
    ExitCode code = ExitCode::done;
    ServerTools* const tools = connect(session, code);
    if (tools == nullptr) return code;
    const auto states = tools->servers().connection_states();
    auto trusts = trust_by_server(session);
    if (!trusts) return report_lines(session, trusts.error());
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_list(out, "servers", states, [&](JsonWriter& to, const mcp::ServerStatus& status) {
            put_status(to, status, (*trusts)[status.name]);
        });
        out.end_object();
        session.print(out);
        return status_code(states);
    }
    Rows rows;
    for (const mcp::ServerStatus& status : states) {
        std::string server = escape_for_display(status.server_name);
        if (!status.server_version.empty())
            server += " " + escape_for_display(status.server_version);
        const consent::OriginTrust trust = (*trusts)[status.name];
        say_if_outdated(session, status.name, trust);
        rows.push_back({status.name, state_word(status), status.revision,
                        std::to_string(status.tools) + " tools", std::string(trust_words(trust)),
                        server, health_words(status.health)});
        for (const std::string& diagnostic : status.diagnostics)
            session.say("Server " + status.name + ": " + diagnostic);
    }
    print_list(session, {"SERVER", "STATE", "REVISION", "TOOLS", "TRUST", "CALLS ITSELF", "HEALTH"},
               rows, "The file has no servers.");
    return status_code(states);
}

bool has_server(ServerTools& tools, const std::string& name) {
    const auto states = tools.servers().connection_states();
    return std::any_of(states.begin(), states.end(),
                       [&](const auto& status) { return status.name == name; });
}

ExitCode show_tools(Session& session, const std::string& name) {
    ExitCode code = ExitCode::done;
    ServerTools* const tools = connect(session, code, name);
    if (tools == nullptr) return code;
    if (!name.empty() && !has_server(*tools, name))
        return session.report(unknown_server(session, name));
    Rows rows;
    const auto catalogue = session.registry().snapshot();
    for (const Contract* contract : catalogue->contracts()) {
        const std::string& origin = contract->id.origin;
        if (origin.empty() || (!name.empty() && origin != name)) continue;
        rows.push_back(
            {escape_for_display(display_name(contract->id)), escape_for_display(contract->title)});
    }
    for (const mcp::ImportFinding& finding : tools->tools().findings()) {
        if (!name.empty() && finding.server != name) continue;
        const std::string tool = finding.server + "/" + finding.tool;
        session.say((finding.is_left_out ? "Left out: " : "Note on ") + tool + ": " +
                    finding.reason);
    }
    print_list(session, {"TOOL", "TITLE"}, rows, why_no_tools(session, name));
    return ExitCode::done;
}

/// The state of a server without tools.
std::string_view why_without(mcp::ConnectionState state) {
    switch (state) {
        case mcp::ConnectionState::disconnected:
            return "is switched off";
        case mcp::ConnectionState::connecting:
            return "has not answered yet";
        case mcp::ConnectionState::failed:
            return "failed";
        case mcp::ConnectionState::connected:
            break;
    }
    return "lists none";
}

ExitCode show_log(Session& session, const std::string& name) {
    ExitCode code = ExitCode::done;
    ServerTools* const tools = connect(session, code, name);
    if (tools == nullptr) return code;
    if (!has_server(*tools, name)) return session.report(unknown_server(session, name));
    session.out() << visible_lines(tools->servers().log(name));
    return ExitCode::done;
}

}  // namespace

std::string why_no_tools(Session& session, const std::string& server) {
    if (session.servers_path().empty()) return "This program has no tools.";
    ServerTools* const tools = session.server_tools();
    auto states =
        tools == nullptr ? std::vector<mcp::ServerStatus>() : tools->servers().connection_states();
    if (states.empty()) {
        return "There are no tools, since there are no servers yet; add one with: " +
               session.command("servers add") + ".";
    }
    if (!server.empty())
        std::erase_if(states, [&](const mcp::ServerStatus& one) { return one.name != server; });
    std::string said = "There are no tools: ";
    for (std::size_t i = 0; i < states.size(); ++i) {
        said += (i == 0 ? "server " : ", server ") + states[i].name + " " +
                std::string(why_without(states[i].state));
    }
    return said + ". See why with: " + session.command("servers status") + ".";
}

void add_servers_show_commands(const Commands& commands, CLI::App& servers) {
    add_command(
        commands, servers, "status",
        "Connects to each server and says how it is. The exit code is 1 if an enabled server\n"
        "is not connected",
        show_status);
    auto name = std::make_shared<std::string>();
    CLI::App* tools =
        add_command(commands, servers, "tools",
                    "Lists the tools of the servers, and says which ones are left out, and why",
                    [name](Session& session) { return show_tools(session, *name); });
    tools->add_option("NAME", *name, "One server");
    auto logged = std::make_shared<std::string>();
    CLI::App* log = add_command(commands, servers, "log",
                                "Starts a server and prints what it writes on its standard error",
                                [logged](Session& session) { return show_log(session, *logged); });
    log->add_option("NAME", *logged, "The server")->required();
}

}  // namespace iam::host
