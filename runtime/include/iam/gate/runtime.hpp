// The one place that executes tools. Every call goes through this order (in ARCHITECTURE.md, "the
// life of one call").
//
//   1 look up                          tool_not_found
//   2 denied for all arguments         policy_denied
//   3 read, validate, apply defaults   invalid_arguments
//   4 decide; interceptors.on_resolve  policy_denied
//   5 preview, if consent is due
//   6 grant, permission, approval, or ask   confirmation_required, user_denied, no_decision
//   7 interceptors.before_execute      the veto's own code
//   8 one store commit: expectations, consumed consent, INTENT   stale_approval, ledger_unavailable
//   9 the function, holding a Permit   tool_failed, cancelled, timed_out, requires_user_input
//  10 OUTCOME durable                  outcome_unknown
//  11 interceptors.after_execute       interceptor_failed
//  12 on_audit, listeners
//
// Consent by hand is in <iam/gate/consent.hpp>, the record in <iam/gate/records.hpp>.
#pragma once

#include <iam/gate/parts.hpp>
#include <iam/tool/log.hpp>
#include <iam/tool/progress.hpp>

#include <tl/expected.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace iam {
struct ClientQuestion;  // <iam/tool/client.hpp>
}

namespace iam::gate {

struct Engine;  // private to runtime/src/gate
class Consent;
class Records;

struct CallOptions {
    /// The host vouches for a person's consent to exactly this value. Makes and consumes an
    /// approval, recorded as host_assertion, never as a person. Does not lift a deny.
    bool confirmed = false;
    /// The id of an approval given for exactly this call: consumes it. If it gave input to a
    /// function, the waiting call goes on.
    std::string approval{};
    /// If the approval named is an unanswered question about the call, puts this question to the
    /// prompter once more; nothing new is recorded. Without a prompter, and for requests for input
    /// and undos, the call is confirmation_required or requires_user_input as before.
    bool asks_again = false;
    /// If no approval is named, takes up an open approval of exactly this call, as though it were
    /// named. It has the same tool, contract, arguments, subject, kind of proposer, model and
    /// provider. The ids of call, conversation and request do not matter. So a client without a way
    /// to name approvals repeats its call, and after the answer it runs once.
    ///
    /// A given approval is used. It goes before a permission and a grant too, so no answer is left
    /// over. If there is only a pending one, the call is confirmation_required with its id: no
    /// second question is recorded, and a prompter is not asked. If a permission or a grant allows
    /// the call, the pending question is withdrawn instead. A given one goes before a pending one,
    /// and the oldest goes first. The following are not taken up: refused approvals, requests for
    /// input, and undos. Nor is anything looked for if a policy, a rule or `confirmed` allows the
    /// call.
    ///
    /// If equal calls arrive at the same moment, each may still ask.
    bool takes_open_question = false;
    std::stop_token stop{};  ///< a request cancels the call if possible
    /// Hears the function's progress (Progress::report), without secrets of the arguments, on the
    /// thread of the function. After a question for input the function counts anew. After a
    /// time-out only a report under way may still come.
    Progress::Listener on_progress{};
    /// Hears the function's log messages (Context::log), without secrets of the arguments, on the
    /// thread of the function. Undos tell nobody. After a time-out only a message under way may
    /// still come.
    LogListener on_log{};
    /// Asks the client for the function (Context::elicit, sample, list_roots), on the thread of the
    /// function. Empty: nobody can be asked. Its exceptions are errors of the question.
    std::function<std::vector<Result<std::string>>(const std::vector<ClientQuestion>&)>
        ask_client{};
};

/// The call that an undo by a recipe makes (Contract::also_calls).
struct UndoCall {
    ToolId tool{};
    std::string arguments{};  ///< canonical JSON
};

/// The call that an undo would take back, by the record and the tool.
struct UndoOutlook {
    ledger::EntryId entry{};  ///< the outcome of the call
    ToolId tool{};
    std::string arguments{};  ///< as recorded; secret members are replaced
    std::string result{};     ///< the function's result; empty for void
    /// The call that the undo makes in its place, if the tool has a recipe.
    std::optional<UndoCall> calls{};
    /// The end of the undo window. Nothing: the tool sets none.
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> until{};
    /// About a call of the tool now. Where it asks, a person's undo is its own consent.
    consent::Decision decision{};
    /// True if a managed rule wants a person to be asked about each call: then a person's undo is
    /// asked about, too.
    bool wants_person = false;
    /// Outcomes of later calls that changed the same objects and were not undone, newest first, as
    /// far as Settings::later_entries_max reaches. Undo them before, in this order.
    std::vector<ledger::EntryId> later{};
    /// Intents of calls begun later and without an outcome yet. While there is one, only a person
    /// can undo the call, with UndoRequest::despite_later.
    std::vector<ledger::EntryId> unsettled{};
};

struct ReconcileRequest {
    ledger::EntryId entry{};  ///< the intent of a call with an unknown outcome
    Subject by{};
    Proposer proposer{.kind = Proposer::Kind::person};
};

/// A person's report about an undo with an unknown outcome.
struct UndoSighting {
    ledger::EntryId entry{};  ///< the undo_intent
    bool happened = false;
    std::string reason{};  ///< how they know, for the record: 1 to 1024 bytes
    Subject by{};
};

struct UndoRequest {
    ledger::EntryId entry{};  ///< any entry of the call to take back
    Subject subject{};
    Proposer proposer{.kind = Proposer::Kind::person};
    CallOptions options{};
    /// Undo although later calls changed the same objects (Context::touch). Counts for a person
    /// only.
    bool despite_later = false;
    /// The id of the call whose function asks for the undo: it does not count as a later call.
    std::string within_call{};
    /// The person whose request this is, and the place, for the record. Counts only where the
    /// request is its own consent.
    std::optional<consent::Approver> approver{};
};

/// Executes the calls of tools. Thread-safe. Starts no thread until a tool needs one.
///
/// Threads: a function runs on the thread of call() or start(), unless Parts::place puts it
/// elsewhere. After a question, call() goes on on its own thread, and start() on the thread of the
/// reply. A tool with Contract::timeout runs on a worker. The limit holds for its wait for a
/// worker, and again for its run. An overdue function is asked to stop and the caller is answered
/// (timed_out); its outcome is recorded when it ends. The preview of a tool with a limit runs on a
/// worker of another kind, within the same limit. If it is overdue, the question has no preview and
/// says why. Other previews run on the thread of the call.
///
/// Questions: one at a time, in order of arrival. Each is decided again when its turn comes, when
/// consent changes while it stands (as soon as the prompter asks PromptTicket::settled), and after
/// its answer. An allowed call runs before its thread shows another question. start() has no thread
/// of its own, so its question is shown by the next thread that finishes its call. If the prompter
/// blocks, a call() on this thread returns later. A call() from within a function goes first.
///
/// Changed arguments: a person's edit (consent::Answer::edit) ends the question and the call. So
/// does a hook's change (CallView::change_arguments). A new call with an id of its own goes through
/// all steps, for the same proposer, on the same thread. The caller gets the reply of the new call.
/// It names the change.
///
/// A call() from a prompter, a hook or a listener cannot wait for its own thread. If a person must
/// be asked, it is confirmation_required and its approval stays pending. A start() gets its turn.
///
/// Destruction admits nobody and answers the calls waiting for a person: cancelled. Their approvals
/// stay pending, except approvals with an Approval::instance. It asks running functions to stop,
/// waits for them and records them. It must not happen on a thread inside a function, hook,
/// listener or completion.
class Runtime {
 public:
    explicit Runtime(Parts parts, Settings settings = {});
    ~Runtime();
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;

