// policy: lists, sets and revokes the default policies for a tool's calls.
#include "host/commands/commands.hpp"
#include "host/output/broken_records.hpp"
#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include "host/output/tool_name.hpp"
#include <iam/gate/consent.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/layout.hpp>

#include <map>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {

using question::escape_for_display;
using question::table;

namespace {

struct PolicyWords {
    std::string tool{};
    std::string effect{};
};

std::string word(Policy policy) {
    return std::string(to_string(policy));
}

/// The words for a tool whose contract is not here. Lists start no server.
std::string missing(const ToolId& tool) {
    return tool.origin.empty() ? "not a tool here" : "server not started";
}

using Now = gate::PolicyOutlook;

struct Line {
    const Contract* contract = nullptr;  ///< nullptr: the program does not have the tool
    std::optional<Policy> stored{};
    std::optional<Now> now{};
};

/// The sentence behind the present decision.
std::string more_about(const Now& now) {
    return now.looks_at_calls ? " Rules look at each call: rules explain." : "";
}

Result<std::map<ToolId, Line>> lines_of(const Desk& desk, const Catalogue& catalogue,
                                        const Subject& subject) {
    std::map<ToolId, Line> lines;
    for (const Contract* contract : catalogue.contracts()) {
        IAM_TRY(now, desk.runtime->consent().policy_outlook(contract->id, subject));
        lines[contract->id] = Line{contract, std::nullopt, std::move(now)};
    }
    IAM_TRY(stored, desk.store->policies());
    for (const auto& [tool, policy] : stored) lines[tool].stored = policy;
    return lines;
}

void put_line(JsonWriter& out, const std::pair<const ToolId, Line>& row) {
    const auto& [tool, line] = row;
    out.begin_object();
    if (line.contract != nullptr && line.contract->policy) {
        put(out, "compiled", to_string(*line.contract->policy));
    }
    if (line.now) {
        put(out, "now", to_string(line.now->now.effect));
        put(out, "reason", line.now->now.reason.english() + more_about(*line.now));
    }
    if (line.stored) put(out, "stored", to_string(*line.stored));
    put(out, "tool", display_name(tool));
    out.end_object();
}

Rows rows_of(const std::map<ToolId, Line>& lines) {
    Rows rows;
    for (const auto& [tool, line] : lines) {
        const bool compiled = line.contract != nullptr && line.contract->policy;
        rows.push_back(
            {spelled(tool), line.now ? word(line.now->now.effect) : missing(tool),
             compiled ? "compiled " + word(*line.contract->policy) : "-",
             line.stored ? "stored " + word(*line.stored) : "-",
             line.now ? escape_for_display(line.now->now.reason.english()) + more_about(*line.now)
                      : ""});
    }
    return rows;
}

ExitCode list_policies(Session& session) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto catalogue = session.registry().snapshot();
    const auto lines = lines_of(*desk, *catalogue, session.subject());
    if (!lines) return session.report(lines.error());
    const auto broken = broken_records(*desk->store, {RecordKind::policy});
    if (!broken) return session.report(broken.error());
    say_broken(session, *broken);
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_broken(out, *broken);
        put_list(out, "policies", *lines, put_line);
        out.end_object();
        session.print(out);
    } else {
        print_list(session, {"TOOL", "NOW", "COMPILED", "STORED", "WHY"}, rows_of(*lines),
                   "This program has no tools of its own, and no policy is stored.");
    }
    return ExitCode::done;
}

ExitCode no_such_tool(const Session& session, const ToolId& tool) {
    return session.report(Error{Errc::not_found, "There is no tool \"" + display_name(tool) +
                                                     "\"; list them: " + session.command("tools")},
                          ExitCode::tool_not_found);
}

ExitCode set_policy(Session& session, const PolicyWords& words) {
    const std::map<std::string, Policy> effects = {{"auto", Policy::allow},
                                                   {"allow", Policy::allow},
                                                   {"confirm", Policy::confirm},
                                                   {"deny", Policy::deny}};
    const Policy policy = effects.at(words.effect);
    const auto tool = tool_named(words.tool, session.registry());
    if (!tool) return session.report(tool.error());
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    if (session.registry().snapshot()->find(*tool) == nullptr) return no_such_tool(session, *tool);
    const auto done = desk->runtime->consent().set_policy(*tool, policy, session.subject());
    if (!done) return session.report(done.error());
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put(out, "policy", to_string(policy));
        put(out, "tool", display_name(*tool));
        out.end_object();
        session.print(out);
    } else {
        session.out() << spelled(*tool) << ": " << to_string(policy) << '\n';
    }
    return ExitCode::done;
}

/// An ended stored policy, and the decision in its place. It may be a looser one.
struct Ended {
    ToolId tool{};
    std::optional<Policy> was{};  ///< nothing: the policy did not bear the seal of the state
    std::optional<Now> now{};     ///< nothing: the program does not have the tool
};

