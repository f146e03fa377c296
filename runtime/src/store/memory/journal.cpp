// Keeps the chain of entries and the indexes over it.
#include "store/memory/journal.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

namespace iam::store {

using ledger::EntryId;
using ledger::EntryKind;
using ledger::StoredEntry;
using ledger::UndoState;

std::optional<std::string> Journal::check(const ledger::ExpectUndo& expected) const {
    if (!has(expected.entry)) return "entry " + to_string(expected.entry) + " does not exist";
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
    const auto outcome = outcome_of(expected.intent);
    if (!outcome) return std::nullopt;
    return "entry " + to_string(outcome->id) + " says how the call of " +
           to_string(expected.intent) + " ended";
}

std::optional<std::string> Journal::check(const ledger::ExpectNoneSince& expected) const {
    std::uint64_t seq = 0;
    for (const EntryId& id : expected.entries)
        if (id.chain == chain_) seq = id.seq;
    if (seq < forgotten_) return "entries that came since are not kept any more";
    while (seq < count_) {
        const auto decoded = ledger::decode(row(++seq).text);
        if (decoded && decoded->entry.kind == EntryKind::outcome &&
            decoded->commits_to(expected.value))
            return "entry " + to_string(EntryId{chain_, seq}) + " came meanwhile";
    }
    return std::nullopt;
}

std::optional<std::string> Journal::check(const ledger::ExpectNoLaterTime& expected) const {
    if (count_ == 0) return std::nullopt;
    const auto newest = ledger::decode(row(count_).text);
    if (!newest || ledger::is_in_time(newest->entry.time, expected)) return std::nullopt;
    return "the newest entry is of a later time than the clock shows";
}

std::optional<std::string> Journal::apply(const ledger::SetUndoState& mutation,
                                          Rollback& rollback) {
    if (!has(mutation.entry)) return "entry " + to_string(mutation.entry) + " does not exist";
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
    if (!has(mutation.entry)) return "entry " + to_string(mutation.entry) + " does not exist";
    std::span<Value>& values = row(mutation.entry.seq).values;
    erased_.reserve(erased_.size() + 1);
    rollback.add([this, &values] {
        values = erased_.back();
        erased_.pop_back();
    });
    erased_.push_back(std::exchange(values, {}));
    return std::nullopt;
}

void Journal::wipe_erased() noexcept {
    for (const std::span<Value> values : erased_) {
        for (Value& value : values) {
            ::explicit_bzero(value.bytes.data(), value.bytes.size());
            ::explicit_bzero(value.salt.data(), value.salt.size());
        }
    }
    erased_.clear();
}

std::uint64_t Journal::find_call(std::string_view call_id, std::size_t hash) const noexcept {
    if (buckets_.empty()) return 0;
    std::uint64_t seq = buckets_[hash % buckets_.size()];
    while (seq != 0 && row(seq).call_id != call_id) seq = row(seq).next_in_bucket;
    return seq;
}

void Journal::add_call(std::uint64_t first, std::size_t hash) noexcept {
    std::uint64_t& bucket = buckets_[hash % buckets_.size()];
    row(first).next_in_bucket = std::exchange(bucket, first);
}

void Journal::reserve_row() {
    if (count_ - forgotten_ < pages_.size() * k_page) return;
    pages_.push_back(std::make_unique<Page>());
}

/// Makes room for one more call. The newest call of a bucket stays first.
void Journal::reserve_bucket() {
    constexpr std::size_t k_first_buckets = 64;
    if (calls_ < buckets_.size()) return;
    std::vector<std::uint64_t> more(std::max(k_first_buckets, buckets_.size() * 2), 0);
    buckets_.swap(more);
    for (std::uint64_t seq = forgotten_ + 1; seq <= count_; ++seq) {
        if (row(seq).first_in_call == seq) add_call(seq, hash_of(row(seq).call_id));
    }
}

std::uint64_t Journal::find_through_origin(const ledger::EntryDraft& draft) const noexcept {
    const auto& of = draft.entry.of;
    if (!of || !has(*of)) return 0;
    const std::uint64_t first = row(of->seq).first_in_call;
    return first != 0 && row(first).call_id == call_of(draft) ? first : 0;
}

void Journal::begin_call(std::uint64_t seq, std::size_t hash) noexcept {
    add_call(seq, hash);
    ++calls_;
}

void Journal::file_in_call(std::uint64_t seq, EntryKind kind, std::uint64_t first_seq) noexcept {
    Row& added = row(seq);
    added.first_in_call = first_seq;
    Row& first = row(first_seq);
    added.before_in_call = std::exchange(first.last_in_call, seq);
    added.begun_before = std::exchange(first.begun, first.begun || kind == EntryKind::intent);
}

/// Indexes the row under the entry named by its `of`.
void Journal::file(std::uint64_t seq, const ledger::Entry& entry) noexcept {
    if (!entry.of || !has(*entry.of)) return;
    Row& added = row(seq);
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
        page_of(count_).rows.pop_back();
    }
}

