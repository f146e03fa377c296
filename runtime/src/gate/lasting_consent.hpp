// What an answer says of other calls than the one it answers: permissions, and grants for further calls.
#pragma once

#include "approvals.hpp"

#include <optional>
#include <string>

namespace iam::gate {

/// Of the consent keys of the call that is asked about. Nothing: its tool has none, or the record does not have their values.
std::optional<Digest> recorded_keys(const Engine& engine, const consent::Approval& approval,
                                    const Contract* contract);

/// What holds wherever the answer is given. `contract`: of the tool, nullptr where it is not registered here. Errors: invalid_argument.
Result<void> check_lasting(const Verdict& verdict, const consent::Approval& pending,
                           const Contract* contract, const Moment& now);

/// The permission that "always" stands for, with its entry; the batch has that of the answer.
void add_permission(Engine& engine, const consent::Approval& approval, const Contract* contract,
                    const Verdict& verdict, const Moment& now, ledger::Batch& batch);
/// The same of the grant for further calls.
void add_further_grant(Engine& engine, const consent::Approval& approval, const Contract& contract,
                       const Verdict& verdict, const Moment& now, ledger::Batch& batch);
/// Of what allows more than one call. Looks again while others change the consent of other calls.
Result<void> commit_lasting_allow(Engine& engine, const consent::Approval& pending,
                                  const Contract& contract, const ledger::Batch& batch,
                                  const Moment& now);

/// Makes an "allow always" one that has no end by itself.
void end_never(consent::Permission& permission, const Moment& now);

/// Why "allow always" is not offered; empty if it is.
words::Sentences why_not_always(const CallState& call);
/// Why an answer may allow nothing beside this call; empty if it may.
words::Sentences why_not_further(const CallState& call);
/// Word for word what "allow always", where nothing refuses it, and "deny always" would write.
void offer_always(const Engine& engine, const consent::Approval& approval,
                  consent::PromptRequest& request);

}  // namespace iam::gate
