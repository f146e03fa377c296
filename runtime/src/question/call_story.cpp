// Reads the record of a call. Undos are calls of their own, so they are looked up by their outcome.
#include "iam/question/call_story.hpp"

#include <utility>

namespace iam::question {
namespace {

/// Adds the entries of undos. Undos are calls of their own.
Result<void> add_undos(ledger::Store& store, const ledger::EntryId& outcome, CallStory& story) {
    IAM_TRY(undos, store.undos_of(outcome));
    for (ledger::StoredEntry& undo : undos) {
        IAM_TRY(end, store.outcome_of(undo.id));
        story.entries.push_back(std::move(undo));
        if (end) story.entries.push_back(std::move(*end));
    }
    return {};
}

bool has_undo(const Registry& registry, const ledger::DecodedEntry& decoded) {
    const ledger::Entry& entry = decoded.entry;
    if (!entry.tool || !entry.success.value_or(false)) return false;
    // The function ruled it out (Context::rule_out_undo).
    if (decoded.commits_to("no_undo")) return false;
    const auto catalogue = registry.snapshot();
    const Contract* contract = catalogue->find(*entry.tool);
    return contract != nullptr && contract->has_undo;
}

}  // namespace

Result<CallStory> story_of(ledger::Store& store, const Registry& registry,
                           const ledger::StoredEntry& entry) {
    CallStory story;
    const auto named = ledger::decode(entry.text);
    if (named && !named->entry.call_id.empty()) {
        IAM_TRY(entries, store.entries_of_call(named->entry.call_id));
        story.entries = std::move(entries);
    }
    std::vector<ledger::EntryId> outcomes;
    for (const ledger::StoredEntry& one : story.entries) {
        const auto decoded = ledger::decode(one.text);
        if (!decoded || decoded->entry.kind != ledger::EntryKind::outcome) continue;
        outcomes.push_back(one.id);
        IAM_TRY(state, store.undo_state(one.id));
        if (state == ledger::UndoState::none && has_undo(registry, *decoded))
            story.undoable = one.id;
    }
    for (const ledger::EntryId& outcome : outcomes) IAM_CHECK(add_undos(store, outcome, story));
    for (const ledger::StoredEntry& one : story.entries) {
        IAM_TRY(facts, facts_of(store, one));
        story.facts.push_back(facts);
    }
    return story;
}

}  // namespace iam::question
