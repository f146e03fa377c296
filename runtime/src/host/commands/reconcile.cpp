// reconcile: settles calls with an unknown outcome, and takes a person's word about undos.
#include "host/commands/commands.hpp"
#include "host/output/json_member.hpp"
#include "host/output/proposer_words.hpp"
#include "host/output/result_text.hpp"
#include <iam/ledger/filter.hpp>
#include <iam/question/escape.hpp>

#include <limits>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {

using question::escape_for_display;

namespace {

using Entries = std::vector<ledger::EntryId>;

struct Words {
    std::string id{};
    bool all = false;
    bool undone = false;
    bool not_undone = false;
    std::string reason{};
    ProposerWords proposer{};
};

bool was_found_out(const ToolResult& result) {
    return result.success || result.code == code::did_not_happen;
}

/// The intents without an outcome, oldest first, of tools with a reconcile function.
Result<Entries> open_calls(const Session& session, const Desk& desk) {
    ledger::Filter unknown;
    unknown.outcome = "unknown";
    ledger::Query query;
    query.oldest_first = true;
    query.with_payloads = false;
    query.limit = std::numeric_limits<std::size_t>::max();
    const auto catalogue = session.registry().snapshot();
    Entries entries;
    IAM_TRY(searched, ledger::search(*desk.store, unknown, query,
                                     [&](const ledger::StoredEntry& stored) -> Result<bool> {
                                         const auto decoded = ledger::decode(stored.text);
                                         const bool is_intent =
                                             decoded && decoded->entry.tool &&
                                             decoded->entry.kind == ledger::EntryKind::intent;
                                         if (!is_intent) return true;
                                         const auto contract =
                                             catalogue->find(*decoded->entry.tool);
                                         if (contract != nullptr && contract->has_reconcile)
                                             entries.push_back(stored.id);
                                         return true;
                                     }));
    static_cast<void>(searched);
    return entries;
}

void put_result(JsonWriter& out, const ledger::EntryId& id, const ToolResult& result) {
    out.begin_object();
    put_unless_empty(out, "call", result.call_id);
    if (!was_found_out(result)) put(out, "code", result.code);
    put_unless_empty(out, "entry", result.entry);
    if (was_found_out(result)) {
        out.key("happened");
        out.boolean(result.success);
    } else {
        put(out, "message", result.message);
    }
    put(out, "of", to_string(id));
    if (result.result) {
        out.key("result");
        out.raw(*result.result);
    }
    out.end_object();
}

void tell(const Session& session, const ledger::EntryId& id, const ToolResult& result) {
    if (!was_found_out(result)) {
        session.environment().err << to_string(id) << ": " << failure_text(result);
        return;
    }
    session.out() << to_string(id) << (result.success ? ": it happened" : ": it did not happen")
                  << '\n';
    if (result.result) session.out() << "result " << escape_for_display(*result.result) << '\n';
    session.out() << "entry " << result.entry << '\n';
}

ExitCode settle_undo(Session& session, const Words& words) {
    const auto entry = ledger::parse_entry_id(words.id);
    if (!entry) return session.report(entry.error());
    const auto by = read_proposer(words.proposer, session);
    if (!by) return session.report(by.error());
    if (by->kind != Proposer::Kind::person) {
        return session.report(
            Error{Errc::invalid_argument,
                  "Only a person says how an undo ended; do it at a terminal, or write "
                  "--proposer person for the person who saw it."});
    }
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    gate::UndoSighting sighting;
    sighting.entry = *entry;
    sighting.happened = words.undone;
    sighting.reason = words.reason;
    sighting.by = session.subject();
    const ToolResult result = desk->runtime->settle_undo(sighting);
    if (session.options().json) {
        JsonWriter out;
        put_result(out, *entry, result);
        session.print(out);
    } else {
        tell(session, *entry, result);
    }
    return was_found_out(result) ? ExitCode::done : exit_code_of(result);
}

ExitCode reconcile(Session& session, const Words& words) {
    if (words.undone || words.not_undone) return settle_undo(session, words);
    if (!words.reason.empty()) {
        return session.report(Error{Errc::invalid_argument,
                                    "--reason is about an undo that a person saw; add "
                                    "--undone or --not-undone"});
    }
    const auto by = read_proposer(words.proposer, session);
    if (!by) return session.report(by.error());
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    Entries entries;
    if (words.all) {
        auto open = open_calls(session, *desk);
        if (!open) return session.report(open.error());
        entries = *std::move(open);
    } else {
        const auto entry = ledger::parse_entry_id(words.id);
        if (!entry) return session.report(entry.error());
        entries.push_back(*entry);
    }
    ExitCode code = ExitCode::done;
    JsonWriter out;
    out.begin_array();
    for (const ledger::EntryId& id : entries) {
        gate::ReconcileRequest request;
        request.entry = id;
        request.by = session.subject();
        request.proposer = *by;
        const ToolResult result = desk->runtime->reconcile(request);
        if (!was_found_out(result)) code = exit_code_of(result);
        session.options().json ? put_result(out, id, result) : tell(session, id, result);
    }
    out.end_array();
    if (session.options().json) session.print(out);
    if (!session.options().json && entries.empty())
        session.out() << "no call whose outcome could be found out\n";
    return code;
}

}  // namespace

void add_reconcile_command(const Commands& commands) {
    auto words = std::make_shared<Words>();
    CLI::App* command =
        add_command(commands, commands.app, "reconcile",
                    "Settles calls of unknown outcome whose tool has a reconcile function",
                    [words](Session& session) { return reconcile(session, *words); });
    CLI::Option* id =
        command->add_option("ID", words->id, "The entry of the intent, as `audit` names it: 0.12");
    CLI::Option* all =
        command->add_flag("--all", words->all, "Settles all such calls, oldest first")
            ->excludes(id);
    CLI::Option* reason =
        command->add_option("--reason", words->reason, "How it is known, for the record")
            ->excludes(all)
            ->needs(id);
    CLI::Option* undone = command->add_flag("--undone", words->undone,
                                            "A person saw that the undo of this entry happened");
    CLI::Option* not_undone =
        command->add_flag("--not-undone", words->not_undone,
                          "A person saw that the undo of this entry did not happen");
    for (CLI::Option* flag : {undone, not_undone}) flag->needs(id)->needs(reason);
    undone->excludes(not_undone);
    add_proposer_options(*command, words->proposer);
    command->require_option(1, 6);
    give_examples(*command, commands.session,
                  {"reconcile 0.12", "reconcile --all",
                   "reconcile 0.15 --not-undone --reason 'the file is still there'"});
}

}  // namespace iam::host
