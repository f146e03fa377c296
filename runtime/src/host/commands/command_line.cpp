// Declares the commands, reads the arguments, registers the tools, and runs the chosen command.
#include "host/commands/command_line.hpp"

#include "host/commands/commands.hpp"
#include "host/commands/servers/servers.hpp"
#include "host/output/tool_name.hpp"
#include <iam/core/value_text.hpp>
#include <iam/question/escape.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::host {

using question::visible_lines;

namespace {

constexpr const char* k_examples =
    "Examples:\n"
    "  %p tools --for openai\n"
    "  %p preview echo '{\"message\":\"hello\"}'\n"
    "  %p call echo '{\"message\":\"hello\"}'\n"
    "  %p call --from anthropic response.json --json\n"
    "  %p audit --follow\n"
    "  %p undo 0.12\n"
    "  %p grants set echo 15m\n";

constexpr const char* k_examples_with_servers =
    "Examples:\n"
    "  %p servers add files --write /srv/notes -- mcp-server-filesystem /srv/notes\n"
    "  %p servers status\n"
    "  %p tools --search 'read file'\n"
    "  %p call files/read_file '{\"path\":\"/srv/notes/a\"}'\n"
    "  %p grants set files/read_file 15m\n"
    "  %p audit --follow\n"
    "  %p gateway --print-config claude\n";

constexpr const char* k_questions =
    "\n"
    "A question is put on the controlling terminal. Nothing else answers it: no option, no\n"
    "variable, no piped input, no file.\n";

std::string with_program(std::string text, const std::string& program) {
    for (std::size_t at = text.find("%p"); at != std::string::npos; at = text.find("%p", at)) {
        text.replace(at, 2, program);
        at += program.size();
    }
    return text;
}

void add_common_options(CLI::App& app, CommonOptions& options, const Environment& environment) {
    const store::Backend& backend = environment.backend;
    app.add_flag("--json", options.json, "Results as JSON: one object, or one per line");
    app.add_flag("--plain", options.plain,
                 "Simple lines: no colour in questions, progress one line below the other");
    app.add_option("--state", options.state,
                   backend.place_help +
                       "; without it $IAM_STATE,\n"
                       "$XDG_STATE_HOME/<application>, or ~/.local/state/<application>")
        ->type_name(backend.place_name);
    app.add_option("--servers", options.servers,
                   environment.has_servers
                       ? "The file of MCP servers; without it $XDG_CONFIG_HOME/<application>/\n"
                         "servers.json, or ~/.config/<application>/servers.json"
                       : "The file of MCP servers, whose tools are used beside the program's own")
        ->type_name("FILE")
        ->check([](const std::string& file) {
            return file.empty() ? "is empty; name a file, or leave --servers out" : std::string();
        });
    app.add_option("--user", options.user,
                   "The user of the calls; without it the login name. Consent of one user\n"
                   "is none for another")
        ->type_name("NAME")
        ->check([](const std::string& name) {
            // An empty variable in a script must not become a user with consent of its own.
            return name.empty() ? "is empty; name a user, or leave --user out for the login name"
                                : std::string();
        });
    app.add_option(
           "--workspace", options.workspace,
           "The workspace of the calls; consent given in one is none in another. \"-\", or left\n"
           "out: no workspace")
        ->type_name("NAME");
    app.add_option("--session", options.session,
                   "The session of the calls; a grant given in one is none in another")
        ->type_name("NAME");
    const auto is_named = [](const std::string& file) {
        return file.empty() ? "is empty; name a file, or leave the option out" : std::string();
    };
    app.add_option("--log-calls", options.call_log,
                   "Appends a line of JSON for each step of a call to this file: requested,\n"
                   "decided, executing, outcome. It has no arguments and no results")
        ->type_name("FILE")
        ->check(is_named);
    app.add_option("--record-traffic", options.traffic,
                   "Appends each message from and to MCP servers to this file, with arguments\n"
                   "and results; secrets of the configuration are left out")
        ->type_name("FILE")
        ->check(is_named);
}

ExitCode register_all(Session& session, const RegisterTools& register_tools) {
    if (!is_complete(session.backend())) {
        return session.report(Error{
            Errc::internal, "The program gave a store back end that lacks one of its functions."});
    }
    if (!register_tools) {
        return session.report(
            Error{Errc::internal, "The program gave no function that registers its tools."});
    }
    if (const auto done = register_tools(session.registry()); !done) {
        return session.report(Error{
            Errc::internal, "The program's tools cannot be registered: " + done.error().message});
    }
    return ExitCode::done;
}

/// A command, and the option that names its tool. No option: it needs the tools of all servers.
struct NeedOfTools {
    std::string_view command;
    const char* tool;
};

/// The commands that use tools of MCP servers. Others that do connect to them by themselves.
constexpr std::array<NeedOfTools, 7> k_needs_of_tools{{{"call", "NAME"},
                                                       {"grants set", "TOOL"},
                                                       {"policy set", "TOOL"},
                                                       {"preview", "NAME"},
                                                       {"rules check", nullptr},
                                                       {"rules explain", "TOOL"},
                                                       {"tools", nullptr}}};

/// Connects to the servers that the command needs: to the one of its tool, or to all.
Result<void> import_needed(Session& session, const CLI::App& app) {
    const CLI::App* typed = &app;
    std::string path;
    for (auto below = app.get_subcommands(); !below.empty(); below = typed->get_subcommands()) {
        typed = below.front();
        path += (path.empty() ? "" : " ") + typed->get_name();
    }
    const auto* const need =
        std::find_if(k_needs_of_tools.begin(), k_needs_of_tools.end(),
                     [&](const NeedOfTools& one) { return one.command == path; });
    if (need == k_needs_of_tools.end()) return {};
    if (need->tool == nullptr) return session.import_tools(k_servers_wait);
    const CLI::Option& tool = *typed->get_option(need->tool);
    if (!tool.empty()) return session.import_tools_of(origin_in(tool.as<std::string>()));
    // The calls of a model's response may be of any server.
    const CLI::Option* const response = typed->get_option_no_throw("--from");
    if (response == nullptr || response->empty()) return {};
    return session.import_tools(k_servers_wait);
}

/// Flushes the output. A failure keeps its code, since its message went to standard error.
ExitCode end_with(const Session& session, ExitCode code) {
    session.out().flush();
    if (session.out()) return code;
    session.say_result_lost();
    return code == ExitCode::done ? ExitCode::result_lost : code;
}

/// Prints CLI11's words with controls made visible: CLI11 quotes the command line as it came.
ExitCode end_of_parsing(const CLI::App& app, const CLI::ParseError& error, const Session& session) {
    std::ostringstream out;
    std::ostringstream err;
    const bool is_help = app.exit(error, out, err) == 0;
    session.out() << visible_lines(out.str());
    session.environment().err << visible_lines(err.str());
    return end_with(session, is_help ? ExitCode::done : ExitCode::usage);
}

/// Refuses options of a command if a subcommand would ignore them. An ignored filter would show, or
/// erase, too much.
void refuse_own_options(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        if (option->count() == 0) continue;
        throw CLI::ValidationError(option->get_name(),
                                   "is an option of \"" + command.get_name() +
                                       "\" alone; its commands take the options of their "
                                       "--help, behind their own name");
    }
}

