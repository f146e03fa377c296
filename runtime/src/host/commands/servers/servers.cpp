// servers list, add, remove: the file of MCP servers.
#include "host/commands/servers/servers.hpp"

#include "host/commands/servers/secret_files.hpp"
#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include "host/output/trust_words.hpp"
#include "host/session/servers_path.hpp"
#include <iam/mcp/servers_file.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <memory>
#include <ostream>
#include <utility>
#include <variant>

namespace iam::host {

using question::escape_for_display;

namespace {

struct AddWords {
    std::string name{};
    std::string url{};
    std::vector<std::string> command{};
    std::vector<std::string> variables{};
    std::vector<std::string> fields{};
    std::vector<std::string> readable{};
    std::vector<std::string> writable{};
    std::vector<std::string> roots{};
    bool has_network = false;
    bool has_no_sandbox = false;
};

std::string sandbox_word(const mcp::ServerConfig& server) {
    const auto* process = std::get_if<mcp::StdioEndpoint>(&server.endpoint);
    if (process == nullptr) return "-";
    return process->sandbox.is_on ? "sandbox" : "no sandbox";
}

ExitCode list_servers(Session& session) {
    const auto path = servers_file_of(session);
    if (!path) return session.report(path.error());
    const auto servers = known_servers(*path);
    if (!servers) return report_lines(session, servers.error());
    const auto trusts = TrustRecords::read(session);
    if (!trusts) return session.report(trusts.error());
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_list(out, "servers", *servers, [&](JsonWriter& to, const mcp::ServerConfig& server) {
            to.begin_object();
            to.plain_key("enabled");
            to.boolean(server.is_enabled);
            put(to, "name", server.name);
            put(to, "place", place_of(server));
            put(to, "sandbox", sandbox_word(server));
            put(to, "trust", trust_words(trusts->of(server)));
            to.end_object();
        });
        out.end_object();
        session.print(out);
        return ExitCode::done;
    }
    Rows rows;
    for (const mcp::ServerConfig& server : *servers) {
        const auto trust = trusts->of(server);
        say_if_outdated(session, server.name, trust);
        rows.push_back({server.name, escape_for_display(place_of(server)), sandbox_word(server),
                        std::string(trust_words(trust)), server.is_enabled ? "" : "off"});
    }
    print_list(session, {"SERVER", "PLACE", "SANDBOX", "TRUST", ""}, rows,
               "There are no servers yet; add one with: " + session.command("servers add") + ".");
    return ExitCode::done;
}

/// "NAME=value" or "NAME: value".
Result<std::pair<std::string, std::string>> cut_pair(const std::string& text, char sign,
                                                     std::string_view form) {
    const std::size_t at = text.find(sign);
    if (at == 0 || at == std::string::npos) {
        return fail(Errc::invalid_argument, "\"" + text + "\" is not of the form " +
                                                std::string(form) + "; write it so, in quotes.");
    }
    std::size_t begin = at + 1;
    while (sign == ':' && begin < text.size() && text[begin] == ' ') ++begin;
    return std::pair{text.substr(0, at), text.substr(begin)};
}

/// Takes the command from behind "--" as it was typed: CLI11 makes two words of "[a,b]".
Result<void> take_command(AddWords& words, const std::vector<std::string>& behind_dashes) {
    if (behind_dashes.empty()) return {};
    if (words.command.empty() || words.command.front() != behind_dashes.front()) {
        return fail(
            Errc::invalid_argument,
            "The name of the server stands before \"--\", and its whole command behind it.");
    }
    words.command = behind_dashes;
    return {};
}

/// An option that the server's kind ignores is a misunderstanding.
Result<void> check_kind(const AddWords& words) {
    if (words.url.empty() == words.command.empty()) {
        return fail(Errc::invalid_argument,
                    "A server has a command or --url; give one of them. The command stands behind "
                    "\"--\".");
    }
    const bool has_process_words = !words.variables.empty() || !words.readable.empty() ||
                                   !words.writable.empty() || words.has_network ||
                                   words.has_no_sandbox;
    if (!words.url.empty() && has_process_words) {
        return fail(Errc::invalid_argument,
                    "--env, --read, --write, --network and --no-sandbox are about a program that "
                    "is started here; leave them out for a server at a --url.");
    }
    if (words.url.empty() && !words.fields.empty()) {
        return fail(Errc::invalid_argument,
                    "--header is about a server at a --url; give variables of a program with "
                    "--env.");
    }
    const bool opens_sandbox =
        words.has_network || !words.readable.empty() || !words.writable.empty();
    if (words.has_no_sandbox && opens_sandbox) {
        return fail(Errc::invalid_argument,
                    "--read, --write and --network open the sandbox, and --no-sandbox takes it "
                    "away; choose one of the two.");
    }
    return {};
}

Result<mcp::ServerConfig> server_of(const AddWords& words) {
    IAM_CHECK(check_kind(words));
    mcp::ServerConfig server{.name = words.name};
    for (const std::string& folder : words.roots)
        server.roots.push_back(std::filesystem::absolute(folder).string());
    if (!words.url.empty()) {
        mcp::UrlEndpoint endpoint{.url = words.url};
        for (const std::string& text : words.fields) {
            IAM_TRY(field, cut_pair(text, ':', "NAME: VALUE"));
            endpoint.fields.add(field.first, field.second);
        }
        server.endpoint = std::move(endpoint);
        return server;
    }
    mcp::StdioEndpoint endpoint{.command = words.command.front(),
                                .arguments = {words.command.begin() + 1, words.command.end()}};
    for (const std::string& text : words.variables) {
        if (text.find('=') == std::string::npos) {
            return fail(Errc::invalid_argument,
                        "--env \"" + text +
                            "\" has no value; write NAME=VALUE. To take the value from this "
                            "program's own variable, write \"env\": {\"" +
                            text + "\": {\"environment\": \"" + text +
                            "\"}} into the file of servers.");
        }
        IAM_TRY(variable, cut_pair(text, '=', "NAME=VALUE"));
        endpoint.environment.insert(variable);
    }
    endpoint.sandbox = {.is_on = !words.has_no_sandbox,
                        .has_network = words.has_network,
                        .readable = words.readable,
                        .writable = words.writable};
    for (auto* folders : {&endpoint.sandbox.readable, &endpoint.sandbox.writable})
        for (std::string& folder : *folders) folder = std::filesystem::absolute(folder).string();
    server.endpoint = std::move(endpoint);
    return server;
}

ExitCode add_server(Session& session, const AddWords& words) {
    const auto path = servers_file_of(session);
    if (!path) return session.report(path.error());
    const auto lock = lock_servers(*path);
    if (!lock) return session.report(lock.error(), ExitCode::failed);
    auto servers = known_servers(*path);
    if (!servers) return report_lines(session, servers.error());
    auto server = server_of(words);
    if (!server) return session.report(server.error());
    const bool is_taken = std::any_of(servers->begin(), servers->end(), [&](const auto& other) {
        return other.name == server->name;
    });
    if (is_taken) {
        return session.report(Error{Errc::invalid_argument,
                                    "There is a server \"" + server->name +
                                        "\" already; choose another name, or remove it first."});
    }
    const auto notes = mcp::readable_secrets(*server);
    const std::string warning = mcp::sandbox_warning(*server);
    servers->push_back(*std::move(server));
    if (const auto stored = store_servers(*path, *servers); !stored)
        return report_lines(session, stored.error());
    session.out() << "added server " << escape_for_display(words.name) << '\n';
    for (const Error& note : notes)
        session.say("Note on " + words.name + note.pointer + ": " + note.message);
    if (!warning.empty()) session.say("Note on " + words.name + ": " + warning);
    return ExitCode::done;
}

ExitCode remove_server(Session& session, const std::string& name) {
    const auto path = servers_file_of(session);
    if (!path) return session.report(path.error());
    const auto lock = lock_servers(*path);
    if (!lock) return session.report(lock.error(), ExitCode::failed);
    auto servers = known_servers(*path);
    if (!servers) return report_lines(session, servers.error());
    const auto found = std::find_if(servers->begin(), servers->end(),
                                    [&](const auto& server) { return server.name == name; });
    if (found == servers->end()) return session.report(unknown_server(session, name));
    const mcp::ServerConfig removed = std::move(*found);
    servers->erase(found);
    if (const auto stored = store_servers(*path, *servers); !stored)
        return report_lines(session, stored.error());
    session.out() << "removed server " << escape_for_display(name) << '\n';
    for (const std::string& said : remove_secret_files(secrets_folder(*path), removed, *servers))
        session.say(said);
    return ExitCode::done;
}

void add_add_command(const Commands& commands, CLI::App& servers) {
    auto words = std::make_shared<AddWords>();
    CLI::App* add =
        add_command(commands, servers, "add",
                    "Adds a server to the file: a program to start, or a URL. Starts nothing",
                    [words, behind = commands.behind_dashes](Session& session) {
                        const auto taken = take_command(*words, behind);
                        return taken ? add_server(session, *words) : session.report(taken.error());
                    });
    add->add_option("NAME", words->name, "The name before its tools, as in NAME/read_file")
        ->required();
    add->add_option("COMMAND", words->command, "The program and its arguments, behind \"--\"");
    add->add_option("--url", words->url, "A server that listens: http, https, ws or wss")
        ->type_name("URL");
    // Else CLI11 takes the words behind a value for more of them, and the "--" of the command away.
    const auto add_list = [add](const char* option, std::vector<std::string>& values,
                                const char* form, const char* help) {
        add->add_option(option, values, help)->type_name(form)->allow_extra_args(false);
    };
    add_list("--header", words->fields, "NAME: VALUE",
             "A header field for --url; for a key, write \"auth\" into the file");
    add_list("--env", words->variables, "NAME=VALUE",
             "A variable of the program; for a key, refer to a file of it (docs/servers.md)");
    add_list("--read", words->readable, "PATH",
             "A folder or file that the program may read in its sandbox");
    add_list("--write", words->writable, "PATH",
             "A folder or file that the program may read and change");
    add_list("--root", words->roots, "PATH",
             "A folder that the server is told of, if it asks for roots");
    add->add_flag("--network", words->has_network, "Lets the program use the network");
    add->add_flag("--no-sandbox", words->has_no_sandbox,
                  "Starts the program without a sandbox, with all rights of its user");
    give_examples(*add, commands.session,
                  {"servers add files --write /srv/notes -- mcp-server-filesystem /srv/notes",
                   "servers add docs --url https://docs.example/mcp"});
}

}  // namespace

