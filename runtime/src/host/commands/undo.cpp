// undo: takes a recorded call back. redo: makes it once more. If only another run of the program
// can do an undo, the gate refuses it.
#include "host/commands/commands.hpp"
#include "host/output/json_member.hpp"
#include "host/output/proposer_words.hpp"
#include "host/output/result_text.hpp"
#include "host/output/tool_name.hpp"
#include <iam/gate/undo_series.hpp>
#include <iam/question/escape.hpp>

#include <memory>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {

using question::escape_for_display;

namespace {

/// The proposer and the approval shared by all undos of one command line.
struct Asker {
    Proposer proposer{};
    std::string approval{};
};

/// A person's undo is its own consent, so nobody is asked about it.
Asking asking_about_undo(const Session& session, const Asker& by) {
    return by.proposer.kind == Proposer::Kind::person ? Asking::leave_open : asking_of(session);
}

gate::UndoRequest request_for(const Session& session, const ledger::EntryId& entry,
                              const Asker& by) {
    gate::UndoRequest request;
    request.entry = entry;
    request.proposer = by.proposer;
    request.options.approval = by.approval;
    request.subject = session.subject();
    request.options.stop = session.interrupted();
    return request;
}

void say_how_to_repeat(const Session& session, const ToolResult& result) {
    if (result.code != code::confirmation_required || result.approval.empty()) return;
    session.say("Answer it in a terminal: " +
                session.command("approvals answer " + result.approval));
    session.say("Then write the same again with --approval " + result.approval);
}

ExitCode print_undone(Session& session, const ToolResult& result) {
    session.note_done(result);
    say_how_to_repeat(session, result);
    if (session.options().json) session.out() << result_json(result, "");
    if (!result.success) {
        session.environment().err << failure_text(result);
    } else if (!session.options().json) {
        session.out() << "undone\nentry " << result.entry << '\n';
    }
    return exit_code_of(result);
}

struct UndoWords {
    std::string id{};
    bool dry_run = false;
    bool with_later = false;
    bool despite_later = false;
    bool all = false;
    std::string approval{};
    ProposerWords proposer{};
};

Result<Asker> asker_of(const Session& session, const UndoWords& words) {
    IAM_TRY(proposer, read_proposer(words.proposer, session));
    return Asker{std::move(proposer), words.approval};
}

using Entries = std::vector<ledger::EntryId>;

std::string list_of(const Entries& entries) {
    std::string text;
    for (const ledger::EntryId& entry : entries) text += ' ' + to_string(entry);
    return text;
}

void put_entries(JsonWriter& out, std::string_view key, const Entries& entries) {
    put_list(out, key, entries,
             [](JsonWriter& list, const ledger::EntryId& entry) { list.string(to_string(entry)); });
}

/// Prints the effect of an undo in the tool's own words, so a person can compare it with the world.
ExitCode print_undone(const Session& session, const std::string& id,
                      const gate::UndoOutlook& outlook) {
    const std::string until = outlook.until ? to_rfc3339(*outlook.until) : std::string();
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        out.key("arguments");
        out.raw(outlook.arguments);
        if (outlook.calls) {
            out.key("calls");
            out.begin_object();
            out.key("arguments");
            out.raw(outlook.calls->arguments);
            put(out, "tool", spelled(outlook.calls->tool));
            out.end_object();
        }
        put(out, "entry", to_string(outlook.entry));
        if (!outlook.later.empty()) put_entries(out, "later", outlook.later);
        put(out, "reason", outlook.decision.reason.english());
        if (!outlook.result.empty()) {
            out.key("result");
            out.raw(outlook.result);
        }
        put(out, "tool", spelled(outlook.tool));
        if (!outlook.unsettled.empty()) put_entries(out, "unsettled", outlook.unsettled);
        put_unless_empty(out, "until", until);
        out.end_object();
        session.print(out);
        return ExitCode::done;
    }
    session.out() << "would take back the call of " << spelled(outlook.tool) << " in entry "
                  << to_string(outlook.entry) << '\n'
                  << "arguments " << escape_for_display(outlook.arguments) << '\n';
    if (!outlook.result.empty())
        session.out() << "result " << escape_for_display(outlook.result) << '\n';
    if (outlook.calls) {
        session.out() << "the undo calls " << spelled(outlook.calls->tool) << " with "
                      << escape_for_display(outlook.calls->arguments) << '\n';
    }
    if (!until.empty()) session.out() << "possible until " << until << '\n';
    if (!outlook.later.empty()) {
        session.out() << "later calls changed the same objects, and would be taken back first:"
                      << list_of(outlook.later) << '\n';
    }
    if (!outlook.unsettled.empty()) {
        session.out() << "refused for now (undo_depends): these calls began later and have no "
                         "outcome yet:"
                      << list_of(outlook.unsettled)
                      << "\nwait for them, or settle them with reconcile\n";
        return ExitCode::done;
    }
    const std::string flag = outlook.later.empty() ? "" : " --with-later";
    session.out() << "undo with: " << session.command("undo " + escape_for_display(id) + flag)
                  << '\n';
    return ExitCode::done;
}

/// Undoes in this order, up to the first refusal: the entries behind it may depend on it.
ExitCode undo_each(Session& session, const Desk& desk, const Entries& entries, const Asker& by) {
    const gate::UndoSeries series =
        gate::undo_in_order(*desk.runtime, entries, request_for(session, {}, by),
                            [&](const ledger::EntryId& entry, const ToolResult& undone) {
                                session.note_done(undone);
                                if (!session.options().json)
                                    session.out() << "undone " << to_string(entry) << ", entry "
                                                  << undone.entry << '\n';
                            });
    const auto& [undone, left, result] = series;
    if (!result.success) {
        session.environment().err << to_string(left.front()) << ": " << failure_text(result)
                                  << "not undone:" << list_of(left) << '\n';
    }
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_unless_empty(out, "code", result.code);
        put_entries(out, "left", left);
        put_unless_empty(out, "message", result.message);
        put_entries(out, "undone", undone);
        out.end_object();
        session.print(out);
    }
    return exit_code_of(result);
}