    using Completion = std::function<void(ToolResult)>;
    /// The primitive: completes inline unless a question or a worker suspends the call. Calls
    /// on_result exactly once and ignores its exceptions.
    ///
    /// A call id from the host is used for one value. A repetition is not run again: it is answered
    /// from the record (or outcome_unknown). Another value under the id is invalid_arguments.
    /// Without Settings::audit there is no record: only a repetition while the first call is under
    /// way is noticed, and a later one runs again.
    void start(Call call, CallOptions options, Completion on_result);
    /// start, and wait.
    ToolResult call(Call&& call, CallOptions options = {});
    ToolResult call(const Call& call, CallOptions options = {}) {
        return this->call(Call(call), std::move(options));
    }
    /// start; never waits.
    void submit(Call call, Completion on_result) {
        start(std::move(call), {}, std::move(on_result));
    }

    /// The effect of a call, by the tool's preview. The call is validated first; nothing is
    /// decided, spent or recorded. Nothing if the tool has no preview. Works for denied tools,
    /// except with Contract::also_calls: policy_denied while the tool or one of these is denied for
    /// all arguments. A time limit holds for the wait for a thread, and again for the run:
    /// timed_out.
    tl::expected<std::optional<Preview>, ToolResult> preview(Call call);

    /// Takes a recorded call back, at most once, with its original arguments and the function's own
    /// result. It is a call: gated and recorded. A person's request is its own consent (a deny
    /// stops it, and a managed rule with only_person asks about it). Others' requests must be
    /// allowed or confirmed, and the call must be of the same user and workspace. Any entry of the
    /// call names it.
    ToolResult undo(UndoRequest request);
    /// The answer undo() would find: its refusal, or the call to take back. Nothing is run, asked,
    /// spent or recorded, and no interceptor is asked. Does not use `options`.
    tl::expected<UndoOutlook, ToolResult> explain_undo(UndoRequest request);
    /// Outcomes of a session's calls that can be undone, newest first. Undo them in this order.
    /// They are of exactly this user, workspace and session, succeeded, were not undone, and their
    /// tool has an undo here. Reads the newest Settings::later_entries_max entries. Errors:
    /// invalid_argument (no session, no record), unavailable, corrupt.
    Result<std::vector<ledger::EntryId>> undoable(const Subject& subject);
    /// Makes an undone call once more: a new call with the recorded arguments, through all steps,
    /// for the party of the request. Refused if it was not undone (nothing_to_redo), or its
    /// arguments are not recorded in full (undo_incompatible).
    ToolResult redo(UndoRequest request);