void Journal::forget_beyond(std::size_t entries_max) noexcept {
    while (count_ - forgotten_ >= std::max(entries_max, k_page) + k_page) forget_page();
}

void Journal::forget_page() noexcept {
    Page& page = *pages_.front();
    const std::uint64_t last = forgotten_ + k_page;
    for (std::uint64_t seq = forgotten_ + 1; seq <= last; ++seq) {
        if (row(seq).first_in_call == seq) forget_first(seq, last);
    }
    undo_.erase(undo_.begin(), undo_.upper_bound(last));
    forgotten_hash_ = page.rows.back().hash;
    forgotten_ = last;
    page.rows.clear();
    page.texts.release();
    std::rotate(pages_.begin(), pages_.begin() + 1, pages_.end());
}

void Journal::forget_first(std::uint64_t first_seq, std::uint64_t last_of_page) noexcept {
    const Row& first = row(first_seq);
    std::uint64_t* link = &buckets_[hash_of(first.call_id) % buckets_.size()];
    while (*link != first_seq) link = &row(*link).next_in_bucket;
    std::uint64_t heir = 0;
    for (std::uint64_t seq = first.last_in_call; seq > last_of_page; seq = row(seq).before_in_call)
        heir = seq;
    if (heir == 0) {
        *link = first.next_in_bucket;
        --calls_;
        return;
    }
    *link = heir;
    row(heir).before_in_call = 0;
    row(heir).last_in_call = first.last_in_call;
    row(heir).next_in_bucket = first.next_in_bucket;
    row(heir).begun = first.begun;
    for (std::uint64_t seq = first.last_in_call; seq != 0; seq = row(seq).before_in_call)
        row(seq).first_in_call = heir;
}

std::optional<ledger::Head> Journal::forgotten() const {
    if (forgotten_ == 0) return std::nullopt;
    return ledger::Head{{chain_, forgotten_}, forgotten_hash_};
}

std::string_view Journal::keep(std::string_view text, Page& page) {
    char* const room = static_cast<char*>(page.texts.allocate(text.size(), alignof(char)));
    std::copy(text.begin(), text.end(), room);
    return {room, text.size()};
}

std::span<Journal::Value> Journal::keep(const std::vector<ledger::Payload>& payloads, Page& page) {
    if (payloads.empty()) return {};
    auto* const values =
        static_cast<Value*>(page.texts.allocate(payloads.size() * sizeof(Value), alignof(Value)));
    std::transform(payloads.begin(), payloads.end(), values, [&](const ledger::Payload& payload) {
        const std::string_view bytes = keep(payload.bytes, page);
        return Value{keep(payload.name, page),
                     payload.salt,
                     {const_cast<char*>(bytes.data()), bytes.size()}};
    });
    return {values, payloads.size()};
}

