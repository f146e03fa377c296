// Refuses every unknown word: an ignored filter would show too much or hide too much.
#include "host/output/audit_words.hpp"

#include "host/output/tool_name.hpp"
#include <iam/question/duration.hpp>
#include <iam/question/escape.hpp>

#include <utility>

namespace iam::host {

using question::escape_for_display;
using question::parse_duration;

namespace {

Result<consent::Risk> read_risk(const std::string& text) {
    for (const consent::Risk risk :
         {consent::Risk::low, consent::Risk::medium, consent::Risk::high}) {
        if (to_string(risk) == text) return risk;
    }
    return fail(Errc::invalid_argument,
                "\"" + escape_for_display(text) + "\" is no risk; write low, medium or high.");
}

}  // namespace

void add_time_options(CLI::App& command, std::string& since, std::string& until) {
    command.add_option("--since,--from", since, "Not older: 2h, 2026-01-02, 2026-01-02T03:04:05Z")
        ->type_name("TIME");
    command.add_option("--until,--to", until, "Older than this; without it up to now")
        ->type_name("TIME");
}

void add_filter_options(CLI::App& command, FilterWords& words) {
    add_time_options(command, words.since, words.until);
    command.add_option("--tool", words.tool, "Of this tool")->type_name("NAME");
    command
        .add_option(
            "--subject", words.subject,
            "Of this user, workspace, session or agent, where the entry or its intent names them;\n"
            "\"-\" is no workspace")
        ->type_name("NAME");
    command
        .add_option("--outcome", words.outcome,
                    "done, failed, refused (was not run), unknown, or a code such as policy_denied")
        ->type_name("WORD");
    command
        .add_option("--risk", words.risk,
                    "low, medium or high; calls, refusals, questions and grants state it")
        ->type_name("TIER");
    command
        .add_option("--text", words.text,
                    "Holds this text in its facts or recorded values, as JSON spells them")
        ->type_name("TEXT");
}

void say_what_matched(const Session& session, const ledger::Filter& filter,
                      const ledger::Searched& searched) {
    if (!filter.narrows()) return;
    session.say(std::to_string(searched.matched) + " of " + std::to_string(searched.looked_at) +
                " entries that were looked at match");
}

Result<std::chrono::sys_time<std::chrono::milliseconds>> read_moment(
    std::string_view text, std::chrono::sys_time<std::chrono::milliseconds> now) {
    if (auto moment = from_rfc3339(text)) return *moment;
    if (auto midnight = from_rfc3339(std::string(text) + "T00:00:00Z")) return *midnight;
    if (const auto ago = parse_duration(text)) return now - *ago;
    return fail(
        Errc::invalid_argument,
        "\"" + escape_for_display(text) +
            "\" is no time; write 2026-01-02T03:04:05Z, a day in UTC such as 2026-01-02, or "
            "how long ago: 90s, 15m, 2h, 7d.");
}

Result<ledger::Filter> read_filter(const FilterWords& words, const Session& session) {
    ledger::Filter filter;
    const auto now = session.environment().clock.now().wall;
    if (!words.since.empty()) {
        IAM_TRY(since, read_moment(words.since, now));
        filter.since = since;
    }
    if (!words.until.empty()) {
        IAM_TRY(until, read_moment(words.until, now));
        filter.until = until;
    }
    if (!words.tool.empty()) {
        IAM_TRY(tool, tool_named(words.tool, session.registry()));
        filter.tool = std::move(tool);
    }
    if (!words.risk.empty()) {
        IAM_TRY(risk, read_risk(words.risk));
        filter.risk = risk;
    }
    filter.subject = words.subject;
    filter.outcome = words.outcome;
    filter.text = words.text;
    return filter;
}

}  // namespace iam::host