Result<Ended> end(const Session& session, const Desk& desk, const ToolId& tool,
                  std::optional<Policy> was) {
    IAM_CHECK(desk.runtime->consent().set_policy(tool, std::nullopt, session.subject()));
    Ended ended{tool, was, std::nullopt};
    const auto catalogue = session.registry().snapshot();
    if (const Contract* contract = catalogue->find(tool)) {
        IAM_TRY(now, desk.runtime->consent().policy_outlook(contract->id, session.subject()));
        ended.now = std::move(now);
    }
    return ended;
}

void put_ended(JsonWriter& out, const Ended& ended) {
    out.begin_object();
    if (ended.now) put(out, "now", to_string(ended.now->now.effect));
    put(out, "tool", display_name(ended.tool));
    if (ended.was) put(out, "was", to_string(*ended.was));
    out.end_object();
}

void print_ended(const Session& session, const std::vector<Ended>& all) {
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_list(out, "revoked", all, put_ended);
        out.end_object();
        session.print(out);
        return;
    }
    std::vector<std::vector<std::string>> rows;
    for (const Ended& ended : all) {
        rows.push_back(
            {spelled(ended.tool), ended.was ? word(*ended.was) : "changed past the program",
             ended.now ? "ended; now " + word(ended.now->now.effect) + "." + more_about(*ended.now)
                       : "ended; " + missing(ended.tool)});
    }
    session.out() << (rows.empty() ? "No policy was stored.\n" : table(rows));
}

/// Ends the policies. After a failure it still names the policies ended before.
ExitCode end_those(const Session& session, const Desk& desk,
                   const std::vector<std::pair<ToolId, std::optional<Policy>>>& stored) {
    std::vector<Ended> all;
    for (const auto& [tool, policy] : stored) {
        auto ended = end(session, desk, tool, policy);
        if (!ended) {
            if (!all.empty()) print_ended(session, all);
            return session.report(ended.error());
        }
        all.push_back(*std::move(ended));
    }
    print_ended(session, all);
    return ExitCode::done;
}

ExitCode revoke_policy(Session& session, const std::string& name) {
    const auto tool = tool_named(name, session.registry());
    if (!tool) return session.report(tool.error());
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto stored = desk->runtime->consent().stored_policy(*tool);
    if (!stored) return session.report(stored.error());
    // A stored policy of a missing tool can still be revoked.
    if (*stored) return end_those(session, *desk, {{*tool, **stored}});
    const auto broken = broken_records(*desk->store, {RecordKind::policy});
    if (!broken) return session.report(broken.error());
    for (const consent::BrokenRecord& one : *broken) {
        if (one.tool == *tool) return end_those(session, *desk, {{*tool, std::nullopt}});
    }
    const bool is_missing = session.registry().snapshot()->find(*tool) == nullptr;
    // A server's tool is not looked for, so that a policy of a server that is gone can be revoked.
    if (is_missing && tool->origin.empty()) return no_such_tool(session, *tool);
    print_ended(session, {});
    return ExitCode::done;
}

ExitCode revoke_policies(Session& session) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto stored = desk->store->policies();
    if (!stored) return session.report(stored.error());
    const auto broken = broken_records(*desk->store, {RecordKind::policy});
    if (!broken) return session.report(broken.error());
    std::vector<std::pair<ToolId, std::optional<Policy>>> all(stored->begin(), stored->end());
    for (const consent::BrokenRecord& one : *broken) all.emplace_back(one.tool, std::nullopt);
    return end_those(session, *desk, all);
}

}  // namespace

void add_policy_commands(const Commands& commands) {
    auto words = std::make_shared<PolicyWords>();
    CLI::App* policy =
        commands.app.add_subcommand("policy", "The default decision about calls of a tool");
    policy->require_subcommand(1);
    give_examples(*policy, commands.session,
                  {"policy list", "policy set echo deny", "policy revoke echo"});
    give_examples(
        *add_command(commands, *policy, "list",
                     "Lists the policies, and the decisions that hold now", list_policies),
        commands.session, {"policy list", "policy list --json"});
    CLI::App* set_command =
        add_command(commands, *policy, "set", "Runs without asking, asks each time, or never runs",
                    [words](Session& session) { return set_policy(session, *words); });
    set_command->add_option("TOOL", words->tool, "The tool")->required();
    set_command->add_option("EFFECT", words->effect, "auto (the same as allow), confirm or deny")
        ->required()
        ->check(CLI::IsMember({"auto", "allow", "confirm", "deny"}));
    give_examples(*set_command, commands.session,
                  {"policy set echo confirm", "policy set echo deny"});
    CLI::App* revoke =
        add_command(commands, *policy, "revoke",
                    "Ends a stored policy: the compiled one holds again, and may be looser",
                    [words](Session& session) { return revoke_policy(session, words->tool); });
    revoke->add_option("TOOL", words->tool, "The tool")->required();
    give_examples(*revoke, commands.session, {"policy revoke echo"});
    CLI::App* all =
        add_command(commands, *policy, "revoke-all",
                    "Ends every stored policy, and names each with the decision that holds now",
                    revoke_policies);
    give_examples(*all, commands.session, {"policy revoke-all"});
}

}  // namespace iam::host
