// servers discover: tries hosts that a person names for MCP servers, and adds nothing.
#include "host/commands/servers/probes.hpp"
#include "host/commands/servers/servers.hpp"
#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include <iam/core/build_id.hpp>
#include <iam/mcp/servers.hpp>
#include <iam/question/escape.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <utility>

namespace iam::host {

using question::escape_for_display;

namespace {

// For all hosts together.
constexpr std::chrono::seconds k_discovery_time{10};
// A server's list of tools at the most.
constexpr std::size_t k_discovery_bytes_max = std::size_t{1} << 20U;

struct FoundServer {
    Probe probe{};
    mcp::ServerStatus status{};
};

mcp::ServerConfig config_of(const Probe& probe, std::size_t number) {
    // Names of one length keep the order of the probes.
    mcp::ServerConfig config{.name = "probe-" + std::to_string(1000 + number)};
    config.endpoint = mcp::UrlEndpoint{.url = probe.url, .transport = probe.transport};
    // No stored token goes to a host that is only tried, and nobody is asked in a browser.
    config.authorization.kind = mcp::ServerAuthorization::Kind::none;
    config.times.initialize = config.times.list = k_discovery_time;
    config.times.heartbeat = std::chrono::milliseconds{0};
    return config;
}

std::vector<FoundServer> try_all(const Session& session, const std::vector<Probe>& probes) {
    mcp::ServersParts parts{.clock = session.environment().clock,
                            .entropy = session.environment().entropy};
    parts.settings.client = {.name = session.registry().application(), .version = build_id()};
    parts.settings.message_bytes_max = k_discovery_bytes_max;
    // Each URL is tried once.
    parts.settings.retry_first = parts.settings.retry_last = std::chrono::hours{1};
    mcp::Servers servers(std::move(parts));
    std::vector<mcp::ServerConfig> configs;
    std::map<std::string, const Probe*> by_name;
    for (const Probe& probe : probes) {
        configs.push_back(config_of(probe, configs.size()));
        by_name[configs.back().name] = &probe;
    }
    std::vector<FoundServer> found;
    if (!servers.connect_all(std::move(configs))) return found;
    servers.wait_until_settled(k_discovery_time);
    std::set<std::string> places;
    for (const mcp::ServerStatus& status : servers.connection_states()) {
        if (status.state != mcp::ConnectionState::connected) continue;
        const Probe& probe = *by_name[status.name];
        // A server may answer at each path; the first path of a port is the usual one.
        if (places.insert(probe.place).second) found.push_back({probe, status});
    }
    return found;
}

std::string transport_word(mcp::UrlTransport transport) {
    if (transport == mcp::UrlTransport::sse) return "sse";
    return transport == mcp::UrlTransport::web_socket ? "websocket" : "http";
}

std::string server_words(const mcp::ServerStatus& status) {
    std::string words = status.server_name;
    if (!status.server_version.empty()) words += " " + status.server_version;
    return words;
}

void print_json(const Session& session, const std::vector<FoundServer>& found) {
    JsonWriter out;
    out.begin_object();
    put_list(out, "servers", found, [](JsonWriter& to, const FoundServer& server) {
        to.begin_object();
        put(to, "name", server.status.server_name);
        put(to, "revision", server.status.revision);
        to.plain_key("tools");
        to.integer(std::uint64_t{server.status.tools});
        put(to, "transport", transport_word(server.probe.transport));
        put(to, "url", server.probe.url);
        put(to, "version", server.status.server_version);
        to.end_object();
    });
    out.end_object();
    session.print(out);
}

ExitCode discover(Session& session, const std::vector<std::string>& hosts) {
    const auto probes = probes_of(hosts);
    if (!probes) return session.report(probes.error());
    const auto found = try_all(session, *probes);
    if (session.options().json) {
        print_json(session, found);
        return ExitCode::done;
    }
    Rows rows;
    for (const FoundServer& server : found) {
        rows.push_back({server.probe.url, transport_word(server.probe.transport),
                        std::to_string(server.status.tools) + " tools",
                        escape_for_display(server_words(server.status))});
    }
    print_list(session, {"URL", "TRANSPORT", "TOOLS", "CALLS ITSELF"}, rows,
               "No server was found. A server may listen at another port or path, or want an "
               "authorization; add it by its URL.");
    for (const FoundServer& server : found) {
        session.say("Add it with: " +
                    session.command("servers add NAME --url " + server.probe.url));
    }
    return ExitCode::done;
}

}  // namespace

void add_servers_discover_command(const Commands& commands, CLI::App& servers) {
    auto hosts = std::make_shared<std::vector<std::string>>();
    CLI::App* command =
        add_command(commands, servers, "discover",
                    "Tries the named hosts, and no others, for MCP servers; adds nothing",
                    [hosts](Session& session) { return discover(session, *hosts); });
    command
        ->add_option("HOST", *hosts,
                     "A name or an address, or HOST:PORT; without a port the usual ones are tried")
        ->required();
    give_examples(*command, commands.session,
                  {"servers discover localhost", "servers discover desk.tail1234.ts.net:8080"});
}

}  // namespace iam::host
