// Questions and answers as records.
#pragma once

#include "gate/state/call_state.hpp"
#include <iam/core/result.hpp>

#include <string>

namespace iam::gate {

/// The answer to a question.
struct Verdict {
    consent::Answer answer = consent::Answer::none;
    consent::Approver approver{};
    Digest shown_digest{};
    std::string reason{};  ///< of a refusal
    consent::CallScope scope = consent::CallScope::tool;
    std::optional<consent::FurtherCalls> further{};  ///< with "allow once"
    std::vector<InputValue> inputs{};  ///< With "allow once", if the question asks for input.
    /// Of the shown call, if the answering thread has it. Nothing: read from the record.
    std::optional<Digest> keys_digest{};
};

/// Records an answer other than `none`, with the permission of an "always" or the grant for further
/// calls. Every answer passes here. "Deny always" of an undo refuses this undo only. `contract`: of
/// the tool; nullptr if it is not registered here. Errors: conflict (no longer pending, or the tool
/// is denied always by now), invalid_argument (this may not be allowed here, or not always, or not
/// for further calls), unavailable.
Result<consent::Approval> record_verdict(RecordWriter& writer, consent::Approval pending,
                                         const Contract* contract, Verdict verdict,
                                         const Moment& now);

/// Records a "deny always" after somebody else has ended its question. The permission counts; the
/// approval stays as it is. Not for an undo.
Result<void> record_deny_always(RecordWriter& writer, const consent::Approval& approval,
                                const Contract* contract, Verdict verdict, const Moment& now);

/// Ends a pending question without an answer, with an entry that says why.
Result<void> close_question(RecordWriter& writer, consent::Approval pending,
                            consent::ApprovalState state, const std::string& why,
                            const Moment& now);

/// Adds the end of a question to a batch. Returns the draft of its entry.
ledger::EntryDraft& add_end(const Basis& basis, ledger::Batch& batch, consent::Approval ended,
                            consent::ApprovalState state, const std::string& why,
                            const Moment& now);

/// The recorded approver for a program's answer: no person.
consent::Approver program_as_approver();
bool is_by_program(const consent::Approval& approval);
/// True if an MCP client stated that its person has answered.
bool is_by_client(const consent::Approval& approval);
/// user_denied: the answer was no.
Refusal user_denied(consent::ApproverKind by, const std::string& reason);
/// The same refusal, with the reason from the record.
Refusal refused_by_record(const Basis& basis, const consent::Approval& approval);
/// The reason, or nothing if it may not be passed on.
std::string fit_reason(const std::string& reason);

/// Ends a pending question because a person wants other arguments. Errors: conflict, unavailable.
Result<void> record_edit(RecordWriter& writer, const consent::Approval& pending,
                         const Verdict& verdict, const std::string& why, const Moment& now);
/// The facts of an open question. They refer to its arguments.
consent::Facts facts_of_question(const Basis& basis, const consent::Approval& pending,
                                 const Contract& contract, const Moment& now);
/// The decision about the question's call now, without hooks. If the arguments are not recorded in
/// full, only a denial of all values is known; otherwise nothing.
Result<std::optional<consent::Ruling>> rule_on_question(const Basis& basis,
                                                        const consent::Approval& pending,
                                                        const Contract& contract,
                                                        const Moment& now);
/// Why the arguments cannot be edited at this question; empty if they can.
words::Sentences why_not_edit(const CallState& call);

/// The refusal of a call with an open question. Any reader of the record may answer it.
Refusal left_pending(const CallState& call);
/// The same, if the question is about an earlier, equal call.
Refusal left_pending(const CallState& call, const consent::Approval& question);

/// True if the recorded arguments are complete: equal to the tool's arguments.
bool is_whole(const Basis& basis, const consent::Approval& approval);
/// Why this run of the program can only deny the question; empty if it can allow it. `contract` as
/// for record_verdict.
words::Sentences why_only_deny(const Basis& basis, const consent::Approval& approval,
                               const Contract* contract);

/// A new approval for exactly this call.
consent::Approval new_approval(CallState& call, consent::ApprovalState state);

}  // namespace iam::gate
