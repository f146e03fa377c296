// Counters for more sessions than a program should have. Further sessions share one counter.
#include "gate/record/record_quota.hpp"

#include "gate/record/record_writer.hpp"
#include "gate/record/records.hpp"
#include "gate/state/call_state.hpp"
#include <iam/core/entropy.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace iam::gate {
namespace {

constexpr std::size_t k_sessions_max = 4096;
constexpr std::uint64_t k_entry_bytes = 1024;
// About this many notes fill a quota, within an eighth.
constexpr std::uint64_t k_shares = 64;
constexpr std::string_view k_note = "session_record";

/// The id of a session's notes. It uses the store's key, so no host's call can have it.
std::string note_id(const ledger::Store& store, const Subject& subject) {
    Hasher hasher(domain_tag("iam/session/1"), store.key());
    hasher.update_framed(subject.user)
        .update_framed(subject.workspace)
        .update_framed(subject.session);
    return "session." + hasher.finish().hex();
}

Result<std::uint64_t> noted_by_others(ledger::Store& store, const std::string& instance,
                                      const Subject& subject) {
    IAM_TRY(notes, store.entries_of_call(note_id(store, subject)));
    std::uint64_t bytes = 0;
    for (const ledger::StoredEntry& stored : notes) {
        IAM_TRY(decoded, read_entry(stored));
        const ledger::Entry& entry = decoded.entry;
        if (entry.kind == ledger::EntryKind::note && entry.code == k_note &&
            entry.instance != instance)
            bytes += entry.count.value_or(0);
    }
    return bytes;
}

std::uint64_t random_number(Entropy& entropy) {
    std::array<std::uint8_t, sizeof(std::uint64_t)> bytes{};
    entropy.fill(bytes);
    return std::bit_cast<std::uint64_t>(bytes);
}

}  // namespace

std::uint64_t recorded_bytes(const ledger::Batch& batch) noexcept {
    std::uint64_t bytes = 0;
    for (const ledger::EntryDraft& draft : batch.entries) {
        bytes += k_entry_bytes;
        for (const ledger::Payload& payload : draft.payloads) bytes += payload.bytes.size();
    }
    return bytes;
}

std::uint64_t count_record(CallState& call, ledger::Batch& batch) {
    RecordWriter& writer = call.writer;
    const Subject& subject = call.proposal.call.subject;
    const std::uint64_t bytes = recorded_bytes(batch);
    const auto& max = writer.settings.record_bytes_per_session_max;
    if (!max || subject.session.empty() || bytes == 0) return bytes;
    const std::uint64_t share = *max / k_shares + 1;
    if (bytes < share && random_number(call.basis.entropy) % share >= bytes) return bytes;
    ledger::Entry& note = add_entry_by(writer, batch, ledger::EntryKind::note, subject);
    note.call_id = note_id(writer.parts.store, subject);
    note.instance = writer.instance;
    note.code = k_note;
    note.count = std::max(bytes, share);
    writer.quota.look_again(subject);
    return bytes;
}

RecordQuota::Counter& RecordQuota::counter_of(const Subject& subject) {
    Key key{subject.user, subject.workspace, subject.session};
    const auto known = counters_.find(key);
    if (known != counters_.end()) return known->second;
    if (counters_.size() >= k_sessions_max) key = {};
    return counters_[std::move(key)];
}

Result<bool> RecordQuota::is_spent(ledger::Store& store, const std::string& instance,
                                   const Subject& subject,
                                   const std::optional<std::uint64_t>& max) {
    if (!max || subject.session.empty()) return false;
    {
        const std::lock_guard lock(mutex_);
        const Counter& counter = counter_of(subject);
        if (counter.others) return counter.own + *counter.others >= *max;
    }
    IAM_TRY(others, noted_by_others(store, instance, subject));
    const std::lock_guard lock(mutex_);
    Counter& counter = counter_of(subject);
    // Sessions with one counter have separate notes.
    const auto shared = counters_.find(Key());
    if (shared == counters_.end() || &counter != &shared->second) counter.others = others;
    return counter.own + others >= *max;
}

void RecordQuota::spend(const Subject& subject, std::uint64_t bytes) {
    if (subject.session.empty()) return;
    const std::lock_guard lock(mutex_);
    counter_of(subject).own += bytes;
}

void RecordQuota::look_again(const Subject& subject) {
    const std::lock_guard lock(mutex_);
    counter_of(subject).others.reset();
}

}  // namespace iam::gate