/// The innermost typed command.
const CLI::App& innermost(const CLI::App& app) {
    const CLI::App* at = &app;
    for (auto typed = at->get_subcommands(); !typed.empty(); typed = at->get_subcommands()) {
        at = typed.front();
    }
    return *at;
}

/// The names of all commands below `app`.
std::vector<std::string> commands_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* one : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(one->get_name());
    }
    return names;
}

std::string mistaken_command(const CLI::App& at, const std::string& word) {
    const std::vector<std::string> names = commands_of(at);
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    const std::string_view near = nearest(word, candidates);
    return "There is no command \"" + word + "\" here." +
           (near.empty() ? std::string() : " Did you mean \"" + std::string(near) + "\"?");
}

/// Says the mistake in the command line. If no command was typed, lists the commands.
ExitCode explain_mistake(const CLI::App& app, const CLI::ParseError& error, Session& session) {
    const CLI::App& at = innermost(app);
    const auto words = app.remaining(true);
    if (words.empty() && error.get_name() == "RequiredError" && !commands_of(at).empty()) {
        session.out() << visible_lines(at.help());
        return end_with(session, ExitCode::usage);
    }
    // CLI11 only says: a command is missing.
    if (!words.empty() && words.front().rfind('-', 0) != 0) {
        session.say(mistaken_command(at, words.front()));
    }
    return end_of_parsing(app, error, session);
}

