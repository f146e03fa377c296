// Maps records of consent to rows: each kind has a SELECT list, a reader and a writer.
#pragma once

#include "store_sqlite/connection.hpp"
#include <iam/consent/records.hpp>

// SELECT lists, in the order of the read functions. The seal of the row and the id of its key come
// last (seal.hpp).
#define IAM_POLICY_COLUMNS "origin, tool, effect, consent_digest, key_id, seal"
#define IAM_TRUST_COLUMNS "server, endpoint, trusted_by, since_ms, key_id, seal"
#define IAM_GRANT_COLUMNS                                                             \
    "id, origin, tool, user, workspace, session, agent, consent_digest, match_kind, " \
    "match_arguments, uses, deadline_wall_ms, deadline_boot_ms, deadline_boot_id, "   \
    "deadline_set_at_ms, risk, granted_by, prompt_id, revision, key_id, seal"
#define IAM_PERMISSION_COLUMNS                                                                \
    "id, origin, tool, user, workspace, match_kind, match_arguments, allow, consent_digest, " \
    "expires_wall_ms, expires_boot_ms, expires_boot_id, expires_set_at_ms, last_used_ms, "    \
    "granted_by, revision, key_id, seal"
#define IAM_APPROVAL_COLUMNS                                                                      \
    "id, call_id, origin, tool, user, workspace, session, agent, proposer_kind, proposer_model, " \
    "proposer_provider, proposer_conversation_id, proposer_request_id, consent_digest, "          \
    "arguments_digest, shown_digest, arguments, has_secrets, instance, is_undo, "                 \
    "always_refused_because, preview, approver_uid, approver_login, approver_channel, "           \
    "approver_locale, approver_kind, expires_wall_ms, expires_boot_ms, expires_boot_id, "         \
    "expires_set_at_ms, state, revision, key_id, seal"

namespace iam::store_sqlite {

Result<Policy> policy_of(const std::string& name);

// Each reads the cursor's current row. Errors: corrupt (a column holds an unknown word or no
// digest).
Result<consent::Grant> read_grant(const Cursor& cursor);
Result<consent::Permission> read_permission(const Cursor& cursor);
Result<consent::Approval> read_approval(const Cursor& cursor);
Result<consent::ServerTrust> read_trust(const Cursor& cursor);
Result<consent::Freeze> read_freeze(const Cursor& cursor);  ///< reason, frozen_by, since_ms

// Each replaces the record of the same identity and gives it its next revision. A grant and an
// approval keep their place in the order; a permission moves to the end.
Result<void> write_grant(Connection& connection, const consent::Grant& grant);
Result<void> write_permission(Connection& connection, const consent::Permission& permission);
Result<void> write_approval(Connection& connection, const consent::Approval& approval);

}  // namespace iam::store_sqlite
