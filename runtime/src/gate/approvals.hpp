// Questions and their answers, as records.
#pragma once

#include "call_state.hpp"
#include <iam/core/result.hpp>

#include <string>

namespace iam::gate {

/// What somebody answered to a question.
struct Verdict {
    consent::Answer answer = consent::Answer::none;
    consent::Approver approver{};
    Digest shown_digest{};
    std::string reason{};  ///< of a refusal
    consent::CallScope scope = consent::CallScope::tool;
    std::optional<consent::FurtherCalls> further{};  ///< with "allow once"
    std::vector<InputValue> inputs{};                ///< the same, where the question asks for some
    /// Of the call that was shown, where whoever answers has it. Nothing: as the record has it.
    std::optional<Digest> keys_digest{};
};

/// Records an answer other than `none`, with the permission that "always" stands for or the grant for
/// further calls; every way to answer comes through here. "Deny always" of an undo refuses this undo
/// only. `contract`: of the tool, nullptr where it is not registered here. Errors: conflict (no longer
/// pending, or a person has denied the tool always meanwhile), invalid_argument (it may not be allowed
/// here, or not always, or no further calls), unavailable.
Result<consent::Approval> record_verdict(Engine& engine, consent::Approval pending,
                                         const Contract* contract, Verdict verdict,
                                         const Moment& now);

/// Records a "deny always" whose question somebody else has ended: the permission counts, the approval stays as it is. Not for an undo.
Result<void> record_deny_always(Engine& engine, const consent::Approval& approval,
                                const Contract* contract, Verdict verdict, const Moment& now);

/// Ends a pending question without an answer, with an entry that says why.
Result<void> close_question(Engine& engine, consent::Approval pending, consent::ApprovalState state,
                            const std::string& why, const Moment& now);

/// Adds the same to a batch. Returns the draft of its entry.
ledger::EntryDraft& add_end(Engine& engine, ledger::Batch& batch, consent::Approval ended,
                            consent::ApprovalState state, const std::string& why,
                            const Moment& now);

/// Whom the record names for an answer that a program gave by itself: no person.
consent::Approver program_as_approver();
bool is_by_program(const consent::Approval& approval);
/// For a call that somebody answered with no, and why.
Refusal refused(bool by_program, const std::string& reason);
/// The same by what the record has of the answer.
Refusal refused_by_record(Engine& engine, const consent::Approval& approval);
/// The words of a refusal, or nothing if they may not be passed on.
std::string fit_reason(const std::string& reason);

/// Ends a pending question because a person wants other arguments. Errors: conflict, unavailable.
Result<void> record_edit(Engine& engine, const consent::Approval& pending, const Verdict& verdict,
                         const std::string& why, const Moment& now);
/// What an open question is about; refers to its arguments.
consent::Facts facts_of_question(const Engine& engine, const consent::Approval& pending,
                                 const Contract& contract, const Moment& now);
/// What would be decided about its call now, without hooks. Nothing: of arguments that are not recorded as they are only what denies all of them
/// can be told.
Result<std::optional<consent::Ruling>> rule_on_question(Engine& engine,
                                                        const consent::Approval& pending,
                                                        const Contract& contract,
                                                        const Moment& now);
/// Why the arguments cannot be edited at this question; empty if they can.
words::Sentences why_not_edit(const CallState& call);

/// For a call whose question stays open: whoever reads the record may answer it.
Refusal left_pending(const CallState& call);

/// True if the arguments in the record are those that the tool would get.
bool is_whole(const Engine& engine, const consent::Approval& approval);
/// Why this run of the program can only deny it; empty if it can allow it. `contract` as for
/// record_verdict.
words::Sentences why_only_deny(const Engine& engine, const consent::Approval& approval,
                               const Contract* contract);

/// A new approval for exactly this call.
consent::Approval new_approval(CallState& call, consent::ApprovalState state);

}  // namespace iam::gate
