// serve: serves the tools to MCP clients.
#include "host/commands/commands.hpp"
#include "host/output/client_config.hpp"
#include <iam/core/build_id.hpp>
#include <iam/mcp/http.hpp>
#include <iam/mcp/socket.hpp>
#include <iam/mcp/stdio.hpp>
#include <iam/question/duration.hpp>
#include <iam/question/escape.hpp>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <system_error>
#include <utility>
#include <vector>

namespace iam::host {

using question::json_without_controls;

namespace {

struct ServeWords {
    std::string wait = "2m";
    std::string client{};  ///< of --print-config
    // At most one is not empty; else standard input and output are served.
    std::string http{};    ///< the address to listen on
    std::string socket{};  ///< the path of a Unix socket
    bool full_schemas = false;
    bool clients_name_calls = false;
};

// A client that asks without end must leave a list that a person can read.
constexpr std::size_t k_open_questions_max = 50;

constexpr unsigned k_port_max = 65535;

/// "0" besides durations: a call does not wait.
Result<std::chrono::milliseconds> wait_of(const std::string& text) {
    if (text == "0" || text == "0s") return std::chrono::milliseconds(0);
    return question::parse_duration(text);
}

/// "PORT", "ADDRESS:PORT" or "[ADDRESS]:PORT".
Result<net::Endpoint> parse_endpoint(const std::string& text) {
    net::Endpoint endpoint;
    const std::size_t colon = text.rfind(':');
    std::string port = text;
    if (colon != std::string::npos) {
        endpoint.address = text.substr(0, colon);
        port = text.substr(colon + 1);
    }
    if (endpoint.address.size() > 2 && endpoint.address.front() == '[' &&
        endpoint.address.back() == ']')
        endpoint.address = endpoint.address.substr(1, endpoint.address.size() - 2);
    const char* const end = port.data() + port.size();
    const auto [rest, fault] = std::from_chars(port.data(), end, endpoint.port);
    if (port.empty() || fault != std::errc() || rest != end || endpoint.port > k_port_max) {
        return fail(Errc::invalid_argument,
                    "\"" + text +
                        "\" is no address; write a port, e.g. 8080, 127.0.0.1:8080 or "
                        "[::1]:8080. Port 0 is a free one.");
    }
    return endpoint;
}

std::string url_of(const net::Endpoint& endpoint) {
    const bool is_v6 = endpoint.address.find(':') != std::string::npos;
    const std::string host = is_v6 ? "[" + endpoint.address + "]" : endpoint.address;
    return "http://" + host + ":" + std::to_string(endpoint.port);
}

void add_option(std::vector<std::string>& words, const std::string& name,
                const std::string& value) {
    if (value.empty()) return;
    words.push_back(name);
    words.push_back(value);
}

/// The words that lead to the same state and subject from any working folder.
std::vector<std::string> words_of(const std::string& state, const CommonOptions& options,
                                  const ServeWords& words) {
    std::vector<std::string> all;
    std::error_code nowhere;
    // A client has an environment of its own, so the state is always named.
    add_option(all, "--state", std::filesystem::absolute(state, nowhere).string());
    add_option(all, "--user", options.user);
    add_option(all, "--workspace", options.workspace);
    add_option(all, "--session", options.session);
    all.emplace_back("serve");
    if (words.wait != ServeWords().wait) add_option(all, "--wait", words.wait);
    if (words.full_schemas) all.emplace_back("--full-schemas");
    if (words.clients_name_calls) all.emplace_back("--call-ids");
    return all;
}

ExitCode print_config(Session& session, const ServeWords& words) {
    const auto state = session.place();
    if (!state) return session.report(state.error());
    const ServerCommand server{session.registry().application(), session.environment().program_file,
                               words_of(*state, session.options(), words)};
    const auto config = client_config(words.client, server);
    if (!config) return session.report(config.error());
    session.out() << json_without_controls(*config);
    return ExitCode::done;
}

mcp::Parts parts_of(Session& session, const Desk& desk) {
    mcp::Parts parts{.runtime = *desk.runtime,
                     .registry = session.registry(),
                     .store = *desk.store,
                     .clock = session.environment().clock,
                     .entropy = session.environment().entropy};
    parts.info = {.name = session.registry().application(), .version = build_id()};
    parts.how_to_answer = [&session](const std::string& approval) {
        return "A person answers it in a terminal with: " +
               session.command("approvals answer " + approval) + ".";
    };
    return parts;
}

mcp::Settings settings_of(const ServeWords& words, std::chrono::milliseconds wait) {
    mcp::Settings settings;
    settings.wait = wait;
    settings.full_schemas = words.full_schemas;
    settings.clients_name_calls = words.clients_name_calls;
    return settings;
}

ExitCode serve_stdio(Session& session, const ServeWords& words, std::chrono::milliseconds wait) {
    if (!session.environment().claim_streams) {
        return session.report(
            Error{Errc::unavailable, "This program has no standard input and output of its own."});
    }
    const auto watch = session.watch_ends();
    const auto desk = session.open_desk(Asking::leave_open, k_open_questions_max);
    if (!desk) return session.report(desk.error());
    const auto streams = session.environment().claim_streams();
    if (!streams) return session.report(streams.error());
    mcp::Server server(parts_of(session, *desk), settings_of(words, wait));
    mcp::StdioParts stdio{.in = streams->in(), .out = streams->out()};
    stdio.subject = session.subject();
    stdio.stop = session.interrupted();
    const auto served = mcp::serve_stdio(server, std::move(stdio));
    if (!served) return session.report(served.error(), ExitCode::failed);
    return ExitCode::done;
}

/// Serves over a transport of its own, until the program is asked to end.
ExitCode serve_with(Session& session, const ServeWords& words, std::chrono::milliseconds wait,
                    const std::function<Result<void>(mcp::Server&)>& transport) {
    const auto watch = session.watch_ends();
    const auto desk = session.open_desk(Asking::leave_open, k_open_questions_max);
    if (!desk) return session.report(desk.error());
    mcp::Server server(parts_of(session, *desk), settings_of(words, wait));
    const auto served = transport(server);
    return served ? ExitCode::done : session.report(served.error(), ExitCode::failed);
}

void say_where(Session& session, const std::string& place) {
    session.out() << "Serves MCP at " << place << " until it is stopped (Ctrl-C).\n" << std::flush;
}

ExitCode serve_socket(Session& session, const ServeWords& words, std::chrono::milliseconds wait) {
    mcp::SocketParts parts;
    parts.path = words.socket;
    parts.subject = session.subject();
    parts.stop = session.interrupted();
    parts.on_listening = [&] { say_where(session, words.socket); };
    return serve_with(session, words, wait, [&](mcp::Server& server) {
        return mcp::serve_socket(server, std::move(parts));
    });
}

ExitCode serve_http(Session& session, const ServeWords& words, std::chrono::milliseconds wait) {
    const auto endpoint = parse_endpoint(words.http);
    if (!endpoint) return session.report(endpoint.error());
    mcp::HttpParts http;
    http.listen.endpoints = {*endpoint};
    http.subject = session.subject();
    http.stop = session.interrupted();
    http.on_listening = [&session](const std::vector<net::Endpoint>& endpoints) {
        say_where(session, url_of(endpoints.front()) + "/mcp");
    };
    return serve_with(session, words, wait, [&](mcp::Server& server) {
        return mcp::serve_http(server, std::move(http));
    });
}

ExitCode serve(Session& session, const ServeWords& words) {
    if (!words.client.empty()) return print_config(session, words);
    const auto wait = wait_of(words.wait);
    if (!wait) return session.report(wait.error());
    if (!words.http.empty()) return serve_http(session, words, *wait);
    if (!words.socket.empty()) return serve_socket(session, words, *wait);
    return serve_stdio(session, words, *wait);
}

}  // namespace

void add_serve_command(const Commands& commands) {
    auto words = std::make_shared<ServeWords>();
    CLI::App* serving = add_command(
        commands, commands.app, "serve",
        "Serves the tools to MCP clients: on standard input and output, over HTTP or on a socket.\n"
        "Consent: the client approves nothing. A call that needs a person's answer waits for it; "
        "a\n"
        "person gives it in another terminal (approvals answer). After the wait the call returns\n"
        "confirmation_required, and the same call made again takes the answer up",
        [words](Session& session) { return serve(session, *words); });
    serving
        ->add_option("--wait", words->wait,
                     "How long a call waits for a person, e.g. 30s; 0: not at all; 2m if left out")
        ->type_name("DURATION");
    CLI::Option* const http =
        serving
            ->add_option("--http", words->http,
                         "Serves over HTTP at this address of the machine itself, e.g. 8080,\n"
                         "127.0.0.1:8080 or [::1]:8080; port 0: a free one, which is printed")
            ->type_name("ADDRESS");
    serving
        ->add_option("--socket", words->socket,
                     "Serves programs of the same user on a Unix socket at this path")
        ->type_name("PATH")
        ->excludes(http);
    serving
        ->add_option("--print-config", words->client,
                     "Serves nothing; prints the configuration that makes a client start this\n"
                     "program as its server: " +
                         known_clients())
        ->type_name("CLIENT");
    serving->add_flag("--full-schemas", words->full_schemas,
                      "Lists the schemas with all constraints, for clients that know JSON Schema");
    serving->add_flag(
        "--call-ids", words->clients_name_calls,
        "A call may name itself in _meta[\"iam/call_id\"]; repeated under that name,\n"
        "it has no second effect");
    give_examples(
        *serving, commands.session,
        {"serve", "serve --wait 30s", "serve --http 8080", "serve --print-config claude"});
}

}  // namespace iam::host