/// The same example with the tool of a server: a program of servers has no tools of its own.
std::string about_server(std::string line) {
    for (const auto& [own, other] :
         {std::pair<std::string_view, std::string_view>{" echo", " files/read_file"},
          {R"({"message":"hello"})", R"({"path":"/srv/notes/a"})"}}) {
        if (const std::size_t at = line.find(own); at != std::string::npos)
            line.replace(at, own.size(), other);
    }
    return line;
}

std::vector<std::string> words_behind_dashes(int argc, const char* const* argv) {
    const std::vector<std::string> all(argv, argv + argc);
    const auto dashes = std::find(all.begin(), all.end(), "--");
    return dashes == all.end() ? std::vector<std::string>()
                               : std::vector<std::string>(dashes + 1, all.end());
}

}  // namespace

CLI::App* add_command(const Commands& commands, CLI::App& parent, const std::string& name,
                      const std::string& help, std::function<ExitCode(Session&)> action) {
    CLI::App* command = parent.add_subcommand(name, help);
    // A command inherits its parent's examples otherwise.
    command->footer("");
    command->callback([commands, command, action = std::move(action)] {
        // Callbacks of subcommands run first, and the subcommand is the chosen one.
        if (commands.chosen) return refuse_own_options(*command);
        commands.chosen = [&session = commands.session, action] { return action(session); };
    });
    return command;
}

void give_examples(CLI::App& command, const Session& session,
                   const std::vector<std::string>& lines) {
    std::string footer = "\nExamples:";
    const bool has_servers = session.environment().has_servers;
    for (const std::string& line : lines)
        footer += "\n  " + session.command(has_servers ? about_server(line) : line);
    command.footer(footer);
}

int run_in(Environment& environment, int argc, const char* const* argv,
           const RegisterTools& register_tools) {
    const std::string program = argc > 0 ? argv[0] : "program";
    Session session(environment, program);
    CLI::App app(environment.has_servers
                     ? "Calls tools of MCP servers behind a gate: with consent, a ledger and a "
                       "sandbox."
                     : "Calls the tools of this program behind a gate: with preview, consent, "
                       "ledger and undo.",
                 program);
    app.require_subcommand(1);
    app.fallthrough();
    app.set_version_flag("--version", "iam " IAM_VERSION);
    add_common_options(app, session.options(), environment);
    Action chosen;
    const Commands commands{app, session, chosen, words_behind_dashes(argc, argv)};
    add_tools_commands(commands);
    add_call_command(commands);
    add_undo_command(commands);
    add_reconcile_command(commands);
    add_audit_commands(commands);
    add_consent_commands(commands);
    add_policy_commands(commands);
    add_rules_commands(commands);
    add_approval_commands(commands);
    add_freeze_commands(commands);
    add_state_commands(commands);
    add_console_command(commands);
    add_serve_command(commands);
    add_witness_command(commands);
    app.get_subcommand("serve")->alias("gateway");  // between a client and MCP servers
    add_servers_commands(commands);
    add_chat_commands(commands);
    add_task_commands(commands);
    // Set last: subcommands would inherit it.
    const std::string examples = environment.has_servers ? k_examples_with_servers : k_examples;
    app.footer("\n" + with_program(examples + k_questions, program) + "\n" + explain_exit_codes());
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return static_cast<int>(explain_mistake(app, error, session));
    }
    if (const ExitCode code = register_all(session, register_tools); code != ExitCode::done) {
        return static_cast<int>(code);
    }
    if (const auto opened = session.open_logs(); !opened)
        return static_cast<int>(session.report(opened.error(), ExitCode::usage));
    if (const auto imported = import_needed(session, app); !imported)
        return static_cast<int>(report_lines(session, imported.error()));
    return static_cast<int>(end_with(session, chosen()));
}

}  // namespace iam::host
