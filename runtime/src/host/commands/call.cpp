// call: makes one call from the command line, or all calls of a model's response.
#include "host/commands/commands.hpp"
#include "host/output/proposer_words.hpp"
#include "host/output/result_text.hpp"
#include "host/output/tool_name.hpp"
#include "host/session/input.hpp"
#include "host/session/server_tools.hpp"
#include <iam/chat/provider.hpp>
#include <iam/question/escape.hpp>

#include <memory>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {

using question::escape_for_display;
using question::json_without_controls;

namespace {

struct CallWords {
    std::string name{};
    std::string arguments = "{}";
    std::string approval{};
    bool wait = false;
    std::vector<std::string> from{};  ///< provider and file
    ProposerWords proposer{};
};

Asking asking_for(const Session& session, const CallWords& words) {
    return words.wait ? Asking::wait_for_others : asking_of(session);
}

/// The command that undoes the call; empty: a command line cannot undo it.
std::string undo_command(const Session& session, const ToolId& tool, const ToolResult& result) {
    const auto catalogue = session.registry().snapshot();
    const Contract* contract = catalogue->find(tool);
    const bool can_undo = result.success && !result.entry.empty() && contract != nullptr &&
                          contract->has_undo && contract->bound_class.empty() &&
                          result.no_undo.empty();
    return can_undo ? session.command("undo " + result.entry) : std::string();
}

void print_for_people(const Session& session, const ToolResult& result, const std::string& undo) {
    if (!result.success) {
        session.environment().err << failure_text(result);
        if (!result.entry.empty()) session.environment().err << "entry " << result.entry << '\n';
        return;
    }
    session.out() << result_text(result);
    if (!result.entry.empty()) session.out() << "entry " << result.entry << '\n';
    if (!undo.empty()) session.out() << "undo with: " << undo << '\n';
    if (!result.no_undo.empty())
        session.out() << "cannot be undone: " << escape_for_display(result.no_undo) << '\n';
}

gate::CallOptions options_for(const Session& session, const CallWords& words) {
    gate::CallOptions options;
    options.approval = words.approval;
    options.stop = session.interrupted();
    return options;
}

void say_how_to_answer(const Session& session, const ToolResult& result) {
    const bool waits =
        result.code == code::confirmation_required || result.code == code::requires_user_input;
    if (!waits || result.approval.empty()) return;
    session.say("Answer it in a terminal: " +
                session.command("approvals answer " + result.approval));
    session.say("Then call again with the same arguments and --approval " + result.approval);
}

ToolResult call_checked(const Session& session, const Desk& desk, Call call,
                        const CallWords& words) {
    const CheckingSign::Scope sign(desk.sign.get());
    const auto progress = session.progress_of(call.tool.name);
    gate::CallOptions options = options_for(session, words);
    // After its time-out a function may still report and log.
    options.on_progress = [progress](const ProgressReport& report) { progress->show(report); };
    options.on_log = [progress](const LogMessage& message) { progress->tell(message); };
    ToolResult result = desk.runtime->call(std::move(call), std::move(options));
    progress->end();
    return result;
}

/// The error for a tool of a server that is not connected; nothing for all others.
std::optional<Error> away_server(Session& session, const ToolId& tool) {
    if (session.server_tools() == nullptr || session.registry().snapshot()->find(tool) != nullptr)
        return std::nullopt;
    for (const mcp::ServerStatus& status : session.server_tools()->servers().connection_states()) {
        if (status.name != tool.origin || status.state == mcp::ConnectionState::connected) continue;
        if (!status.is_enabled) {
            return Error{Errc::unavailable, "Server " + status.name +
                                                " is off (\"enabled\": false); turn it on, and "
                                                "call again."};
        }
        std::string why = status.last_error.empty() ? "it has not answered." : status.last_error;
        if (why.back() != '.') why += '.';
        return Error{Errc::unavailable,
                     "Server " + status.name + " is not connected, so its tool was not called: " +
                         why + " Look at it with: " + session.command("servers status")};
    }
    return std::nullopt;
}

ExitCode call_one(Session& session, const CallWords& words) {
    const auto tool = tool_named(words.name, session.registry());
    if (!tool) return session.report(tool.error());
    if (const auto away = away_server(session, *tool))
        return session.report(*away, ExitCode::tool_not_found);
    const auto proposer =
        read_proposer(words.proposer, session,
                      words.arguments == "-" ? TextFrom::standard_input : TextFrom::command_line);
    if (!proposer) return session.report(proposer.error());
    auto arguments = text_or_input(words.arguments, session.environment().in);
    if (!arguments) return session.report(arguments.error());
    const auto watch = session.watch_interrupts();
    const auto desk = session.open_desk(asking_for(session, words));
    if (!desk) return session.report(desk.error());
    Call call;
    call.tool = *tool;
    call.arguments = *std::move(arguments);
    call.subject = session.subject();
    call.proposer = *proposer;
    const ToolResult result = call_checked(session, *desk, std::move(call), words);
    session.note_done(result);
    const std::string undo = undo_command(session, *tool, result);
    if (session.options().json) session.out() << result_json(result, undo);
    if (!session.options().json || !result.success) print_for_people(session, result, undo);
    say_how_to_answer(session, result);
    return exit_code_of(result);
}

/// Prints one call of several: for people on standard output, for programs as lines on standard
/// error.
void print_step(const Session& session, std::size_t number, std::size_t count, const Call& call,
                const ToolResult& result) {
    const std::string undo = undo_command(session, call.tool, result);
    const std::string head =
        "[" + std::to_string(number) + "/" + std::to_string(count) + "] " + spelled(call.tool);
    if (!session.options().json) {
        session.out() << head << std::endl;
        print_for_people(session, result, undo);
        session.out() << std::endl;
        return;
    }
    std::ostream& err = session.environment().err;
    err << head << ": " << (result.success ? "done\n" : failure_text(result));
    if (!result.entry.empty()) err << "entry " << result.entry << '\n';
    if (!undo.empty()) err << "undo with: " << undo << '\n';
}

Result<chat::ModelResponse> read_proposals(const Session& session, const CallWords& words) {
    IAM_TRY(provider, chat::parse_provider(words.from.front()));
    IAM_TRY(text, read_file(words.from.back(), session.environment().in));
    return chat::read_response(provider, text);
}

ExitCode call_proposals(Session& session, const CallWords& words) {
    const auto response = read_proposals(session, words);
    if (!response) {
        const bool is_of_provider = response.error().code == Errc::unavailable;
        return session.report(response.error(),
                              is_of_provider ? ExitCode::failed : ExitCode::usage);
    }
    const auto watch = session.watch_interrupts();
    const auto desk = session.open_desk(asking_for(session, words));
    if (!desk) return session.report(desk.error());
    std::vector<ToolResult> results;
    ExitCode code = ExitCode::done;
    for (const Call& proposed : response->calls) {
        Call call = proposed;
        call.subject = session.subject();
        call.id = chat::call_id(*response, results.size(), call.subject);
        results.push_back(call_checked(session, *desk, std::move(call), words));
        session.note_done(results.back());
        print_step(session, results.size(), response->calls.size(), proposed, results.back());
        say_how_to_answer(session, results.back());
        if (code == ExitCode::done) code = exit_code_of(results.back());
    }
    if (results.empty()) session.say("The response proposes no call.");
    if (session.options().json) {
        const std::string text = chat::results_for(*response, results)
                                     .dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
        session.out() << json_without_controls(text) << '\n';
    }
    return code;
}

ExitCode run_call(Session& session, const CallWords& words) {
    if (words.from.empty() && words.name.empty()) {
        return session.report(
            Error{Errc::invalid_argument,
                  "Which tool? Write: call NAME JSON, or: call --from PROVIDER FILE"});
    }
    if (words.from.empty()) return call_one(session, words);
    if (!words.name.empty() || !words.approval.empty() || !words.proposer.kind.empty()) {
        return session.report(
            Error{Errc::invalid_argument,
                  "--from takes all its calls, and the model that proposed them, from the file; "
                  "leave out NAME, JSON, --approval and --proposer."});
    }
    return call_proposals(session, words);
}

}  // namespace

