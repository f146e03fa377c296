// Keeps the chain of entries and the indexes over it.
#include "store/memory/journal.hpp"

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
    const std::uint64_t first = find_call(expected.call_id);
    if (first == 0 || !row(first).begun) return std::nullopt;
    return "the call \"" + expected.call_id + "\" was begun already";
}

std::optional<std::string> Journal::check(const ledger::ExpectNoOutcome& expected) const {
    const ledger::StoredEntry* outcome = outcome_of(expected.intent);
    if (outcome == nullptr) return std::nullopt;
    return "entry " + to_string(outcome->id) + " says how the call of " +
           to_string(expected.intent) + " ended";
}

std::optional<std::string> Journal::check(const ledger::ExpectHeads& expected) const {
    const EntryId last{chain_, count_};
    const std::vector<EntryId> heads(count_ == 0 ? 0 : 1, last);
    if (expected.entries == heads) return std::nullopt;
    return "entry " + to_string(last) + " is the newest by now";
}

std::optional<std::string> Journal::check(const ledger::ExpectNoneSince& expected) const {
    std::uint64_t seq = 0;
    for (const EntryId& id : expected.entries)
        if (id.chain == chain_) seq = id.seq;
    while (seq < count_) {
        const StoredEntry& later = row(++seq).entry;
        const auto decoded = ledger::decode(later.text);
        if (decoded && decoded->entry.kind == EntryKind::outcome &&
            decoded->commits_to(expected.value))
            return "entry " + to_string(later.id) + " came meanwhile";
    }
    return std::nullopt;
}

std::optional<std::string> Journal::check(const ledger::ExpectNoLaterTime& expected) const {
    if (count_ == 0) return std::nullopt;
    const auto newest = ledger::decode(row(count_).entry.text);
    if (!newest || ledger::is_in_time(newest->entry.time, expected)) return std::nullopt;
    return "the newest entry is of a later time than the clock shows";
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

std::uint64_t Journal::find_call(std::string_view call_id, std::size_t hash) const noexcept {
    if (buckets_.empty()) return 0;
    std::uint64_t seq = buckets_[hash % buckets_.size()];
    while (seq != 0 && row(seq).call_id != call_id) seq = row(seq).next_in_bucket;
    return seq;
}

void Journal::add_call(Row& first, std::size_t hash) noexcept {
    std::uint64_t& bucket = buckets_[hash % buckets_.size()];
    first.next_in_bucket = std::exchange(bucket, first.entry.id.seq);
}

void Journal::reserve_row() {
    if (count_ < rows_.size() * k_page) return;
    std::vector<Row> page;
    page.reserve(k_page);
    rows_.push_back(std::move(page));
}

/// Makes room for one more call. The newest call of a bucket stays first.
void Journal::reserve_bucket() {
    constexpr std::size_t k_first_buckets = 64;
    if (calls_ < buckets_.size()) return;
    std::vector<std::uint64_t> more(std::max(k_first_buckets, buckets_.size() * 2), 0);
    buckets_.swap(more);
    for (std::uint64_t seq = 1; seq <= count_; ++seq) {
        if (row(seq).first_in_call == seq) add_call(row(seq), hash_of(row(seq).call_id));
    }
}

std::uint64_t Journal::find_through_origin(const ledger::EntryDraft& draft) const noexcept {
    const auto& of = draft.entry.of;
    if (!of || entry(*of) == nullptr) return 0;
    const std::uint64_t first = row(of->seq).first_in_call;
    return first != 0 && row(first).call_id == call_of(draft) ? first : 0;
}

void Journal::begin_call(Row& first, std::string&& call_id, std::size_t hash) noexcept {
    first.call_id = std::move(call_id);
    add_call(first, hash);
    ++calls_;
}

void Journal::file_in_call(Row& added, EntryKind kind, std::uint64_t first_seq) noexcept {
    const std::uint64_t seq = added.entry.id.seq;
    added.first_in_call = first_seq;
    Row& first = row(first_seq);
    added.before_in_call = std::exchange(first.last_in_call, seq);
    added.begun_before = std::exchange(first.begun, first.begun || kind == EntryKind::intent);
}

/// Indexes the row under the entry that its `of` names.
void Journal::file(Row& added, const ledger::Entry& entry) noexcept {
    const std::uint64_t seq = added.entry.id.seq;
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
        if (last.first_in_call == count_) {
            buckets_[hash_of(last.call_id) % buckets_.size()] = last.next_in_bucket;
            --calls_;
        } else if (last.first_in_call != 0) {
            Row& first = row(last.first_in_call);
            first.last_in_call = last.before_in_call;
            first.begun = last.begun_before;
        }
        rows_[(count_ - 1) / k_page].pop_back();
    }
}

EntryId Journal::append(ledger::EntryDraft&& draft) {
    const EntryId id{chain_, count_ + 1};
    // Nothing fails once the row exists, so a failure before leaves no trace.
    reserve_row();
    reserve_bucket();
    ledger::Entry& facts = draft.entry;
    const bool is_of_call = !call_of(draft).empty();
    std::uint64_t first = find_through_origin(draft);
    std::size_t hash = 0;
    if (is_of_call && first == 0) {
        hash = hash_of(call_of(draft));
        first = find_call(call_of(draft), hash);
        if (first == 0 && facts.call_id.empty()) facts.call_id = draft.call;
    }
    Row& added = rows_[count_ / k_page].emplace_back(std::move(draft), id, head());
    // Sealing took the values and left the facts.
    if (is_of_call && first == 0) begin_call(added, std::move(facts.call_id), hash);
    if (is_of_call) file_in_call(added, facts.kind, first == 0 ? id.seq : first);
    file(added, facts);
    ++count_;
    return id;
}

std::vector<StoredEntry> Journal::entries(const ledger::Query& query) const {
    // All ids are of one chain, from 1 to n, so both bounds are cut to that range first.
    if (query.chain.value_or(chain_) != chain_) return {};
    const std::uint64_t count = count_;
    std::uint64_t last = count;
    if (query.before && *query.before <= EntryId{chain_, count})
        last = query.before->chain < chain_ || query.before->seq == 0 ? 0 : query.before->seq - 1;
    std::uint64_t first = 0;
    if (query.after && query.after->chain >= chain_)
        first = query.after->chain > chain_ ? count : std::min(count, query.after->seq);
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
        found.push_back(
            {.id = entry.id, .text = entry.text, .previous = entry.previous, .hash = entry.hash});
        if (query.with_payloads) found.back().payloads = entry.payloads;
    }
    return found;
}

const StoredEntry* Journal::entry(const EntryId& id) const noexcept {
    if (id.chain != chain_ || id.seq == 0 || id.seq > count_) return nullptr;
    return &row(id.seq).entry;
}

UndoState Journal::undo_state(const EntryId& id) const {
    if (id.chain != chain_) return UndoState::none;
    const auto found = undo_.find(id.seq);
    return found == undo_.end() ? UndoState::none : found->second;
}

std::vector<std::pair<EntryId, UndoState>> Journal::undo_states() const {
    std::vector<std::pair<EntryId, UndoState>> states;
    for (const auto& [seq, state] : undo_) states.emplace_back(EntryId{chain_, seq}, state);
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
    const std::uint64_t first = find_call(call_id);
    if (first == 0) return entries;
    for (std::uint64_t seq = row(first).last_in_call; seq != 0; seq = row(seq).before_in_call)
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
