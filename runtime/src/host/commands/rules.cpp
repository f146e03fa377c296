// rules: checks the files of rules, and explains why a call would be allowed, asked about or
// denied.
#include "host/commands/commands.hpp"
#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include "host/output/result_text.hpp"
#include "host/output/tool_name.hpp"
#include "host/session/input.hpp"
#include <iam/consent/rules.hpp>
#include <iam/gate/consent.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {

using question::escape_for_display;

namespace {

using consent::RuleScope;

struct RuleWords {
    std::string file{};
    std::string scope = "user";
    std::string tool{};
    std::string arguments{};
};

bool has_error(const RuleFileReport& report) {
    return std::any_of(report.findings.begin(), report.findings.end(),
                       [](const consent::RuleFinding& finding) { return finding.is_error; });
}

void put_finding(JsonWriter& out, const consent::RuleFinding& finding) {
    out.begin_object();
    out.key("column");
    out.integer(std::uint64_t{finding.place.text.column});
    put(out, "kind", finding.is_error ? "error" : "warning");
    out.key("line");
    out.integer(std::uint64_t{finding.place.text.line});
    put(out, "message", finding.message);
    out.end_object();
}

void put_report(JsonWriter& out, const RuleFileReport& report) {
    out.begin_object();
    put(out, "file", report.file.path.string());
    put_list(out, "findings", report.findings, put_finding);
    out.key("is_there");
    out.boolean(report.is_there);
    out.key("ok");
    out.boolean(!has_error(report));
    put(out, "scope", to_string(report.file.scope));
    out.end_object();
}

ExitCode print_reports(const Session& session, const std::vector<RuleFileReport>& reports) {
    const bool bad = std::any_of(reports.begin(), reports.end(), has_error);
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_list(out, "files", reports, put_report);
        out.key("ok");
        out.boolean(!bad);
        out.end_object();
        session.print(out);
    } else {
        for (const RuleFileReport& report : reports) {
            session.out() << to_string(report.file.scope) << "  "
                          << escape_for_display(report.file.path.string()) << "  "
                          << (has_error(report) ? "not taken up"
                              : report.is_there ? "good"
                                                : "not there")
                          << '\n';
            for (const auto& finding : report.findings) session.say(to_string(finding));
        }
    }
    return bad ? ExitCode::failed : ExitCode::done;
}

RuleScope scope_named(const std::string& word) {
    if (word == "managed") return RuleScope::managed;
    return word == "workspace" ? RuleScope::workspace : RuleScope::user;
}

/// Checks a file not in force as if it were.
ExitCode check_one(const Session& session, const RuleWords& words) {
    const auto text = read_file(words.file, session.environment().in);
    if (!text) return session.report(text.error());
    RuleFileReport report{{scope_named(words.scope), words.file}, true, false, {}};
    report.findings = consent::read_and_check_rules(*text, words.file, report.file.scope,
                                                    session.registry().snapshot()->contracts())
                          .findings;
    return print_reports(session, {report});
}

ExitCode check_rules(Session& session, const RuleWords& words) {
    if (!words.file.empty()) return check_one(session, words);
    return print_reports(session, session.rule_files()->reports());
}

void put_rule(JsonWriter& out, const gate::Explanation::Line& line) {
    out.begin_object();
    put(out, "effect", to_string(line.effect));
    put(out, "id", line.id);
    put(out, "place", line.place);
    put(out, "scope", to_string(line.scope));
    out.key("speaks");
    out.boolean(line.speaks);
    out.end_object();
}

void print_why(const Session& session, const gate::Explanation& why) {
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put(out, "effect", to_string(why.decision.effect));
        put_unless_empty(out, "place", why.decision.place);
        put(out, "reason", why.decision.reason.english());
        put_list(out, "rules", why.rules, put_rule);
        put(out, "source", to_string(why.decision.source));
        put_unless_empty(out, "source_id", why.decision.source_id);
        out.end_object();
        session.print(out);
        return;
    }
    session.out() << to_string(why.decision.effect) << ": "
                  << escape_for_display(why.decision.reason.english()) << '\n';
    std::vector<std::vector<std::string>> rows;
    for (const auto& line : why.rules) {
        rows.push_back({escape_for_display(line.place), escape_for_display(line.id),
                        std::string(to_string(line.effect)),
                        line.speaks ? "speaks" : "does not speak about this call"});
    }
    print_list(session, {"PLACE", "RULE", "EFFECT", "CALL"}, rows,
               "No rule is about calls of this tool.");
}

ExitCode explain(Session& session, const RuleWords& words) {
    const auto tool = tool_named(words.tool, session.registry());
    if (!tool) return session.report(tool.error());
    auto text = text_or_input(words.arguments, session.environment().in);
    if (!text) return session.report(text.error());
    const auto desk = session.open_reading_desk();
    if (!desk) return session.report(desk.error());
    Call call;
    call.tool = *tool;
    call.arguments = *std::move(text);
    call.subject = session.subject();
    const auto why = desk->runtime->consent().explain(std::move(call));
    if (!why) {
        if (session.options().json) session.out() << result_json(why.error(), "");
        session.environment().err << failure_text(why.error());
        return exit_code_of(why.error());
    }
    print_why(session, *why);
    return ExitCode::done;
}

}  // namespace

void add_rules_commands(const Commands& commands) {
    auto words = std::make_shared<RuleWords>();
    CLI::App* rules = commands.app.add_subcommand(
        "rules", "Rules in files, of an administrator, of yours and of this folder");
    rules->require_subcommand(1);
    give_examples(*rules, commands.session,
                  {"rules check", "rules check new-rules.json --as managed",
                   "rules explain echo '{\"message\":\"hello\"}'"});
    CLI::App* check = add_command(
        commands, *rules, "check", "Names every mistake of the files, by line and column",
        [words](Session& session) { return check_rules(session, *words); });
    give_examples(*check, commands.session,
                  {"rules check", "rules check new-rules.json --as managed", "rules check --json"});
    CLI::Option* file = check->add_option("FILE", words->file, "A file that is not in force");
    check->add_option("--as", words->scope, "The scope of FILE: managed, user or workspace")
        ->needs(file)
        ->check(CLI::IsMember({"managed", "user", "workspace"}));
    CLI::App* explains =
        add_command(commands, *rules, "explain",
                    "Why a call would be allowed, asked about or denied; runs nothing",
                    [words](Session& session) { return explain(session, *words); });
    words->arguments = "{}";
    explains->add_option("TOOL", words->tool, "The tool")->required();
    explains->add_option("JSON", words->arguments, "Its arguments; - reads standard input");
    give_examples(*explains, commands.session,
                  {"rules explain echo '{\"message\":\"hello\"}'", "rules explain echo --json"});
}

}  // namespace iam::host
