// audit show: prints one entry and the record of its call: the question and its answer, the shown
// text, the intent, the outcome, the undo.
#include "host/commands/commands.hpp"
#include <iam/question/call_story.hpp>
#include <iam/question/entry_text.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/layout.hpp>
#include <iam/question/pretty_json.hpp>
#include <iam/question/text.hpp>

#include <memory>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {

using question::CallStory;
using question::entry_json;
using question::entry_row;
using question::entry_text;
using question::facts_of;
using question::pretty_json_text;
using question::proposer_text;
using question::story_of;
using question::table;

namespace {

/// The proposer, from the first entry with one, and the previews of the other entries.
std::string proposal_and_preview(const CallStory& story, const ledger::EntryId& shown) {
    std::string text;
    for (const ledger::StoredEntry& one : story.entries) {
        const auto decoded = ledger::decode(one.text);
        if (decoded && decoded->entry.proposer && text.empty()) {
            text = "\nproposed by " +
                   proposer_text(*decoded->entry.proposer, words::Locale::en_us) + "\n";
        }
    }
    for (const ledger::StoredEntry& one : story.entries) {
        if (one.id == shown) continue;  // the entry itself shows its values
        for (const ledger::Payload& value : one.payloads) {
            if (value.name != "preview") continue;
            text += "\npreview, as entry " + to_string(one.id) + " has it:\n" +
                    pretty_json_text(value.bytes);
        }
    }
    return text;
}

std::string story_text(const CallStory& story, const ledger::StoredEntry& entry,
                       const std::string& undo_command) {
    if (story.entries.empty()) return "";
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < story.entries.size(); ++i)
        rows.push_back(entry_row(story.entries[i], story.facts[i]));
    std::string text =
        "\nall entries of this call:\n" + table(rows) + proposal_and_preview(story, entry.id);
    if (!undo_command.empty()) text += "\nto take it back: " + undo_command + "\n";
    return text;
}

Result<void> print_entry(const Session& session, ledger::Store& store,
                         const ledger::StoredEntry& entry) {
    IAM_TRY(facts, facts_of(store, entry));
    IAM_TRY(story, story_of(store, session.registry(), entry));
    const std::string undo_command =
        story.undoable ? session.command("undo " + to_string(*story.undoable)) : "";
    if (session.options().json) {
        session.out() << entry_json(entry, facts, story.entries, story.facts, undo_command);
    } else {
        session.out() << entry_text(entry, facts) << story_text(story, entry, undo_command);
    }
    return {};
}

ExitCode show_entry(Session& session, const std::string& text) {
    const auto id = ledger::parse_entry_id(text);
    if (!id) return session.report(id.error());
    const auto store = session.open_store(store::Mode::read_only);
    if (!store) return session.report(store.error());
    const auto entry = (*store)->entry(*id);
    if (!entry) return session.report(entry.error());
    if (!*entry) {
        return session.report(Error{
            Errc::not_found,
            "There is no entry " + to_string(*id) + "; list them: " + session.command("audit")});
    }
    const auto done = print_entry(session, **store, **entry);
    return done ? ExitCode::done : session.report(done.error());
}

}  // namespace

void add_audit_show_command(const Commands& commands, CLI::App& audit) {
    auto id = std::make_shared<std::string>();
    CLI::App* command =
        add_command(commands, audit, "show", "Shows one entry and the record of its call",
                    [id](Session& session) { return show_entry(session, *id); });
    command->add_option("ID", *id, "The entry: 0.12")->required();
    give_examples(*command, commands.session, {"audit show 0.12", "audit show 0.12 --json"});
}

}  // namespace iam::host
