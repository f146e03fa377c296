// tools, preview: lists the tools, and shows the effect of a call before it is made.
#include "host/commands/commands.hpp"
#include "host/commands/servers/servers.hpp"
#include "host/output/listing.hpp"
#include "host/output/proposer_words.hpp"
#include "host/output/result_text.hpp"
#include "host/output/tool_name.hpp"
#include "host/output/trust_words.hpp"
#include "host/session/input.hpp"
#include <iam/chat/provider.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/text.hpp>
#include <iam/question/tool_search.hpp>

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace iam::host {

using question::escape_for_display;
using question::json_without_controls;
using question::label_of;

namespace {

std::string one_line(const OrderedJson& value) {
    return value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

using Contracts = std::vector<const Contract*>;

ExitCode print_for_provider(const Session& session, const Contracts& contracts,
                            const std::string& name) {
    const auto provider = chat::parse_provider(name);
    if (!provider) return session.report(provider.error());
    const auto tools = chat::tools_for(*provider, contracts);
    if (!tools) return session.report(tools.error(), ExitCode::failed);
    const int indent = session.options().json ? -1 : 2;
    const std::string text = tools->dump(indent, ' ', false, OrderedJson::error_handler_t::replace);
    session.out() << json_without_controls(text) << '\n';
    return ExitCode::done;
}

ExitCode print_json(const Session& session, const Contracts& contracts,
                    const TrustRecords& trusts) {
    OrderedJson tools = OrderedJson::array();
    for (const Contract* contract : contracts) {
        auto document = parse_ordered_json(contract->document);
        OrderedJson tool =
            document ? *std::move(document) : OrderedJson{{"name", contract->id.name}};
        if (!contract->id.origin.empty()) {
            tool["origin"] = contract->id.origin;
            tool["trust"] = trust_words(trusts.of(*contract));
        }
        tools.push_back(std::move(tool));
    }
    OrderedJson all = OrderedJson::object();
    all["application"] = session.registry().application();
    all["tools"] = std::move(tools);
    session.out() << json_without_controls(one_line(all)) << '\n';
    return ExitCode::done;
}

ExitCode print_text(const Session& session, const Contracts& contracts, const TrustRecords& trusts,
                    const std::string& nothing) {
    const bool has_servers =
        std::any_of(contracts.begin(), contracts.end(),
                    [](const Contract* one) { return !one->id.origin.empty(); });
    std::vector<std::string> heads{"TOOL", "TITLE", "RISK", "HAS"};
    if (has_servers) heads.emplace_back("SERVER");
    std::vector<std::vector<std::string>> rows;
    for (const Contract* contract : contracts) {
        std::string abilities = contract->has_preview ? "preview" : "";
        if (contract->has_undo) abilities += abilities.empty() ? "undo" : ", undo";
        const consent::OriginTrust trust = trusts.of(*contract);
        rows.push_back(
            {spelled(contract->id), escape_for_display(contract->title),
             std::string(label_of(consent::risk_of(*contract, consent::is_believed(trust)))),
             abilities});
        if (has_servers)
            rows.back().emplace_back(contract->id.origin.empty() ? "" : trust_words(trust));
    }
    print_list(session, heads, rows, nothing);
    return ExitCode::done;
}

ExitCode list_tools(Session& session, const std::string& provider, const std::string& words) {
    const auto catalogue = session.registry().snapshot();
    const Contracts contracts = question::tools_with(catalogue->contracts(), words);
    if (!provider.empty()) return print_for_provider(session, contracts, provider);
    // Only tools of servers need the state.
    auto trusts = session.server_tools() == nullptr ? Result<TrustRecords>(TrustRecords())
                                                    : TrustRecords::read(session);
    if (!trusts) return session.report(trusts.error());
    if (session.options().json) return print_json(session, contracts, *trusts);
    const bool is_empty = catalogue->contracts().empty();
    return print_text(
        session, contracts, *trusts,
        is_empty ? why_no_tools(session)
                 : "No tool has these words; list all with: " + session.command("tools") + ".");
}

ExitCode preview_call(Session& session, const std::string& name, const std::string& arguments,
                      const ProposerWords& words) {
    const auto tool = tool_named(name, session.registry());
    if (!tool) return session.report(tool.error());
    const auto proposer = read_proposer(
        words, session, arguments == "-" ? TextFrom::standard_input : TextFrom::command_line);
    if (!proposer) return session.report(proposer.error());
    auto text = text_or_input(arguments, session.environment().in);
    if (!text) return session.report(text.error());
    // A preview decides, spends and records nothing, so it works without a state.
    const Desk desk = session.open_stateless_desk();
    Call call;
    call.tool = *tool;
    call.arguments = *std::move(text);
    call.subject = session.subject();
    call.proposer = *proposer;
    const auto preview = desk.runtime->preview(std::move(call));
    if (!preview) {
        if (session.options().json) session.out() << result_json(preview.error(), "");
        session.environment().err << failure_text(preview.error());
        return exit_code_of(preview.error());
    }
    session.out() << (session.options().json ? preview_json(*preview) : preview_text(*preview));
    return ExitCode::done;
}

}  // namespace

void add_tools_commands(const Commands& commands) {
    struct Options {
        std::string provider{};
        std::string words{};
        std::string name{};
        std::string arguments = "{}";
        ProposerWords proposer{};
    };
    auto options = std::make_shared<Options>();
    CLI::App* tools = add_command(commands, commands.app, "tools",
                                  "Lists the tools; with --json each one whole, with its schemas",
                                  [options](Session& session) {
                                      return list_tools(session, options->provider, options->words);
                                  });
    tools
        ->add_option("--search", options->words,
                     "The tools with all of these words in their name, title and description")
        ->type_name("WORDS");
    tools
        ->add_option("--for", options->provider,
                     "The `tools` array of a request to openai, anthropic, gemini or ollama")
        ->type_name("PROVIDER");
    give_examples(*tools, commands.session,
                  {"tools", "tools --search 'read file'", "tools --search read_file --json",
                   "tools --for openai"});
    CLI::App* preview = add_command(
        commands, commands.app, "preview", "Previews a call; decides, asks and records nothing",
        [options](Session& session) {
            return preview_call(session, options->name, options->arguments, options->proposer);
        });
    preview
        ->add_option("NAME", options->name,
                     "The tool: its name, or SERVER/NAME for a tool of an MCP server")
        ->required();
    preview->add_option("JSON", options->arguments, "Its arguments; - reads standard input");
    add_proposer_options(*preview, options->proposer);
    give_examples(*preview, commands.session,
                  {"preview echo '{\"message\":\"hello\"}'", "preview echo - <arguments.json"});
}

}  // namespace iam::host