EntryId Journal::append(const ledger::EntryDraft& draft) {
    const EntryId id{chain_, count_ + 1};
    // Nothing fails once the row exists, so a failure before leaves no trace.
    reserve_row();
    reserve_bucket();
    const std::string_view call_id = call_of(draft);
    std::uint64_t first = find_through_origin(draft);
    std::size_t hash = 0;
    if (!call_id.empty() && first == 0) {
        hash = hash_of(call_id);
        first = find_call(call_id, hash);
    }
    Page& page = page_of(id.seq);
    const std::string text = ledger::encode(draft, id);
    Row added;
    added.text = keep(text, page);
    added.hash = ledger::chain_hash(head(), text);
    added.values = keep(draft.payloads, page);
    added.call_id = keep(call_id, page);
    page.rows.push_back(added);
    if (!call_id.empty() && first == 0) begin_call(id.seq, hash);
    if (!call_id.empty()) file_in_call(id.seq, draft.entry.kind, first == 0 ? id.seq : first);
    file(id.seq, draft.entry);
    ++count_;
    return id;
}

StoredEntry Journal::entry_at(std::uint64_t seq, bool with_payloads) const {
    const Row& found = row(seq);
    StoredEntry entry{.id = {chain_, seq}, .text = std::string(found.text), .hash = found.hash};
    entry.previous = seq == forgotten_ + 1 ? forgotten_hash_ : row(seq - 1).hash;
    if (!with_payloads) return entry;
    for (const Value& value : found.values) {
        entry.payloads.push_back({std::string(value.name), value.salt,
                                  std::string(value.bytes.begin(), value.bytes.end())});
    }
    return entry;
}

std::vector<StoredEntry> Journal::entries(const ledger::Query& query) const {
    // All ids are of one chain, from 1 to n, and give the order. Both bounds are cut to that range.
    if (query.chain.value_or(chain_) != chain_) return {};
    const std::uint64_t count = count_;
    std::uint64_t last = count;
    if (query.before)
        last = query.before->id.seq == 0 ? 0 : std::min(count, query.before->id.seq - 1);
    std::uint64_t first = forgotten_;
    if (query.after) first = std::clamp(query.after->id.seq, forgotten_, count);
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
        const std::uint64_t seq = query.oldest_first ? i + 1 : last - (i - first);
        found.push_back(entry_at(seq, query.with_payloads));
    }
    return found;
}

bool Journal::has(const EntryId& id) const noexcept {
    return id.chain == chain_ && id.seq > forgotten_ && id.seq <= count_;
}

std::optional<StoredEntry> Journal::entry(const EntryId& id) const {
    if (!has(id)) return std::nullopt;
    return entry_at(id.seq);
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

std::optional<StoredEntry> Journal::outcome_of(const EntryId& intent) const {
    if (!has(intent) || row(intent.seq).outcome == 0) return std::nullopt;
    return entry_at(row(intent.seq).outcome);
}

std::vector<StoredEntry> Journal::undos_of(const EntryId& outcome) const {
    std::vector<StoredEntry> undos;
    if (!has(outcome)) return undos;
    for (std::uint64_t seq = row(outcome.seq).undo; seq != 0; seq = row(seq).undo_before)
        undos.push_back(entry_at(seq));
    std::reverse(undos.begin(), undos.end());
    return undos;
}

std::vector<StoredEntry> Journal::entries_of_call(const std::string& call_id) const {
    std::vector<StoredEntry> entries;
    const std::uint64_t first = find_call(call_id);
    if (first == 0) return entries;
    for (std::uint64_t seq = row(first).last_in_call; seq != 0; seq = row(seq).before_in_call)
        entries.push_back(entry_at(seq));
    std::reverse(entries.begin(), entries.end());
    return entries;
}

std::optional<std::string> Journal::contract(const Digest& consent_digest) const {
    const auto found = contracts_.find(consent_digest);
    if (found == contracts_.end()) return std::nullopt;
    return found->second;
}

Digest Journal::head() const {
    return count_ == 0 ? Digest{} : row(count_).hash;
}

}  // namespace iam::store
