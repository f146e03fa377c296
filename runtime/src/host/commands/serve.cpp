// serve: serves the tools to MCP clients.
#include "host/commands/commands.hpp"
#include "host/commands/console/console_place.hpp"
#include "host/commands/serve_http.hpp"
#include "host/commands/servers/servers.hpp"
#include "host/output/client_config.hpp"
#include "host/session/server_tools.hpp"
#include <iam/core/build_id.hpp>
#include <iam/mcp/imported_offers.hpp>
#include <iam/mcp/ledger_resources.hpp>
#include <iam/mcp/socket.hpp>
#include <iam/mcp/stdio.hpp>
#include <iam/mcp/undo_tools.hpp>
#include <iam/question/duration.hpp>
#include <iam/question/escape.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
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
    HttpWords http{};
    std::string socket{};  ///< the path of a Unix socket
    std::string era = "both";
    std::string consent = "local";
    std::string form_clients{};  ///< a file
    bool full_schemas = false;
    bool clients_name_calls = false;
    bool undo_tools = false;
    bool ledger_resources = false;
};

constexpr std::chrono::milliseconds k_serve_wait{1500};
// The list must stay readable for a person even if a client asks without end.
constexpr std::size_t k_open_questions_max = 50;

/// "0" besides durations: a call does not wait.
Result<std::chrono::milliseconds> wait_of(const std::string& text) {
    if (text == "0" || text == "0s") return std::chrono::milliseconds(0);
    auto wait = question::parse_duration(text);
    if (!wait) {
        return fail(wait.error().code, wait.error().message + " With 0 a call does not wait.");
    }
    return wait;
}

void add_option(std::vector<std::string>& words, const std::string& name,
                const std::string& value) {
    if (value.empty()) return;
    words.push_back(name);
    words.push_back(value);
}

/// The words for the same state and subject from any working folder.
std::vector<std::string> words_of(const std::string& state, const CommonOptions& options,
                                  const ServeWords& words) {
    std::vector<std::string> all;
    std::error_code nowhere;
    // A client has an environment of its own, so the state is always named.
    add_option(all, "--state", std::filesystem::absolute(state, nowhere).string());
    if (!options.servers.empty())
        add_option(all, "--servers", std::filesystem::absolute(options.servers, nowhere).string());
    add_option(all, "--user", options.user);
    add_option(all, "--workspace", options.workspace);
    add_option(all, "--session", options.session);
    all.emplace_back("serve");
    if (words.wait != ServeWords().wait) add_option(all, "--wait", words.wait);
    if (words.era != ServeWords().era) add_option(all, "--era", words.era);
    if (words.consent == "url") add_option(all, "--consent", words.consent);
    if (words.consent == "form") {
        add_option(all, "--consent", words.consent);
        add_option(all, "--form-clients",
                   std::filesystem::absolute(words.form_clients, nowhere).string());
    }
    if (words.full_schemas) all.emplace_back("--full-schemas");
    if (words.clients_name_calls) all.emplace_back("--call-ids");
    if (words.undo_tools) all.emplace_back("--undo-tools");
    if (words.ledger_resources) all.emplace_back("--ledger-resources");
    return all;
}

ExitCode print_config(Session& session, const ServeWords& words) {
    if (!words.http.address.empty() || !words.socket.empty()) {
        return session.report(Error{
            Errc::invalid_argument,
            "--print-config is about a server on standard input and output, which the client "
            "starts; leave --http and --socket out, or start the server and give its address to "
            "the client."});
    }
    const auto state = session.place();
    if (!state) return session.report(state.error());
    const ServerCommand server{session.registry().application(), session.environment().program_file,
                               words_of(*state, session.options(), words)};
    const auto config = client_config(words.client, server);
    if (!config) return session.report(config.error());
    session.out() << json_without_controls(*config);
    return ExitCode::done;
}

/// The URL of the running console of the state; empty: none runs.
std::string console_of(const Session& session) {
    const auto folder = session.host_folder();
    return folder ? running_console(*folder) : std::string();
}

