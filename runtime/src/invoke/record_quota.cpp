// Counters for as many sessions as a program may well have; those beyond share one.
#include "record_quota.hpp"

namespace iam::invoke {
namespace {

constexpr std::size_t k_sessions_max = 4096;
constexpr std::uint64_t k_entry_bytes = 1024;

}  // namespace

std::uint64_t recorded_bytes(const ledger::Batch& batch) noexcept {
    std::uint64_t bytes = 0;
    for (const ledger::EntryDraft& draft : batch.entries) {
        bytes += k_entry_bytes;
        for (const ledger::Payload& payload : draft.payloads) bytes += payload.bytes.size();
    }
    return bytes;
}

std::uint64_t& RecordQuota::bytes_of(const Subject& subject) {
    Key key{subject.user, subject.workspace, subject.session};
    const auto known = bytes_.find(key);
    if (known != bytes_.end()) return known->second;
    if (bytes_.size() >= k_sessions_max) key = {};
    return bytes_[std::move(key)];
}

bool RecordQuota::is_spent(const Subject& subject, const std::optional<std::uint64_t>& max) {
    if (!max || subject.session.empty()) return false;
    const std::lock_guard lock(mutex_);
    return bytes_of(subject) >= *max;
}

void RecordQuota::spend(const Subject& subject, std::uint64_t bytes) {
    if (subject.session.empty()) return;
    const std::lock_guard lock(mutex_);
    bytes_of(subject) += bytes;
}

}  // namespace iam::invoke
