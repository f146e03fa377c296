#include "host/output/audit_words.hpp"

#include <iam/core/clock.hpp>
#include <iam/question/escape.hpp>

#include <ostream>

namespace iam::host {

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

Result<ledger::Filter> read_filter(const FilterWords& words, const Session& session) {
    return question::read_filter(words, session.environment().clock.now().wall, session.registry());
}

void print_remains(const Session& session, const std::vector<ledger::Remains>& remains) {
    for (const ledger::Remains& one : remains) {
        session.out() << question::escape_for_display(one.place) << " may hold them "
                      << (one.until ? "until " + to_rfc3339(*one.until) : "for an unknown time")
                      << '\n';
    }
}

void put_remains(JsonWriter& out, const std::vector<ledger::Remains>& remains) {
    if (remains.empty()) return;
    out.key("remains");
    out.begin_array();
    for (const ledger::Remains& one : remains) {
        out.begin_object();
        out.key("place");
        out.string(one.place);
        if (one.until) {
            out.key("until");
            out.string(to_rfc3339(*one.until));
        }
        out.end_object();
    }
    out.end_array();
}

}  // namespace iam::host