/// `offers` outlives the server.
mcp::Parts parts_of(Session& session, const Desk& desk, const ServeWords& words,
                    mcp::Offers& offers) {
    mcp::Parts parts{.runtime = *desk.runtime,
                     .registry = session.registry(),
                     .store = *desk.store,
                     .clock = session.environment().clock,
                     .entropy = session.environment().entropy};
    parts.info = {.name = session.registry().application(), .version = build_id()};
    // Without resources and prompts the server offers none, and says so.
    if (words.ledger_resources || session.server_tools() != nullptr) parts.offers = &offers;
    if (session.server_tools() != nullptr) {
        parts.on_log_level = [&servers = session.server_tools()->servers()](LogLevel least) {
            servers.set_log_level(least);
        };
    }
    parts.how_to_answer = [&session](const std::string& approval) {
        return "A person answers it in a terminal with: " +
               session.command("approvals answer " + approval) + ".";
    };
    if (words.consent != "url") return parts;
    // Looked for anew: without its console a question waits for an answer elsewhere.
    parts.page_of = [&session](const std::string& approval) {
        const std::string console = console_of(session);
        return console.empty() ? console : page_of_question(console, approval);
    };
    return parts;
}

/// The settings that the words name.
struct Serving {
    std::chrono::milliseconds wait{0};
    std::vector<mcp::FormClient> form_clients{};
};

mcp::Settings settings_of(const ServeWords& words, const Serving& serving) {
    mcp::Settings settings;
    settings.wait = serving.wait;
    settings.form_clients = serving.form_clients;
    settings.full_schemas = words.full_schemas;
    settings.clients_name_calls = words.clients_name_calls;
    settings.eras = words.era == "sessions"    ? mcp::Eras::sessions
                    : words.era == "stateless" ? mcp::Eras::stateless
                                               : mcp::Eras::both;
    return settings;
}

/// The subject of the calls. Lists of possible undos are of a session.
Subject subject_of(const Session& session, const ServeWords& words) {
    Subject subject = session.subject();
    if (words.undo_tools && subject.session.empty()) subject.session = "mcp";
    return subject;
}

/// Adds the parts requested by the words beside the application's tools.
Result<void> add_extras(Session& session, const Desk& desk, const ServeWords& words,
                        mcp::Offers& offers) {
    if (words.ledger_resources) IAM_CHECK(mcp::add_ledger_resources(offers, *desk.store));
    if (!words.undo_tools) return {};
    return mcp::add_undo_tools(session.registry(), *desk.runtime);
}

/// Passes offers and messages of other servers on, as long as it lives.
struct PassedOn {
    PassedOn(mcp::Servers& servers, mcp::Offers& offers, mcp::Server& server)
        : offers_(servers, offers), messages_(servers, server) {
        // Clients begin with this level.
        servers.set_log_level(LogLevel::info);
        offers_.wait_until_settled(k_serve_wait);
    }

 private:
    mcp::ImportedOffers offers_;
    mcp::PassedMessages messages_;
};

/// Serves over a transport until it ends, or the program is asked to end.
ExitCode serve_with(Session& session, const ServeWords& words, const Serving& serving,
                    const std::function<Result<void>(mcp::Server&)>& transport) {
    const auto watch = session.watch_ends();
    for (const std::string* file :
         {&words.form_clients, &words.http.key_file, &words.http.tokens_file,
          &words.http.client_secret_file, &words.http.keys, &words.http.scopes_file}) {
        // The issuer's keys may be at a URL.
        if (file->find("://") == std::string::npos) session.close_to_servers(*file);
    }
    // A slow server must not keep clients waiting; they hear of its tools when they come.
    const auto imported = session.import_tools(k_serve_wait, true);
    if (!imported) return report_lines(session, imported.error());
    const auto asking = words.consent == "terminal" ? Asking::terminal : Asking::leave_open;
    const auto desk = session.open_desk(asking, k_open_questions_max);
    if (!desk) return session.report(desk.error());
    mcp::Offers offers;
    const auto added = add_extras(session, *desk, words, offers);
    if (!added) return session.report(added.error());
    mcp::Server server(parts_of(session, *desk, words, offers), settings_of(words, serving));
    std::optional<PassedOn> passed;
    if (ServerTools* const tools = session.server_tools())
        passed.emplace(tools->servers(), offers, server);
    const auto served = transport(server);
    return served ? ExitCode::done : session.report(served.error(), ExitCode::failed);
}