/// A tool of a server is undone by its server, so this one is connected, and no other one.
Result<void> know_tool_of_entry(Session& session, const Desk& desk, const ledger::EntryId& entry) {
    IAM_TRY(stored, desk.store->entry(entry));
    if (!stored) return {};
    const auto decoded = ledger::decode(stored->text);
    if (!decoded || !decoded->entry.tool) return {};
    return session.import_tools_of(decoded->entry.tool->origin);
}

ExitCode undo_all(Session& session, const UndoWords& words) {
    const auto watch = session.watch_interrupts();
    const auto by = asker_of(session, words);
    if (!by) return session.report(by.error());
    const auto desk = session.open_desk(asking_about_undo(session, *by));
    if (!desk) return session.report(desk.error());
    // The calls may be of any server.
    if (const auto known = session.import_tools(k_servers_wait); !known)
        return session.report(known.error());
    const auto entries = desk->runtime->undoable(session.subject());
    if (!entries) return session.report(entries.error());
    if (!words.dry_run) return undo_each(session, *desk, *entries, *by);
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_entries(out, "entries", *entries);
        out.end_object();
        session.print(out);
    } else {
        session.out() << (entries->empty() ? "nothing to take back"
                                           : "would take back, in this order:" + list_of(*entries))
                      << '\n';
    }
    return ExitCode::done;
}

ExitCode undo(Session& session, const UndoWords& words) {
    const auto entry = ledger::parse_entry_id(words.id);
    if (!entry) return session.report(entry.error());
    const auto watch = session.watch_interrupts();
    const auto by = asker_of(session, words);
    if (!by) return session.report(by.error());
    const auto desk = session.open_desk(asking_about_undo(session, *by));
    if (!desk) return session.report(desk.error());
    if (const auto known = know_tool_of_entry(session, *desk, *entry); !known)
        return session.report(known.error());
    gate::UndoRequest request = request_for(session, *entry, *by);
    request.despite_later = words.despite_later;
    if (!words.dry_run && !words.with_later)
        return print_undone(session, desk->runtime->undo(std::move(request)));
    const auto outlook = desk->runtime->explain_undo(std::move(request));
    if (!outlook) return print_undone(session, outlook.error());
    if (words.dry_run) return print_undone(session, words.id, *outlook);
    Entries entries = outlook->later;
    entries.push_back(*entry);
    return undo_each(session, *desk, entries, *by);
}

ExitCode redo(Session& session, const UndoWords& words) {
    const auto entry = ledger::parse_entry_id(words.id);
    if (!entry) return session.report(entry.error());
    const auto by = asker_of(session, words);
    if (!by) return session.report(by.error());
    const auto watch = session.watch_interrupts();
    const auto desk = session.open_desk(asking_of(session));
    if (!desk) return session.report(desk.error());
    if (const auto known = know_tool_of_entry(session, *desk, *entry); !known)
        return session.report(known.error());
    ToolResult result;
    {
        const CheckingSign::Scope sign(desk->sign.get());
        result = desk->runtime->redo(request_for(session, *entry, *by));
    }
    session.note_done(result);
    say_how_to_repeat(session, result);
    const std::string undo = result.success ? session.command("undo " + result.entry) : "";
    if (session.options().json) session.out() << result_json(result, undo);
    if (!result.success) {
        session.environment().err << failure_text(result);
    } else if (!session.options().json) {
        session.out() << result_text(result) << "entry " << result.entry << '\n'
                      << "undo with: " << undo << '\n';
    }
    return exit_code_of(result);
}

void add_asker_options(CLI::App& command, UndoWords& words) {
    add_proposer_options(command, words.proposer);
    command
        .add_option("--approval", words.approval,
                    "Uses an approval that was given for exactly this")
        ->type_name("ID");
}

}  // namespace

void add_undo_command(const Commands& commands) {
    auto words = std::make_shared<UndoWords>();
    CLI::App* command =
        add_command(commands, commands.app, "undo", "Takes back the call of an entry, at most once",
                    [words](Session& session) {
                        return words->all ? undo_all(session, *words) : undo(session, *words);
                    });
    CLI::Option* id_option =
        command->add_option("ID", words->id, "The entry, as `call` and `audit` name it: 0.12");
    CLI::Option* all = command->add_flag(
        "--all", words->all, "All calls of the session that --session names, newest first");
    all->excludes(id_option);
    command
        ->add_flag("--with-later", words->with_later,
                   "Takes back later calls that changed the same objects first, newest first")
        ->needs(id_option);
    command
        ->add_flag("--despite-later", words->despite_later,
                   "Takes it back although later calls that changed the same objects stand")
        ->needs(id_option);
    command->add_flag("--dry-run", words->dry_run,
                      "Shows the calls to be taken back, or why it is refused; changes nothing");
    give_examples(*command, commands.session,
                  {"undo 0.12", "undo 0.12 --dry-run", "--session s1 undo --all"});

    add_asker_options(*command, *words);

    auto redo_words = std::make_shared<UndoWords>();
    CLI::App* again =
        add_command(commands, commands.app, "redo",
                    "Makes a call that was undone once more, as a new call with its arguments",
                    [redo_words](Session& session) { return redo(session, *redo_words); });
    again->add_option("ID", redo_words->id, "The entry of the call that was undone")->required();
    add_asker_options(*again, *redo_words);
    give_examples(*again, commands.session, {"redo 0.12"});
}

}  // namespace iam::host