void add_call_command(const Commands& commands) {
    auto words = std::make_shared<CallWords>();
    CLI::App* call =
        add_command(commands, commands.app, "call",
                    "Calls a tool, or all calls that a model proposed, through the gate",
                    [words](Session& session) { return run_call(session, *words); });
    call->add_option("NAME", words->name,
                     "The tool: its name, or SERVER/NAME for a tool of an MCP server");
    call->add_option("JSON", words->arguments, "Its arguments; - reads standard input");
    call->add_option("--approval", words->approval,
                     "Uses an approval that was given for exactly this call")
        ->type_name("ID");
    call->add_flag("--wait", words->wait,
                   "Asks nobody here and waits until another process has answered");
    add_proposer_options(*call, words->proposer);
    call->add_option(
            "--from", words->from,
            "Makes the calls of a response of openai, anthropic, gemini or ollama,\n"
            "in order; FILE - reads standard input. A repeated response is answered\n"
            "from the record if it has an id. With --json the results have the provider's\n"
            "own shape. The exit code is that of the first failed call")
        ->expected(2)
        ->type_name("PROVIDER FILE");
    give_examples(*call, commands.session,
                  {"call echo '{\"message\":\"hello\"}'", "call echo - <arguments.json --json",
                   "call echo '{\"message\":\"hello\"}' --wait",
                   "call echo - --proposer model --model NAME --request ID <arguments.json",
                   "call --from anthropic response.json --json"});
}

}  // namespace iam::host