ExitCode serve_stdio(Session& session, const ServeWords& words, const Serving& serving) {
    if (!session.environment().claim_streams) {
        return session.report(
            Error{Errc::unavailable, "This program has no standard input and output of its own."});
    }
    return serve_with(session, words, serving, [&](mcp::Server& server) -> Result<void> {
        IAM_TRY(streams, session.environment().claim_streams());
        mcp::StdioParts parts{.in = streams.in(), .out = streams.out()};
        parts.subject = subject_of(session, words);
        parts.stop = session.interrupted();
        return mcp::serve_stdio(server, std::move(parts));
    });
}

void say_where(Session& session, const std::string& place) {
    session.out() << "Serves MCP at " << place << " until it is stopped (Ctrl-C).\n" << std::flush;
}

ExitCode serve_socket(Session& session, const ServeWords& words, const Serving& serving) {
    mcp::SocketParts parts;
    parts.path = words.socket;
    parts.subject = subject_of(session, words);
    parts.stop = session.interrupted();
    parts.on_listening = [&] { say_where(session, words.socket); };
    parts.on_problem = [&session](const std::string& problem) { session.say(problem); };
    return serve_with(session, words, serving, [&](mcp::Server& server) {
        return mcp::serve_socket(server, std::move(parts));
    });
}

ExitCode serve_http(Session& session, const ServeWords& words, const Serving& serving) {
    auto listening = http_listening(session, words.http);
    if (!listening) return session.report(listening.error());
    listening->parts.subject = subject_of(session, words);
    listening->parts.stop = session.interrupted();
    listening->parts.listen.on_problem = [&session](const std::string& problem) {
        session.say(problem);
    };
    listening->parts.on_listening = [&](const std::vector<net::Endpoint>& endpoints) {
        say_where(session, url_of(endpoints.front(), words.http) + "/mcp");
    };
    return serve_with(session, words, serving, [&](mcp::Server& server) {
        return mcp::serve_http(server, std::move(listening->parts));
    });
}

/// Why the way of asking cannot be taken; nothing if it can.
std::optional<Error> why_not_asked(const Session& session, const ServeWords& words) {
    if (words.consent == "url" && console_of(session).empty()) {
        return Error{Errc::unavailable,
                     "--consent url needs the page of a running console of this state; start it "
                     "with: " +
                         session.command("console --open") +
                         ", or leave --consent out and answer with approvals."};
    }
    if (words.consent != "terminal") return std::nullopt;
    if (words.http.address.empty()) {
        return Error{Errc::invalid_argument,
                     "--consent terminal needs --http: elsewhere the client started this program, "
                     "and the terminal may be its own."};
    }
    if (session.has_terminal()) return std::nullopt;
    return Error{Errc::unavailable,
                 "There is no terminal to ask on; leave --consent out and answer with approvals."};
}

Result<Serving> serving_of(const ServeWords& words) {
    Serving serving;
    IAM_TRY(wait, wait_of(words.wait));
    serving.wait = wait;
    const bool by_form = words.consent == "form";
    if (by_form == words.form_clients.empty()) {
        return fail(Errc::invalid_argument,
                    "--consent form and --form-clients FILE belong together: the file names the "
                    "clients whose word about their person counts.");
    }
    if (by_form) {
        IAM_TRY(clients, mcp::read_form_clients(words.form_clients));
        serving.form_clients = std::move(clients);
    }
    return serving;
}

