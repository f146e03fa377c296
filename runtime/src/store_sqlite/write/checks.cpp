// Checks the expectations of a batch in the transaction that then changes the state.
#include "store_sqlite/rows/entry_rows.hpp"
#include "store_sqlite/rows/reader.hpp"
#include "store_sqlite/rows/seal.hpp"
#include "store_sqlite/rows/tree_rows.hpp"
#include "store_sqlite/write/transaction.hpp"

#include <string>
#include <vector>

namespace iam::store_sqlite {
namespace {

constexpr char k_grant_state_sql[] = "SELECT revision, uses FROM grants WHERE id = ?1";
constexpr char k_approval_state_sql[] =
    "SELECT state, consent_digest, arguments_digest FROM approvals WHERE id = ?1";
constexpr char k_expected_undo_sql[] =
    "SELECT undo_states.state FROM entries LEFT JOIN undo_states ON undo_states.seq = entries.seq "
    "WHERE entries.seq = ?1";
constexpr char k_count_intents_sql[] =
    "SELECT count(*) FROM entries WHERE call_id = ?1 AND found_by <> 1 AND kind = ?2";
constexpr char k_outcomes_since_sql[] =
    "SELECT seq, text FROM entries WHERE seq > ?1 AND kind = 'outcome'";
constexpr char k_entry_text_sql[] = "SELECT text FROM entries WHERE seq = ?1";
constexpr char k_outcome_seq_sql[] = IAM_SELECT_OUTCOME("seq");

Result<void> check_one(Connection& connection, const ledger::ExpectEpoch& expected,
                       const Head& head, const RecordSeal&) {
    std::uint64_t epoch = head.epoch;
    if (expected.scope != consent::k_all_scope) {
        IAM_TRY(of_scope, read_epoch(connection, expected.scope));
        epoch = of_scope;
    }
    if (expected.epoch == epoch) return {};
    return conflict("a policy, grant, permission or the freeze has changed meanwhile");
}

Result<void> check_one(Connection& connection, const ledger::ExpectGrant& expected, const Head&,
                       const RecordSeal& seal) {
    IAM_TRY(whole, grant_is_whole(connection, seal, expected.id));
    if (!whole)
        return conflict("grant " + expected.id +
                        " is not there any more, or was changed past the program");
    IAM_TRY(cursor, connection.query(k_grant_state_sql, Text{expected.id}));
    IAM_TRY(found, cursor.step());
    if (!found) return conflict("grant " + expected.id + " is not there any more");
    if (cursor.integer(0) != to_sqlite(expected.revision)) {
        return conflict("grant " + expected.id + " has changed meanwhile");
    }
    if (!cursor.is_null(1) && cursor.integer(1) <= 0) {
        return conflict("grant " + expected.id + " has no uses left");
    }
    return {};
}

Result<void> check_one(Connection& connection, const ledger::ExpectApproval& expected, const Head&,
                       const RecordSeal& seal) {
    IAM_TRY(cursor, connection.query(k_approval_state_sql, Text{expected.id}));
    IAM_TRY(found, cursor.step());
    if (!found) return conflict("approval " + expected.id + " is not there any more");
    IAM_TRY(whole, approval_is_whole(connection, seal, expected.id));
    if (!whole) {
        return fail(Errc::corrupt, "approval " + expected.id + store::k_not_sealed);
    }
    const std::string state = cursor.bytes(0);
    if (state != to_string(expected.state)) {
        return conflict("approval " + expected.id + " is " + state + ", not " +
                        std::string(to_string(expected.state)));
    }
    IAM_TRY(consent_digest, cursor.digest(1));
    if (consent_digest != expected.consent_digest) {
        return conflict("approval " + expected.id + " was given for another version of the tool");
    }
    IAM_TRY(arguments_digest, cursor.digest(2));
    if (arguments_digest != expected.arguments_digest) {
        return conflict("approval " + expected.id + " was given for other arguments");
    }
    return {};
}

Result<void> check_one(Connection& connection, const ledger::ExpectUndo& expected, const Head&,
                       const RecordSeal&) {
    const std::string id = to_string(expected.entry);
    const std::uint64_t seq = expected.entry.chain == 0 ? expected.entry.seq : 0;
    IAM_TRY(cursor, connection.query(k_expected_undo_sql, seq));
    IAM_TRY(found, cursor.step());
    if (!found) return conflict("entry " + id + " does not exist");
    const std::string state =
        cursor.is_null(0) ? std::string(to_string(ledger::UndoState::none)) : cursor.bytes(0);
    if (state == to_string(expected.state)) return {};
    return conflict("the undo state of entry " + id + " is " + state + ", not " +
                    std::string(to_string(expected.state)));
}

Result<void> check_one(Connection& connection, const ledger::ExpectNoIntent& expected, const Head&,
                       const RecordSeal&) {
    // Entries without a call id belong to no call.
    if (expected.call_id.empty()) return {};
    IAM_TRY(intents, connection.number(k_count_intents_sql, Blob{expected.call_id},
                                       Text{to_string(ledger::EntryKind::intent)}));
    if (intents == 0) return {};
    return conflict("the call \"" + expected.call_id + "\" was begun already");
}

Result<void> check_one(Connection& connection, const ledger::ExpectNoOutcome& expected, const Head&,
                       const RecordSeal&) {
    const std::uint64_t seq = expected.intent.chain == 0 ? expected.intent.seq : 0;
    IAM_TRY(cursor, connection.query(k_outcome_seq_sql, seq));
    IAM_TRY(found, cursor.step());
    if (!found) return {};
    return conflict("entry 0." + std::to_string(cursor.integer(0)) + " says how the call of " +
                    to_string(expected.intent) + " ended");
}

Result<void> check_one(Connection& connection, const ledger::ExpectLastCheckpoint& expected,
                       const Head&, const RecordSeal&) {
    IAM_TRY(last, read_last_tree(connection));
    const std::optional<std::uint64_t> size = last ? std::optional(last->size) : std::nullopt;
    if (size == expected.size) return {};
    return conflict("another checkpoint was made meanwhile");
}

Result<void> check_one(Connection& connection, const ledger::ExpectNoneSince& expected, const Head&,
                       const RecordSeal&) {
    std::uint64_t seq = 0;
    for (const ledger::EntryId& id : expected.entries)
        if (id.chain == 0) seq = id.seq;
    IAM_TRY(cursor, connection.query(k_outcomes_since_sql, seq));
    for (;;) {
        IAM_TRY(more, cursor.step());
        if (!more) return {};
        const auto decoded = ledger::decode(cursor.view(1));
        if (decoded && decoded->commits_to(expected.value))
            return conflict("entry 0." + std::to_string(cursor.integer(0)) + " came meanwhile");
    }
}

Result<void> check_one(Connection& connection, const ledger::ExpectNoLaterTime& expected,
                       const Head& head, const RecordSeal&) {
    if (head.last_seq == 0) return {};
    IAM_TRY(cursor, connection.query(k_entry_text_sql, head.last_seq));
    IAM_TRY(found, cursor.step());
    if (!found) return {};
    const auto newest = ledger::decode(cursor.view(0));
    if (!newest || ledger::is_in_time(newest->entry.time, expected)) return {};
    return conflict("the newest entry is of a later time than the clock shows");
}

}  // namespace

Result<void> check(Connection& connection, const ledger::Expectation& expectation, const Head& head,
                   const RecordSeal& seal) {
    return std::visit(
        [&](const auto& expected) { return check_one(connection, expected, head, seal); },
        expectation);
}

}  // namespace iam::store_sqlite
