// audit retain: erases values of calls older than the limit of their class.
#include "host/commands/commands.hpp"
#include "host/output/audit_words.hpp"
#include "host/output/json_member.hpp"
#include <iam/gate/records.hpp>
#include <iam/question/duration.hpp>

#include <array>
#include <memory>
#include <ostream>

namespace iam::host {

using question::parse_duration;

namespace {

using ledger::RetentionClass;

struct RetainWords {
    std::array<std::string, ledger::k_retention_classes.size()> kept{};
    bool dry_run = false;
};

Result<ledger::Retention> read_retention(const RetainWords& words) {
    ledger::Retention retention;
    for (const RetentionClass kind : ledger::k_retention_classes) {
        const std::string& text = words.kept[static_cast<std::size_t>(kind)];
        if (text.empty()) continue;
        IAM_TRY(kept, parse_duration(text));
        retention.of(kind) = kept;
    }
    return retention;
}

void print_retained(const Session& session, const RetainWords& words,
                    const gate::Retained& retained) {
    if (!session.options().json) {
        if (words.dry_run) {
            session.out() << retained.calls << " calls have been kept for long enough\n";
            return;
        }
        session.out() << "erased " << retained.values << " values of " << retained.entries
                      << " entries\n";
        if (retained.left > 0)
            session.out() << "left " << retained.left << " calls that have not ended\n";
        print_remains(session, retained.remains);
        return;
    }
    JsonWriter out;
    out.begin_object();
    out.key("calls");
    out.integer(std::uint64_t{retained.calls});
    out.key("entries");
    out.integer(std::uint64_t{retained.entries});
    out.key("left");
    out.integer(std::uint64_t{retained.left});
    put_remains(out, retained.remains);
    out.key("values");
    out.integer(std::uint64_t{retained.values});
    out.end_object();
    session.print(out);
}

ExitCode retain(Session& session, const RetainWords& words) {
    gate::RetentionRequest request;
    auto retention = read_retention(words);
    if (!retention) return session.report(retention.error());
    request.retention = *std::move(retention);
    request.by = session.subject();
    request.dry_run = words.dry_run;
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto retained = desk->runtime->records().retain(request);
    if (!retained) return session.report(retained.error());
    print_retained(session, words, *retained);
    return ExitCode::done;
}

}  // namespace

void add_audit_retain_command(const Commands& commands, CLI::App& audit) {
    auto words = std::make_shared<RetainWords>();
    CLI::App* command =
        add_command(commands, audit, "retain",
                    "Erases recorded values of calls that are older than their class allows",
                    [words](Session& session) { return retain(session, *words); });
    const auto add = [&](RetentionClass kind, const char* help) {
        command->add_option("--" + std::string(to_string(kind)),
                            words->kept[static_cast<std::size_t>(kind)], help);
    };
    add(RetentionClass::refused, "Retention of refused calls: 30d, 12h");
    add(RetentionClass::low, "Retention of calls of low risk");
    add(RetentionClass::medium, "Retention of calls of medium risk");
    add(RetentionClass::high, "Retention of calls of high risk");
    command->add_flag("--dry-run", words->dry_run, "Only count them");
    give_examples(*command, commands.session,
                  {"audit retain --refused 30d --low 90d --medium 365d --dry-run"});
}

}  // namespace iam::host
