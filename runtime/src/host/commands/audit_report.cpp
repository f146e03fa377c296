// audit report: counts the entries between two moments, and the consent in force now.
#include "host/commands/commands.hpp"
#include "host/output/audit_words.hpp"
#include "host/output/json_member.hpp"
#include <iam/ledger/report.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/layout.hpp>

#include <array>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {

using question::escape_for_display;
using question::table;

namespace {

struct ReportWords {
    std::string from{};
    std::string to{};
};

/// The counts of the period, and the records in force now.
struct WholeReport {
    ledger::Period period{};
    ledger::Report counted{};
    std::uint64_t standing_grants = 0;
    std::uint64_t standing_permissions = 0;
};

struct CountOf {
    const char* name;   ///< in JSON, in canonical order
    const char* words;  ///< for people
    std::uint64_t ledger::Report::*count;
};

constexpr std::array k_counts = {
    CountOf{"answers_of_clients", "of the answers, on an MCP client's word",
            &ledger::Report::answers_of_clients},
    CountOf{"answers_of_programs", "of the answers, by programs",
            &ledger::Report::answers_of_programs},
    CountOf{"calls_begun", "calls begun", &ledger::Report::calls_begun},
    CountOf{"calls_done", "calls done", &ledger::Report::calls_done},
    CountOf{"calls_failed", "calls failed", &ledger::Report::calls_failed},
    CountOf{"calls_refused", "calls refused", &ledger::Report::calls_refused},
    CountOf{"calls_timed_out", "calls timed out", &ledger::Report::calls_timed_out},
    CountOf{"entries", "entries", &ledger::Report::entries},
    CountOf{"host_assertions", "run on the host's word that a person agreed",
            &ledger::Report::host_assertions},
    CountOf{"prompts", "questions", &ledger::Report::prompts},
    CountOf{"prompts_expired", "questions nobody answered in time",
            &ledger::Report::prompts_expired},
    CountOf{"prompts_open", "questions that can still be answered", &ledger::Report::prompts_open},
    CountOf{"prompts_withdrawn", "questions withdrawn", &ledger::Report::prompts_withdrawn},
    CountOf{"undos_begun", "undos begun", &ledger::Report::undos_begun},
    CountOf{"undos_done", "undos done", &ledger::Report::undos_done},
    CountOf{"undos_failed", "undos failed", &ledger::Report::undos_failed},
    CountOf{"unreadable", "entries that cannot be read", &ledger::Report::unreadable},
};

/// Ended records are kept until they are revoked, and do not count here.
bool is_running(const std::optional<consent::Deadline>& deadline, const Moment& now) {
    return !deadline || state_at(*deadline, now) != consent::DeadlineState::ended;
}

Result<WholeReport> make_report(const Session& session, const ReportWords& words,
                                ledger::Store& store) {
    WholeReport whole;
    const Moment moment = session.environment().clock.now();
    const auto now = moment.wall;
    if (!words.from.empty()) {
        IAM_TRY(from, read_moment(words.from, now));
        whole.period.from = from;
    }
    if (!words.to.empty()) {
        IAM_TRY(to, read_moment(words.to, now));
        whole.period.to = to;
    }
    IAM_TRY(counted, ledger::report(store, whole.period, moment));
    whole.counted = std::move(counted);
    IAM_TRY(grants, store.grants());
    for (const consent::Grant& grant : grants)
        if (is_running(grant.deadline, moment)) ++whole.standing_grants;
    IAM_TRY(permissions, store.permissions());
    for (const consent::Permission& permission : permissions) {
        const bool has_lapsed = consent::has_lapsed(permission, moment, {});
        if (is_running(permission.expires, moment) && !has_lapsed) ++whole.standing_permissions;
    }
    return whole;
}

void put_count(JsonWriter& out, std::string_view name, std::uint64_t count) {
    out.key(name);
    out.integer(count);
}

void print_report_json(const Session& session, const WholeReport& whole) {
    JsonWriter out;
    out.begin_object();
    out.key("answers");
    out.begin_object();
    for (const auto& [answer, count] : whole.counted.answers) put_count(out, answer, count);
    out.end_object();
    for (const CountOf& count : k_counts) put_count(out, count.name, whole.counted.*count.count);
    if (whole.period.from) put(out, "from", to_rfc3339(*whole.period.from));
    put_count(out, "standing_grants", whole.standing_grants);
    put_count(out, "standing_permissions", whole.standing_permissions);
    if (whole.period.to) put(out, "to", to_rfc3339(*whole.period.to));
    put_list(out, "unknown", whole.counted.unknown,
             [](JsonWriter& list, const ledger::EntryId& id) { list.string(to_string(id)); });
    out.end_object();
    session.print(out);
}

void print_report_text(const Session& session, const WholeReport& whole) {
    const auto& period = whole.period;
    session.out() << "from " << (period.from ? to_rfc3339(*period.from) : "the beginning") << " to "
                  << (period.to ? to_rfc3339(*period.to) : "now") << '\n';
    std::vector<std::vector<std::string>> rows;
    for (const CountOf& count : k_counts)
        rows.push_back({std::to_string(whole.counted.*count.count), count.words});
    for (const auto& [answer, count] : whole.counted.answers)
        rows.push_back({std::to_string(count), "answers: " + escape_for_display(answer)});
    rows.push_back({std::to_string(whole.counted.unknown.size()),
                    "without an outcome: they still run, or may have happened"});
    rows.push_back({std::to_string(whole.standing_grants), "grants that stand now"});
    rows.push_back({std::to_string(whole.standing_permissions), "permissions that stand now"});
    session.out() << table(rows);
    for (const ledger::EntryId& id : whole.counted.unknown)
        session.out() << "no outcome: " << session.command("audit show " + to_string(id)) << '\n';
}

ExitCode print_report(Session& session, const ReportWords& words) {
    const auto store = session.open_store(store::Mode::read_only);
    if (!store) return session.report(store.error());
    const auto whole = make_report(session, words, **store);
    if (!whole) return session.report(whole.error());
    session.options().json ? print_report_json(session, *whole)
                           : print_report_text(session, *whole);
    return ExitCode::done;
}

}  // namespace

void add_audit_report_command(const Commands& commands, CLI::App& audit) {
    auto words = std::make_shared<ReportWords>();
    CLI::App* command =
        add_command(commands, audit, "report",
                    "Questions, answers, calls, unknown outcomes and undos in numbers",
                    [words](Session& session) { return print_report(session, *words); });
    add_time_options(*command, words->from, words->to);
    give_examples(
        *command, commands.session,
        {"audit report --since 7d", "audit report --since 2026-01-01 --until 2026-02-01"});
}

}  // namespace iam::host
