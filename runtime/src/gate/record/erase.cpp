// Erases recorded values. The chain stays whole, since it holds only commitments.
#include "gate/engine/engine.hpp"
#include "gate/record/records.hpp"
#include <iam/core/json.hpp>
#include <iam/gate/records.hpp>

#include <set>
#include <utility>

namespace iam::gate {
namespace {

using ledger::EntryId;
using ledger::EntryKind;
using ledger::StoredEntry;

constexpr std::size_t k_erased_at_once_max = 10'000;

/// The entries to erase: those with values, each once, in ledger order.
struct Chosen {
    std::set<EntryId> entries{};
    std::size_t values = 0;
    std::size_t left = 0;
};

tl::unexpected<Error> under_way(const std::string& call) {
    return fail(Errc::conflict, "The call " + call +
                                    " has not ended, or nobody knows how; values of calls that "
                                    "ended can be erased.");
}

/// Entries about erasures and about the state of the ledger keep their values.
bool is_kept(EntryKind kind) {
    return kind == EntryKind::erasure || kind == EntryKind::checkpoint;
}

bool is_begin(EntryKind kind) {
    return kind == EntryKind::intent || kind == EntryKind::undo_intent;
}

/// Calls with an open question.
using AskedCalls = std::set<std::string>;

Result<AskedCalls> calls_asked_about(ledger::Store& store) {
    IAM_TRY(open, store.approvals());
    AskedCalls calls;
    for (const auto& approval : open) calls.insert(approval.call_id);
    return calls;
}

/// A call keeps its values while it may continue. If its end is unknown, it keeps them too: people
/// need the values to find out.
Result<bool> has_ended(ledger::Store& store, const std::vector<StoredEntry>& entries) {
    for (const StoredEntry& entry : entries) {
        IAM_TRY(decoded, read_entry(entry));
        if (!is_begin(decoded.entry.kind)) continue;
        IAM_TRY(outcome, store.outcome_of(entry.id));
        if (!outcome) return false;
    }
    return true;
}

/// The entry and all other entries of its call.
Result<void> choose_call(ledger::Store& store, const StoredEntry& named, const AskedCalls& asked,
                         bool leave_open, Chosen& chosen) {
    IAM_TRY(decoded, read_entry(named));
    if (is_kept(decoded.entry.kind)) return {};
    const std::string& call = decoded.entry.call_id;
    std::vector<StoredEntry> all{named};
    if (!call.empty()) {
        IAM_TRY(of_call, store.entries_of_call(call));
        all = std::move(of_call);
    }
    IAM_TRY(ended, has_ended(store, all));
    if (!ended || asked.contains(call)) {
        if (!leave_open) return under_way(call);
        ++chosen.left;
        return {};
    }
    for (const StoredEntry& entry : all) {
        const bool is_new = !entry.payloads.empty() && chosen.entries.insert(entry.id).second;
        if (is_new) chosen.values += entry.payloads.size();
    }
    return {};
}

std::string text_of(const std::set<EntryId>& entries) {
    Json list = Json::array();
    for (const EntryId& entry : entries) list.push_back(to_string(entry));
    return canonical_json(list).value_or("[]");
}

}  // namespace

Result<Erased> Records::erase(const Erasure& erasure) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_CHECK(check_reason(erasure.reason));
    if (erasure.entries.empty() || erasure.entries.size() > k_erased_at_once_max) {
        return fail(Errc::invalid_argument,
                    "Name 1 to " + std::to_string(k_erased_at_once_max) + " entries at a time.");
    }
    ledger::Store& store = engine_->parts.store;
    IAM_TRY(asked, calls_asked_about(store));
    Chosen chosen;
    for (const EntryId& id : erasure.entries) {
        IAM_TRY(stored, store.entry(id));
        if (!stored) return fail(Errc::not_found, "There is no entry " + to_string(id) + ".");
        IAM_CHECK(choose_call(store, *stored, asked, erasure.leave_open_calls, chosen));
    }
    Erased erased{chosen.entries.size(), chosen.values, chosen.left, {}};
    if (erased.values > 0) {
        ledger::Batch batch;
        for (const EntryId& id : chosen.entries) batch.change(ledger::ErasePayloads{id});
        ledger::EntryDraft& draft =
            add_entry(*engine_, batch, EntryKind::erasure, engine_->clock.now());
        draft.entry.subject = erasure.by;
        draft.payloads.push_back({"message", random_salt(engine_->entropy), erasure.reason});
        draft.payloads.push_back(
            {"entries", random_salt(engine_->entropy), text_of(chosen.entries)});
        IAM_CHECK(commit(*engine_, std::move(batch)));
    }
    // Also if nothing is left to erase: the last attempt may have failed after the erasure.
    IAM_TRY(remains, store.forget_erased());
    erased.remains = std::move(remains);
    return erased;
}

}  // namespace iam::gate
