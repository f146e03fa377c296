#include "gate/undo/later_calls.hpp"

#include "gate/record/records.hpp"
#include <iam/core/json.hpp>
#include <iam/ledger/filter.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace iam::gate {
namespace {

using ledger::DecodedEntry;
using ledger::EntryId;
using ledger::EntryKind;
using ledger::StoredEntry;

using Keys = std::set<std::string, std::less<>>;

/// Empty if the keys are no longer kept.
Keys keys_of(const StoredEntry& outcome) {
    Keys keys;
    const std::string* text = find_payload(outcome, k_touches);
    if (text == nullptr) return keys;
    const auto list = parse_json(*text);
    if (!list || !list->is_array()) return keys;
    for (const Json& key : *list)
        if (key.is_string()) keys.insert(key.get<std::string>());
    return keys;
}

/// Visits entries without payloads, `later_entries_max` at most, until `look` returns an error.
Result<ledger::Searched> each_entry(const Basis& basis, ledger::Query query,
                                    const std::function<Result<void>(const DecodedEntry&)>& look) {
    query.limit = basis.settings.later_entries_max;
    query.with_payloads = false;
    return ledger::search(basis.parts.store, {}, query,
                          [&](const StoredEntry& stored) -> Result<bool> {
                              IAM_TRY(decoded, read_entry(stored));
                              IAM_CHECK(look(decoded));
                              return true;
                          });
}

/// The outcome of this id, if its call succeeded and was not undone.
Result<std::optional<StoredEntry>> standing_outcome(ledger::Store& store, const EntryId& id) {
    IAM_TRY(state, store.undo_state(id));
    if (state == ledger::UndoState::undone) return std::nullopt;
    return store.entry(id);
}

/// The intent of an outcome, if both are in one chain.
EntryId begin_of(const DecodedEntry& outcome) {
    const auto& intent = outcome.entry.of;
    return intent && intent->chain == outcome.id.chain ? *intent : outcome.id;
}

/// True for the intent of a call without an outcome. The keys of a call are known at its end. A
/// read-only tool changes none.
Result<bool> is_unsettled(const Basis& basis, const DecodedEntry& entry) {
    if (entry.entry.kind != EntryKind::intent) return false;
    if (entry.entry.tool) {
        const auto catalogue = basis.parts.registry.snapshot();
        const Contract* contract = catalogue->find(*entry.entry.tool);
        if (contract != nullptr && contract->hints.read_only.value_or(false)) return false;
    }
    IAM_TRY(outcome, basis.parts.store.outcome_of(entry.id));
    return !outcome;
}

/// A successful call with named changes and no undo.
struct Change {
    EntryId outcome{};
    std::chrono::sys_time<std::chrono::milliseconds> time{};
    Keys keys{};
};

/// In the chain of `outcome`: changes after it, and unsettled calls begun after its call. Another
/// chain has no order with it; there the time decides.
Result<void> add_changes(const Basis& basis, const DecodedEntry& outcome, std::uint32_t chain,
                         const std::string& within_call, std::vector<Change>& changes,
                         LaterCalls& later) {
    const bool is_own = chain == outcome.id.chain;
    ledger::Query query;
    query.chain = chain;
    query.oldest_first = true;
    if (is_own) query.after = ledger::Place{begin_of(outcome), {}};
    const auto look = [&](const DecodedEntry& entry) -> Result<void> {
        if (!is_own && entry.entry.time < outcome.entry.time) return {};
        IAM_TRY(unsettled, is_unsettled(basis, entry));
        const bool asks_itself = !within_call.empty() && entry.entry.call_id == within_call;
        if (unsettled && !asks_itself) later.unsettled.push_back(entry.id);
        if (is_own && entry.id <= outcome.id) return {};
        const bool is_change = entry.entry.kind == EntryKind::outcome &&
                               entry.entry.success.value_or(false) && entry.commits_to(k_touches);
        if (!is_change) return {};
        IAM_TRY(stored, standing_outcome(basis.parts.store, entry.id));
        if (stored) changes.push_back({entry.id, entry.entry.time, keys_of(*stored)});
        return {};
    };
    IAM_TRY(searched, each_entry(basis, query, look));
    later.is_known = later.is_known && searched.at_end;
    const auto& last = searched.last ? searched.last : query.after;
    if (last) later.seen.push_back(last->id);
    return {};
}

/// Inside a chain the order decides, between chains only the time.
bool is_earlier(const Change& left, const Change& right) {
    return std::pair(left.time, left.outcome) < std::pair(right.time, right.outcome);
}

}  // namespace

std::string text_of_keys(std::vector<std::string> keys) {
    std::sort(keys.begin(), keys.end());
    return canonical_json(Json(std::move(keys))).value_or("[]");
}

Result<LaterCalls> later_calls(const Basis& basis, const StoredEntry& outcome,
                               const std::string& within_call) {
    LaterCalls later;
    Keys changed = keys_of(outcome);
    if (changed.empty()) return later;
    IAM_TRY(decoded, read_entry(outcome));
    IAM_TRY(chains, basis.parts.store.chains());
    std::vector<Change> changes;
    for (const std::uint32_t chain : chains)
        IAM_CHECK(add_changes(basis, decoded, chain, within_call, changes, later));
    if (chains.size() > 1) std::stable_sort(changes.begin(), changes.end(), is_earlier);
    for (const Change& change : changes) {
        const Keys& theirs = change.keys;
        const auto shared = std::find_if(theirs.begin(), theirs.end(),
                                         [&](const auto& key) { return changed.count(key) > 0; });
        if (shared == theirs.end()) continue;
        if (later.outcomes.empty()) later.key = *shared;
        later.outcomes.push_back(change.outcome);
        changed.insert(theirs.begin(), theirs.end());
    }
    std::reverse(later.outcomes.begin(), later.outcomes.end());
    return later;
}

Result<std::vector<EntryId>> undoable_calls(const Basis& basis, const Subject& subject) {
    ledger::Store& store = basis.parts.store;
    const auto catalogue = basis.parts.registry.snapshot();
    std::vector<Change> found;
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
        if (outcome.commits_to(k_no_undo)) return {};
        IAM_TRY(state, store.undo_state(outcome.id));
        if (state == ledger::UndoState::none) found.push_back({outcome.id, outcome.entry.time, {}});
        return {};
    };
    IAM_TRY(chains, store.chains());
    ledger::Query query;
    for (const std::uint32_t chain : chains) {
        query.chain = chain;
        IAM_CHECK(each_entry(basis, query, look));
    }
    // Calls overlap. The last call to end is undone first.
    const auto by_id = [](const Change& left, const Change& right) {
        return left.outcome < right.outcome;
    };
    std::sort(found.rbegin(), found.rend(), by_id);
    if (chains.size() > 1) std::stable_sort(found.rbegin(), found.rend(), is_earlier);
    std::vector<EntryId> outcomes;
    for (const Change& change : found) outcomes.push_back(change.outcome);
    return outcomes;
}

}  // namespace iam::gate
