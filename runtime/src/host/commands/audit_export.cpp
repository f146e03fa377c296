// audit export: writes entries for other programs, oldest first, as it reads them. Memory does not
// grow with the ledger.
#include "host/commands/commands.hpp"
#include "host/output/audit_words.hpp"
#include "host/output/export_text.hpp"
#include <iam/question/escape.hpp>

#include <limits>
#include <memory>
#include <ostream>

namespace iam::host {

using question::escape_for_display;

namespace {

struct ExportWords {
    std::string format = "jsonl";
    bool payloads = false;
    FilterWords filter{};
};

ExitCode export_entries(Session& session, const ExportWords& words) {
    const auto format = export_format(words.format);
    if (!format) {
        return session.report(
            Error{Errc::invalid_argument, "\"" + escape_for_display(words.format) +
                                              "\" is no format; write jsonl, csv or otel."});
    }
    const auto filter = read_filter(words.filter, session);
    if (!filter) return session.report(filter.error());
    const auto store = session.open_store(store::Mode::read_only);
    if (!store) return session.report(store.error());
    ledger::Query all;
    all.oldest_first = true;
    all.limit = std::numeric_limits<std::size_t>::max();
    all.with_payloads = words.payloads || !filter->text.empty();
    session.out() << export_head(*format, words.payloads);
    const auto done =
        search(**store, *filter, all, [&](const ledger::StoredEntry& entry) -> Result<bool> {
            session.out() << export_entry(entry, *format, words.payloads);
            return static_cast<bool>(session.out());
        });
    if (!done) return session.report(done.error());
    say_what_matched(session, *filter, *done);
    return ExitCode::done;
}

}  // namespace

void add_audit_export_command(const Commands& commands, CLI::App& audit) {
    auto words = std::make_shared<ExportWords>();
    CLI::App* command = add_command(
        commands, audit, "export",
        "Entries for other programs, oldest first: public facts only, no arguments or results",
        [words](Session& session) { return export_entries(session, *words); });
    command->add_option("--format", words->format, "jsonl, csv or otel (OpenTelemetry logs)")
        ->capture_default_str();
    command->add_flag("--payloads", words->payloads,
                      "With the recorded arguments, results and previews");
    add_filter_options(*command, words->filter);
    give_examples(*command, commands.session,
                  {"audit export --since 7d --format csv", "audit export --format otel"});
}

}  // namespace iam::host