Result<std::filesystem::path> servers_file_of(const Session& session) {
    std::filesystem::path path = session.servers_path();
    if (!path.empty()) return path;
    return fail(Errc::invalid_argument,
                "This program has no file of servers; name one with --servers FILE.");
}

Result<std::vector<mcp::ServerConfig>> known_servers(const std::filesystem::path& path) {
    auto servers = load_servers(path);
    if (!servers && servers.error().code == Errc::not_found)
        return std::vector<mcp::ServerConfig>();
    return servers;
}

Error unknown_server(const Session& session, const std::string& name) {
    return {Errc::not_found, "There is no server \"" + name +
                                 "\"; list them with: " + session.command("servers list") + "."};
}

ExitCode report_lines(const Session& session, const Error& error) {
    std::string_view rest = error.message;
    for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
        session.say(rest.substr(0, end));
        rest.remove_prefix(end + 1);
    }
    return session.report(Error{error.code, std::string(rest), error.pointer});
}

std::string place_of(const mcp::ServerConfig& server) {
    if (const auto* process = std::get_if<mcp::StdioEndpoint>(&server.endpoint))
        return process->command;
    if (const auto* url = std::get_if<mcp::UrlEndpoint>(&server.endpoint)) {
        // A query may hold a key.
        return url->url.substr(0, url->url.find('?'));
    }
    return std::get<mcp::SocketEndpoint>(server.endpoint).path;
}

void add_servers_commands(const Commands& commands) {
    CLI::App* servers = commands.app.add_subcommand(
        "servers", "The MCP servers whose tools this program uses (docs/servers.md)");
    servers->require_subcommand(1);
    add_command(commands, *servers, "list", "Lists the servers of the file", list_servers);
    add_add_command(commands, *servers);
    auto name = std::make_shared<std::string>();
    CLI::App* remove =
        add_command(commands, *servers, "remove",
                    "Takes a server out of the file, with the secrets that its import has stored",
                    [name](Session& session) { return remove_server(session, *name); });
    remove->add_option("NAME", *name, "The server")->required();
    add_servers_discover_command(commands, *servers);
    add_servers_import_command(commands, *servers);
    add_servers_trust_commands(commands, *servers);
    add_servers_show_commands(commands, *servers);
}

}  // namespace iam::host
