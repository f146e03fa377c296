// The parts of an answer about other calls: permissions, and grants for further calls.
#pragma once

#include "gate/questions/approvals.hpp"

#include <optional>
#include <string>

namespace iam::gate {

/// The digest of the consent keys of the call in question. Nothing if its tool has none or the
/// record lacks their values.
std::optional<Digest> recorded_keys(const Basis& basis, const consent::Approval& approval,
                                    const Contract* contract);

/// Checks that hold wherever the answer is given. `contract`: of the tool; nullptr if it is not
/// registered here. Errors: invalid_argument.
Result<void> check_lasting(const Verdict& verdict, const consent::Approval& pending,
                           const Contract* contract, const Moment& now);

/// Adds the permission meant by "always", with its entry. The batch has the answer's entry.
void add_permission(RecordWriter& writer, const consent::Approval& approval,
                    const Contract* contract, const Verdict& verdict, const Moment& now,
                    ledger::Batch& batch);
/// Adds the grant for further calls, with its entry.
void add_further_grant(RecordWriter& writer, const consent::Approval& approval,
                       const Contract& contract, const Verdict& verdict, const Moment& now,
                       ledger::Batch& batch);
/// Commits an answer that allows more than one call. Tries again while others change the consent of
/// other calls.
Result<void> commit_lasting_allow(RecordWriter& writer, const consent::Approval& pending,
                                  const Contract& contract, const ledger::Batch& batch,
                                  const Moment& now);

/// Removes the end of an "allow always".
void end_never(consent::Permission& permission, const Moment& now);

/// Why "allow always" is not offered; empty if it is.
words::Sentences why_not_always(const CallState& call);
/// Why an answer may allow nothing beside this call; empty if it may.
words::Sentences why_not_further(const CallState& call);
/// Fills in, word for word, the permissions that "allow always" (unless refused) and "deny always"
/// would write.
void offer_always(const Basis& basis, const consent::Approval& approval,
                  consent::PromptRequest& request);

}  // namespace iam::gate
