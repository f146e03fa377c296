// servers trust, distrust: a person's word that the hints of a server's tools are true.
#include "host/commands/servers/servers.hpp"
#include "host/output/json_member.hpp"
#include <iam/gate/consent.hpp>
#include <iam/mcp/server_endpoint.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <memory>
#include <ostream>

namespace iam::host {

using question::escape_for_display;

namespace {

void print_trust(const Session& session, const consent::ServerTrust& trust) {
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        out.plain_key("endpoint");
        out.raw(trust.endpoint);
        put(out, "server", trust.server);
        put(out, "since", to_rfc3339(trust.since));
        out.plain_key("trusted");
        out.boolean(true);
        put(out, "trusted_by", trust.trusted_by);
        out.end_object();
        session.print(out);
        return;
    }
    session.out() << "trusted server " << escape_for_display(trust.server) << " at "
                  << escape_for_display(trust.endpoint) << '\n';
    session.say(
        "The hints of its tools are believed from now on, until it is another program or address. "
        "It allows no call. To end that: " +
        session.command("servers distrust " + trust.server));
}

ExitCode trust_server(Session& session, const std::string& name) {
    const auto path = servers_file_of(session);
    if (!path) return session.report(path.error());
    const auto servers = known_servers(*path);
    if (!servers) return report_lines(session, servers.error());
    const auto found = std::find_if(servers->begin(), servers->end(),
                                    [&](const auto& server) { return server.name == name; });
    if (found == servers->end()) return session.report(unknown_server(session, name));
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto trust =
        desk->runtime->consent().trust_server(name, mcp::endpoint_text(*found), session.subject());
    if (!trust) return session.report(trust.error());
    print_trust(session, *trust);
    return ExitCode::done;
}

/// The server may have gone from the file.
ExitCode distrust_server(Session& session, const std::string& name) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto done = desk->runtime->consent().distrust_server(name, session.subject());
    if (!done) return session.report(done.error());
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put(out, "server", name);
        out.plain_key("trusted");
        out.boolean(false);
        out.end_object();
        session.print(out);
    } else {
        session.out() << "distrusted server " << escape_for_display(name) << '\n';
    }
    return ExitCode::done;
}

}  // namespace

void add_servers_trust_commands(const Commands& commands, CLI::App& servers) {
    auto name = std::make_shared<std::string>();
    CLI::App* trust =
        add_command(commands, servers, "trust",
                    "Believes what a server says of its tools' risk, as long as it is the same\n"
                    "program or address; allows no call",
                    [name](Session& session) { return trust_server(session, *name); });
    trust->add_option("NAME", *name, "The server")->required();
    give_examples(*trust, commands.session, {"servers trust files"});
    CLI::App* distrust =
        add_command(commands, servers, "distrust",
                    "Ends the trust: the server's hints only raise the risk again",
                    [name](Session& session) { return distrust_server(session, *name); });
    distrust->add_option("NAME", *name, "The server")->required();
    give_examples(*distrust, commands.session, {"servers distrust files"});
}

}  // namespace iam::host