ExitCode serve(Session& session, const ServeWords& words) {
    if (!words.http.new_token.empty()) return print_new_token(session, words.http.new_token);
    if (const auto why = why_not_asked(session, words)) return session.report(*why);
    const auto serving = serving_of(words);
    if (!serving) return session.report(serving.error());
    if (!words.client.empty()) return print_config(session, words);
    if (!words.http.address.empty()) return serve_http(session, words, *serving);
    if (!words.socket.empty()) return serve_socket(session, words, *serving);
    return serve_stdio(session, words, *serving);
}

/// An empty variable in a script must not change what is served.
void refuse_empty_values(CLI::App& serving) {
    for (CLI::Option* const option : serving.get_options()) {
        if (option->get_type_size() == 0) continue;  // a flag
        option->check([](const std::string& value) {
            return value.empty() ? std::string("is empty; give a value, or leave the option out")
                                 : std::string();
        });
    }
}

void add_flags(CLI::App& serving, ServeWords& words) {
    serving.add_flag("--full-schemas", words.full_schemas,
                     "Lists the schemas with all constraints, for clients that know JSON Schema");
    serving.add_flag("--undo-tools", words.undo_tools,
                     "Lets the model list and undo calls of this session; a person is asked about\n"
                     "each undo");
    serving.add_flag(
        "--ledger-resources", words.ledger_resources,
        "Lets a client read the calls of its own user, as resources (iam://ledger/calls)");
    serving.add_flag("--call-ids", words.clients_name_calls,
                     "A call may name itself in _meta[\"iam/call_id\"]; repeated under that name,\n"
                     "it has no second effect");
}

}  // namespace

void add_serve_command(const Commands& commands) {
    auto words = std::make_shared<ServeWords>();
    CLI::App* serving = add_command(
        commands, commands.app, "serve",
        "Serves the tools to MCP clients: on standard input and output, over HTTP or on a socket.\n"
        "Consent: the client approves nothing, unless --form-clients lists it. A call that needs "
        "a\n"
        "person's answer waits for it; a person gives it in another terminal (approvals answer), "
        "or\n"
        "as --consent says. After the wait the call returns confirmation_required, and the same "
        "call\n"
        "made again takes the answer up",
        [words](Session& session) { return serve(session, *words); });
    serving
        ->add_option("--wait", words->wait,
                     "How long a call waits for a person, e.g. 30s; 0: not at all; 2m if left out")
        ->type_name("DURATION");
    CLI::Option* const http = add_http_options(*serving, words->http);
    serving
        ->add_option("--socket", words->socket,
                     "Serves programs of the same user on a Unix socket at this path")
        ->type_name("PATH")
        ->excludes(http);
    serving
        ->add_option(
            "--consent", words->consent,
            "How a person is asked. local, if left out: the call waits for an answer in\n"
            "another terminal. terminal, with --http: the question is put on this one.\n"
            "url: the client is asked to open the page of the question; refused if no\n"
            "console of this state runs. form, with --form-clients: a client of that list\n"
            "shows the question to its person, except for calls of high risk")
        ->type_name("WAY")
        ->check(CLI::IsMember({"local", "terminal", "url", "form"}));
    serving
        ->add_option(
            "--form-clients", words->form_clients,
            "The clients whose word about their person counts, by name and credential:\n"
            "{\"iam\": 1, \"clients\": [{\"name\": \"NAME\", \"credential\": \"stdio\"}]}; over\n"
            "HTTP the credential is \"token NAME\" or the issuer. The file is its owner's\n"
            "alone (chmod 600)")
        ->type_name("FILE");
    serving
        ->add_option("--era", words->era,
                     "The clients that are served: with sessions (until 2025-11-25), stateless\n"
                     "(2026-07-28), or both, if left out")
        ->type_name("ERA")
        ->check(CLI::IsMember({"sessions", "stateless", "both"}));
    serving
        ->add_option("--print-config", words->client,
                     "Serves nothing; prints the configuration that makes a client start this\n"
                     "program as its server: " +
                         known_clients())
        ->type_name("CLIENT");
    add_flags(*serving, *words);
    refuse_empty_values(*serving);
    give_examples(
        *serving, commands.session,
        {"serve", "serve --wait 30s", "serve --http 8080", "serve --print-config claude"});
}

}  // namespace iam::host
