// The chain and what is found through it.
#include "journal.hpp"

#include <algorithm>
#include <utility>

namespace iam::store {

using ledger::EntryId;
using ledger::EntryKind;
using ledger::StoredEntry;
using ledger::UndoState;

std::optional<std::string> Journal::check(const ledger::ExpectUndo& expected) const {
    if (entry(expected.entry) == nullptr)
        return "entry " + to_string(expected.entry) + " does not exist";
    const UndoState state = undo_state(expected.entry);
    if (state == expected.state) return std::nullopt;
    return "the undo state of entry " + to_string(expected.entry) + " is " +
           std::string(to_string(state)) + ", not " + std::string(to_string(expected.state));
}

std::optional<std::string> Journal::check(const ledger::ExpectNoIntent& expected) const {
    const auto found = by_call_.find(expected.call_id);
    if (found == by_call_.end() || !found->second.begun) return std::nullopt;
    return "the call \"" + expected.call_id + "\" was begun already";
}

void Journal::set_undo(std::uint64_t seq, UndoState state) {
    if (state == UndoState::none) {
        undo_.erase(seq);
    } else {
        undo_[seq] = state;
    }
}

std::optional<std::string> Journal::apply(const ledger::SetUndoState& mutation,
                                          Rollback& rollback) {
    if (entry(mutation.entry) == nullptr)
        return "entry " + to_string(mutation.entry) + " does not exist";
    const UndoState before = undo_state(mutation.entry);
    set_undo(mutation.entry.seq, mutation.state);
    rollback.add([this, seq = mutation.entry.seq, before] { set_undo(seq, before); });
    return std::nullopt;
}

std::optional<std::string> Journal::apply(ledger::PutContract mutation, Rollback& rollback) {
    const auto [at, added] = contracts_.emplace(mutation.consent_digest, std::move(mutation.text));
    if (added) rollback.add([this, digest = at->first] { contracts_.erase(digest); });
    return std::nullopt;
}

EntryId Journal::append(ledger::EntryDraft&& draft) {
    const EntryId id{0, entries_.size() + 1};
    const ledger::Entry& entry = draft.entry;
    const bool terminal = entry.kind == EntryKind::outcome || entry.kind == EntryKind::undo_outcome;
    if (terminal && entry.of && entry.of->chain == 0) outcome_of_.emplace(entry.of->seq, id.seq);
    if (!entry.call_id.empty()) {
        CallEntries& of_call = by_call_[entry.call_id];
        if (of_call.all.empty())
            of_call.all.reserve(2);  // most calls have an intent and an outcome
        of_call.all.push_back(id.seq);
        of_call.begun |= entry.kind == EntryKind::intent;
    }
    entries_.push_back(seal(std::move(draft), id, head()));
    return id;
}

std::vector<StoredEntry> Journal::entries(const ledger::Query& query) const {
    // All ids are 0.1 to 0.n, so both bounds are cut down to that range first.
    const std::uint64_t count = entries_.size();
    std::uint64_t last = count;
    if (query.before && query.before->chain == 0 && query.before->seq <= count)
        last = query.before->seq == 0 ? 0 : query.before->seq - 1;
    std::uint64_t first = 0;
    if (query.after) first = query.after->chain > 0 ? count : std::min(count, query.after->seq);
    if (first >= last) return {};
    if (last - first > query.limit) {
        if (query.oldest_first) {
            last = first + query.limit;
        } else {
            first = last - query.limit;
        }
    }
    std::vector<StoredEntry> found;
    found.reserve(last - first);
    for (std::uint64_t i = first; i < last; ++i) {
        const StoredEntry& entry = entries_[query.oldest_first ? i : last - 1 - (i - first)];
        found.push_back({entry.id, entry.text, entry.previous, entry.hash, {}});
        if (query.with_payloads) found.back().payloads = entry.payloads;
    }
    return found;
}

const StoredEntry* Journal::entry(const EntryId& id) const {
    if (id.chain != 0 || id.seq == 0 || id.seq > entries_.size()) return nullptr;
    return &entries_[id.seq - 1];
}

UndoState Journal::undo_state(const EntryId& id) const {
    if (id.chain != 0) return UndoState::none;
    const auto found = undo_.find(id.seq);
    return found == undo_.end() ? UndoState::none : found->second;
}

const StoredEntry* Journal::outcome_of(const EntryId& intent) const {
    if (intent.chain != 0) return nullptr;
    const auto found = outcome_of_.find(intent.seq);
    return found == outcome_of_.end() ? nullptr : &entries_[found->second - 1];
}

std::vector<StoredEntry> Journal::entries_of_call(const std::string& call_id) const {
    std::vector<StoredEntry> entries;
    const auto found = by_call_.find(call_id);
    if (found == by_call_.end()) return entries;
    for (const std::uint64_t seq : found->second.all) entries.push_back(entries_[seq - 1]);
    return entries;
}

std::optional<std::string> Journal::contract(const Digest& consent_digest) const {
    const auto found = contracts_.find(consent_digest);
    if (found == contracts_.end()) return std::nullopt;
    return found->second;
}

Digest Journal::head() const {
    return entries_.empty() ? Digest{} : entries_.back().hash;
}

}  // namespace iam::store
