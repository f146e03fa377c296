// The chain and what is found through it.
#include "journal.hpp"

#include <algorithm>
#include <memory>
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

std::optional<std::string> Journal::check(const ledger::ExpectNoOutcome& expected) const {
    const ledger::StoredEntry* outcome = outcome_of(expected.intent);
    if (outcome == nullptr) return std::nullopt;
    return "entry " + to_string(outcome->id) + " says how the call of " +
           to_string(expected.intent) + " ended";
}

std::optional<std::string> Journal::check(const ledger::ExpectHead& expected) const {
    const ledger::EntryId last{0, count_};
    if (expected.entry.value_or(ledger::EntryId{}) == last) return std::nullopt;
    return "entry " + to_string(last) + " is the newest by now";
}

std::optional<std::string> Journal::apply(const ledger::SetUndoState& mutation,
                                          Rollback& rollback) {
    if (entry(mutation.entry) == nullptr)
        return "entry " + to_string(mutation.entry) + " does not exist";
    const bool is_none = mutation.state == UndoState::none;
    set_in(undo_, mutation.entry.seq, is_none ? std::nullopt : std::optional(mutation.state),
           rollback);
    return std::nullopt;
}

std::optional<std::string> Journal::apply(ledger::PutContract mutation, Rollback& rollback) {
    if (contracts_.count(mutation.consent_digest) != 0) return std::nullopt;
    set_in(contracts_, mutation.consent_digest, std::optional(std::move(mutation.text)), rollback);
    return std::nullopt;
}

std::optional<std::string> Journal::apply(const ledger::ErasePayloads& mutation,
                                          Rollback& rollback) {
    if (entry(mutation.entry) == nullptr)
        return "entry " + to_string(mutation.entry) + " does not exist";
    auto& payloads = row(mutation.entry.seq).entry.payloads;
    auto kept = std::make_shared<std::vector<ledger::Payload>>();
    rollback.add([&payloads, kept] { payloads.swap(*kept); });
    payloads.swap(*kept);
    return std::nullopt;
}

/// Makes it found through its call and through the entry that it names.
void Journal::file(Row& added, const ledger::Entry& entry) {
    const std::uint64_t seq = added.entry.id.seq;
    if (!added.call_id.empty()) {
        // All that can fail here, so it comes first.
        CallEntries& of_call = by_call_[added.call_id];
        added.before_in_call = std::exchange(of_call.last, seq);
        added.begun_before =
            std::exchange(of_call.begun, of_call.begun || entry.kind == EntryKind::intent);
    }
    if (!entry.of || this->entry(*entry.of) == nullptr) return;
    Row& origin = row(entry.of->seq);
    if (entry.kind == EntryKind::undo_intent) {
        added.undo_of = entry.of->seq;
        added.undo_before = std::exchange(origin.undo, seq);
    }
    const bool terminal = entry.kind == EntryKind::outcome || entry.kind == EntryKind::undo_outcome;
    if (terminal && origin.outcome == 0) {
        origin.outcome = seq;
        added.outcome_of = entry.of->seq;
    }
}

void Journal::shrink_to(std::uint64_t count) {
    for (; count_ > count; --count_) {
        Row& last = row(count_);
        if (last.outcome_of != 0) row(last.outcome_of).outcome = 0;
        if (last.undo_of != 0) row(last.undo_of).undo = last.undo_before;
        if (const auto of_call = by_call_.find(last.call_id); of_call != by_call_.end()) {
            of_call->second = {last.before_in_call, last.begun_before};
            // Its name is that in the first row.
            if (last.before_in_call == 0) by_call_.erase(of_call);
        }
        last = Row{};
    }
}

EntryId Journal::append(ledger::EntryDraft&& draft) {
    const EntryId id{0, count_ + 1};
    ledger::Entry& facts = draft.entry;  // which sealing leaves
    if (count_ == rows_.size() * k_page) rows_.emplace_back(k_page);
    // A row beyond the count is nobody's yet, so what fails before it counts leaves no trace.
    Row& added = row(id.seq);
    added.entry = ledger::seal(std::move(draft), id, head());
    added.call_id = std::move(facts.call_id);
    file(added, facts);
    ++count_;
    return id;
}

std::vector<StoredEntry> Journal::entries(const ledger::Query& query) const {
    // All ids are 0.1 to 0.n, so both bounds are cut down to that range first.
    const std::uint64_t count = count_;
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
        const StoredEntry& entry = row(query.oldest_first ? i + 1 : last - (i - first)).entry;
        found.push_back({entry.id, entry.text, entry.previous, entry.hash, {}});
        if (query.with_payloads) found.back().payloads = entry.payloads;
    }
    return found;
}

const StoredEntry* Journal::entry(const EntryId& id) const {
    if (id.chain != 0 || id.seq == 0 || id.seq > count_) return nullptr;
    return &row(id.seq).entry;
}

UndoState Journal::undo_state(const EntryId& id) const {
    if (id.chain != 0) return UndoState::none;
    const auto found = undo_.find(id.seq);
    return found == undo_.end() ? UndoState::none : found->second;
}

std::vector<std::pair<EntryId, UndoState>> Journal::undo_states() const {
    std::vector<std::pair<EntryId, UndoState>> states;
    for (const auto& [seq, state] : undo_) states.emplace_back(EntryId{0, seq}, state);
    return states;
}

const StoredEntry* Journal::outcome_of(const EntryId& intent) const {
    if (entry(intent) == nullptr) return nullptr;
    const std::uint64_t outcome = row(intent.seq).outcome;
    return outcome == 0 ? nullptr : &row(outcome).entry;
}

std::vector<StoredEntry> Journal::undos_of(const EntryId& outcome) const {
    std::vector<StoredEntry> undos;
    if (entry(outcome) == nullptr) return undos;
    for (std::uint64_t seq = row(outcome.seq).undo; seq != 0; seq = row(seq).undo_before)
        undos.push_back(row(seq).entry);
    std::reverse(undos.begin(), undos.end());
    return undos;
}

std::vector<StoredEntry> Journal::entries_of_call(const std::string& call_id) const {
    std::vector<StoredEntry> entries;
    const auto found = by_call_.find(call_id);
    if (found == by_call_.end()) return entries;
    for (std::uint64_t seq = found->second.last; seq != 0; seq = row(seq).before_in_call)
        entries.push_back(row(seq).entry);
    std::reverse(entries.begin(), entries.end());
    return entries;
}

std::optional<std::string> Journal::contract(const Digest& consent_digest) const {
    const auto found = contracts_.find(consent_digest);
    if (found == contracts_.end()) return std::nullopt;
    return found->second;
}

Digest Journal::head() const {
    return count_ == 0 ? Digest{} : row(count_).entry.hash;
}

}  // namespace iam::store
