// Erases values at the end of their retention.
#include "gate/engine/engine.hpp"
#include "gate/record/records.hpp"
#include <iam/gate/records.hpp>
#include <iam/ledger/filter.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace iam::gate {
namespace {

using ledger::EntryId;
using ledger::StoredEntry;

/// As many as erase() takes at once.
constexpr std::size_t k_at_a_time = 10'000;

std::string time_text(std::chrono::milliseconds time) {
    const auto days = std::chrono::floor<std::chrono::days>(time);
    if (days == time) return std::to_string(days.count()) + "d";
    return std::to_string(std::chrono::floor<std::chrono::seconds>(time).count()) + "s";
}

std::string reason_of(const ledger::Retention& retention) {
    std::string text;
    for (const ledger::RetentionClass kind : ledger::k_retention_classes) {
        const auto& kept = retention.of(kind);
        if (!kept) continue;
        text += (text.empty() ? "retention: " : ", ") + std::string(to_string(kind)) + " " +
                time_text(*kept);
    }
    return text;
}

/// If a call was refused first and ran later, it is kept like a call that ran.
Result<bool> was_begun(ledger::Store& store, const std::string& call_id) {
    IAM_TRY(entries, store.entries_of_call(call_id));
    for (const StoredEntry& stored : entries) {
        IAM_TRY(decoded, read_entry(stored));
        if (decoded.entry.kind == ledger::EntryKind::intent) return true;
    }
    return false;
}

/// One entry for each due call.
Result<std::vector<EntryId>> find_due(ledger::Store& store, const ledger::Retention& retention,
                                      std::chrono::sys_time<std::chrono::milliseconds> now) {
    std::vector<EntryId> due;
    ledger::Query all;
    all.oldest_first = true;
    all.limit = std::numeric_limits<std::size_t>::max();
    const auto look = [&](const StoredEntry& stored) -> Result<bool> {
        const auto decoded = ledger::decode(stored.text);
        if (!decoded || stored.payloads.empty()) return true;
        const ledger::Entry& entry = decoded->entry;
        if (!is_due(entry, retention, now)) return true;
        if (entry.kind == ledger::EntryKind::decision) {
            IAM_TRY(begun, was_begun(store, entry.call_id));
            if (begun) return true;
        }
        due.push_back(stored.id);
        return true;
    };
    IAM_TRY(done, ledger::search(store, {}, all, look));
    static_cast<void>(done);
    return due;
}

}  // namespace

Result<Retained> Records::retain(const RetentionRequest& request) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    if (request.retention.keeps_all()) {
        return fail(Errc::invalid_argument,
                    "Say of at least one class of calls how long their values are kept.");
    }
    IAM_TRY(due, find_due(engine_->parts.store, request.retention, engine_->clock.now().wall));
    Retained retained;
    retained.calls = due.size();
    if (request.dry_run) return retained;
    for (std::size_t begin = 0; begin < due.size(); begin += k_at_a_time) {
        const std::size_t end = std::min(due.size(), begin + k_at_a_time);
        Erasure erasure;
        erasure.entries.assign(due.begin() + static_cast<std::ptrdiff_t>(begin),
                               due.begin() + static_cast<std::ptrdiff_t>(end));
        erasure.reason = reason_of(request.retention);
        erasure.by = request.by;
        erasure.leave_open_calls = true;
        IAM_TRY(erased, erase(erasure));
        retained.entries += erased.entries;
        retained.values += erased.values;
        retained.left += erased.left;
        retained.remains = std::move(erased.remains);
    }
    return retained;
}

}  // namespace iam::gate
