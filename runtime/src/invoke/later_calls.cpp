#include "later_calls.hpp"

#include "records.hpp"
#include <iam/core/json.hpp>
#include <iam/ledger/filter.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

namespace iam::invoke {
namespace {

using ledger::DecodedEntry;
using ledger::EntryId;
using ledger::EntryKind;
using ledger::StoredEntry;

constexpr std::string_view k_field = "touches";

using Keys = std::set<std::string, std::less<>>;

bool names_keys(const DecodedEntry& entry) {
    return std::any_of(entry.fields.begin(), entry.fields.end(),
                       [](const auto& field) { return field.first == k_field; });
}

/// Nothing where they are not kept any more.
Keys keys_of(const StoredEntry& outcome) {
    Keys keys;
    const std::string* text = find_payload(outcome, k_field);
    if (text == nullptr) return keys;
    const auto list = parse_json(*text);
    if (!list || !list->is_array()) return keys;
    for (const Json& key : *list)
        if (key.is_string()) keys.insert(key.get<std::string>());
    return keys;
}

/// True if all were shown, each without its payloads, up to the first about which `look` has an error.
Result<bool> each_entry(const Engine& engine, ledger::Query query,
                        const std::function<Result<void>(const DecodedEntry&)>& look) {
    query.limit = engine.settings.later_entries_max;
    query.with_payloads = false;
    IAM_TRY(searched, ledger::search(engine.parts.store, {}, query,
                                     [&](const StoredEntry& stored) -> Result<bool> {
                                         IAM_TRY(decoded, read_entry(stored));
                                         IAM_CHECK(look(decoded));
                                         return true;
                                     }));
    return searched.at_end;
}

/// The outcome of this id, if its call succeeded and stands.
Result<std::optional<StoredEntry>> standing_outcome(ledger::Store& store, const EntryId& id) {
    IAM_TRY(state, store.undo_state(id));
    if (state == ledger::UndoState::undone) return std::nullopt;
    return store.entry(id);
}

}  // namespace

std::string text_of_keys(std::vector<std::string> keys) {
    std::sort(keys.begin(), keys.end());
    return canonical_json(Json(std::move(keys))).value_or("[]");
}

Result<LaterCalls> later_calls(Engine& engine, const StoredEntry& outcome) {
    ledger::Store& store = engine.parts.store;
    LaterCalls later;
    const Keys own = keys_of(outcome);
    if (own.empty()) return later;
    Keys changed = own;
    ledger::Query query;
    query.oldest_first = true;
    query.after = outcome.id;
    const auto look = [&](const DecodedEntry& entry) -> Result<void> {
        if (entry.entry.kind != EntryKind::outcome || !entry.entry.success.value_or(false) ||
            !names_keys(entry))
            return {};
        IAM_TRY(stored, standing_outcome(store, entry.id));
        if (!stored) return {};
        const Keys theirs = keys_of(*stored);
        const auto shared = std::find_if(theirs.begin(), theirs.end(),
                                         [&](const auto& key) { return changed.count(key) > 0; });
        if (shared == theirs.end()) return {};
        if (later.outcomes.empty()) later.key = *shared;
        later.outcomes.push_back(entry.id);
        changed.insert(theirs.begin(), theirs.end());
        return {};
    };
    IAM_TRY(all, each_entry(engine, query, look));
    later.is_known = all;
    std::reverse(later.outcomes.begin(), later.outcomes.end());
    return later;
}

Result<std::vector<EntryId>> undoable_calls(Engine& engine, const Subject& subject) {
    ledger::Store& store = engine.parts.store;
    const auto catalogue = engine.parts.registry.snapshot();
    std::vector<EntryId> found;
    const auto look = [&](const DecodedEntry& intent) -> Result<void> {
        const ledger::Entry& entry = intent.entry;
        if (entry.kind != EntryKind::intent || !entry.tool || entry.subject.user != subject.user ||
            entry.subject.workspace != subject.workspace ||
            entry.subject.session != subject.session)
            return {};
        const Contract* contract = catalogue->find(*entry.tool);
        if (contract == nullptr || !contract->has_undo) return {};
        IAM_TRY(stored, store.outcome_of(intent.id));
        if (!stored) return {};
        IAM_TRY(outcome, read_entry(*stored));
        if (!outcome.entry.success.value_or(false)) return {};
        IAM_TRY(state, store.undo_state(outcome.id));
        if (state == ledger::UndoState::none) found.push_back(outcome.id);
        return {};
    };
    IAM_CHECK(each_entry(engine, {}, look));
    // Calls overlap: what ended last is taken back first.
    std::sort(found.begin(), found.end(),
              [](const EntryId& left, const EntryId& right) { return right < left; });
    return found;
}

}  // namespace iam::invoke
