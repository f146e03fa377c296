// Plans a batch as a whole, and the entries of it.
#include "store_postgres/write/plan.hpp"

#include "store_postgres/records/records.hpp"
#include "store_postgres/write/plan_parts.hpp"
#include <iam/store/packed_values.hpp>

#include <algorithm>
#include <utility>
#include <variant>

namespace iam::store_postgres {
namespace {

constexpr char k_move_epoch_sql[] =
    "INSERT INTO @epochs AS e (scope, epoch) VALUES ($1, $2) "
    "ON CONFLICT (scope) DO UPDATE SET epoch = e.epoch + excluded.epoch";
// More changes than a server can lose with its end.
constexpr std::int64_t k_epoch_leap = std::int64_t{1} << 32;

bool is_terminal(ledger::EntryKind kind) {
    return kind == ledger::EntryKind::outcome || kind == ledger::EntryKind::undo_outcome;
}

std::int64_t time_of(const ledger::EntryDraft& draft) {
    return draft.entry.time.time_since_epoch().count();
}

}  // namespace

tl::unexpected<Error> conflict(std::string why) {
    return fail(Errc::conflict, std::move(why) + "; nothing was changed: read again, decide again");
}

bool may_move_epoch(const ledger::Batch& batch) noexcept {
    const auto moves = [](const ledger::Mutation& part) {
        return std::holds_alternative<ledger::PutPolicy>(part) ||
               std::holds_alternative<ledger::PutGrant>(part) ||
               std::holds_alternative<ledger::RemoveGrant>(part) ||
               std::holds_alternative<ledger::PutPermission>(part) ||
               std::holds_alternative<ledger::RemovePermission>(part) ||
               std::holds_alternative<ledger::PutTrust>(part) ||
               std::holds_alternative<ledger::SetFreeze>(part);
    };
    return std::any_of(batch.mutations.begin(), batch.mutations.end(), moves);
}

Result<void> Plan::add(const ledger::Batch& batch) {
    expected_undos_.clear();
    without_outcome_.clear();
    for (const ledger::Expectation& expectation : batch.expectations) {
        IAM_CHECK(std::visit(
            [&](const auto& expected) {
                return Checks{*this, batch}.add(expected);
            },
            expectation));
    }
    for (const ledger::Mutation& mutation : batch.mutations) {
        IAM_CHECK(
            std::visit([&](const auto& change) { return Changes{*this}.add(change); }, mutation));
    }
    // An expectation of an undo state without a change of it is still to be checked.
    for (const auto& [entry, state] : expected_undos_) Checks{*this, batch}.undo_is(entry, state);
    write_epochs();
    has_silent_change_ = has_silent_change_ || (!batch.mutations.empty() && batch.entries.empty());
    return append(batch);
}

void Plan::move_epoch(const std::string& scope, std::int64_t by) {
    moved_epochs_[scope] += by;
    moved_epochs_[std::string(consent::k_all_scope)] += by;
}

void Plan::leap_epoch() {
    move_epoch(std::string(consent::k_common_scope), k_epoch_leap);
    write_epochs();
}

/// Without other writers: see the guard in docs/postgres.md.
void Plan::write_epochs() {
    for (const auto& [scope, by] : std::exchange(moved_epochs_, {})) {
        is_exclusive_ = true;
        run(k_move_epoch_sql, Bytes{scope}, by);
    }
}

std::vector<Statement> Plan::take_statements() {
    rows_.flush(statements_);
    return std::move(statements_);
}

void Plan::must_exist(const ledger::EntryId& id) {
    see_entries();
    run("SELECT @must(count(*), 1, $3) FROM @entries WHERE chain = $1 AND seq = $2", id.chain,
        id.seq, Text{"entry " + to_string(id) + " does not exist"});
}

Result<consent::Grant> Plan::whole_grant(const std::string& id) const {
    const RecordRow* row = records_.find(RecordKind::grant, id);
    if (row == nullptr) return conflict("grant " + id + " is not there any more");
    if (!fits(seal_, table_of(RecordKind::grant), *row))
        return conflict("grant " + id + " was changed past the program");
    IAM_TRY(grant, grant_in(*row));
    if (grant.uses && *grant.uses == 0) return conflict("grant " + id + " has no uses left");
    return std::move(grant);
}

Result<void> Plan::append(const ledger::Batch& batch) {
    ledger::EntryIds ids;
    for (const ledger::EntryDraft& draft : batch.entries) {
        rows_.add_entry(draft, end_);
        const ledger::EntryId id = end_.entry;
        ids.add(id);
        if (!std::exchange(has_entries_, true)) first_hash_ = end_.hash;
        const ledger::Entry& entry = draft.entry;
        if (is_terminal(entry.kind) && entry.of)
            rows_.add_outcome(*entry.of, id, without_outcome_.erase(*entry.of) > 0);
        const std::string packed = store::pack_values(draft.payloads);
        if (packed.empty()) continue;
        IAM_TRY(sealed, values_.seal(packed, id));
        rows_.add_values(id, time_of(draft), std::move(sealed));
    }
    ids_.push_back(ids);
    heads_.push_back(end_.hash);
    return {};
}

}  // namespace iam::store_postgres