    /// Finds out the end of a call with an unknown outcome. Asks the tool's reconcile function, on
    /// this thread, and records its answer: from then on the call has an outcome, and can be
    /// undone. Success: it happened, with its result as recorded. did_not_happen otherwise. If the
    /// function fails, its code: the end is still not known, and this is recorded too. Nothing is
    /// decided or spent. Refused, with nothing run or recorded: outcome_unknown (the call is under
    /// way in this Runtime), nothing_to_reconcile, reconcile_not_supported (no such tool or
    /// function here), reconcile_incompatible (the tool changed, or its arguments are not kept),
    /// entry_not_found, audit_disabled, ledger_unavailable. If another program still runs the call,
    /// its later outcome stands beside this one as a note.
    ToolResult reconcile(const ReconcileRequest& request);

    /// Records a person's report about an undo with an unknown outcome: a reconcile and the undo's
    /// outcome in one. Success: the call is undone. did_not_happen: it is not, and can be undone
    /// again. Refused, with nothing recorded: outcome_unknown (the undo is under way in this
    /// Runtime), nothing_to_reconcile (no undo, or its outcome is known), invalid_arguments (the
    /// reason), entry_not_found, audit_disabled, ledger_unavailable. A later outcome by another
    /// program stands beside this one as a note.
    ToolResult settle_undo(const UndoSighting& sighting);

    /// Policies, grants, permissions, approvals and freezes, on the same store and engine.
    Consent consent() const;
    /// Erasure, retention, checkpoints and listeners.
    Records records() const;

 private:
    std::shared_ptr<Engine> engine_;
};

}  // namespace iam::gate
