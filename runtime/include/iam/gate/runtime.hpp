// The one place that executes tools: every call goes through the order that ARCHITECTURE.md calls
// "the life of one call".
//
//   1 look up                          tool_not_found
//   2 denied whatever the arguments    policy_denied
//   3 read, validate, apply defaults   invalid_arguments
//   4 decide; interceptors.on_resolve  policy_denied
//   5 preview, if consent is due
//   6 grant, permission, approval, or ask   confirmation_required, user_denied, no_decision
//   7 interceptors.before_execute      the veto's own code
//   8 one store commit: expectations, what is consumed, INTENT   stale_approval, ledger_unavailable
//   9 the function, holding a Permit   tool_failed, cancelled, timed_out, requires_user_input
//  10 OUTCOME durable                  outcome_unknown
//  11 interceptors.after_execute       interceptor_failed
//  12 on_audit, change listeners
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/consent/rules.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/executor.hpp>
#include <iam/gate/interceptor.hpp>
#include <iam/ledger/checkpoint.hpp>
#include <iam/ledger/retention.hpp>
#include <iam/ledger/store.hpp>
#include <iam/tool/progress.hpp>
#include <iam/tool/registry.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace iam::gate {

struct Engine;  // private to runtime/src/gate

/// What a Runtime is built from. The references outlive it.
struct Parts {
    Registry& registry;
    ledger::Store& store;
    const Clock& clock;
    Entropy& entropy;
    consent::Prompter* prompter = nullptr;  ///< nullptr: a question leaves a pending approval
    std::vector<std::shared_ptr<Interceptor>> interceptors{};
    consent::RuleSource* rules = nullptr;  ///< asked with every call; nullptr: there are no rules
    /// Whether this approver may allow this question: asked once with each answer that allows, wherever it was put; not about the host's
    /// own assertion. Empty: whoever answers may. A no, or what it throws, leaves the question open for others (the call that waited is
    /// confirmation_required). A refusal is anybody's. From several threads at once.
    std::function<bool(const consent::Approver&, const consent::Approval&)> may_approve{};
    /// What a change of a tool does to what was allowed before it: gate::judge_change (judge_change.hpp), which iam::host gives. nullptr: every
    /// change of the consent digest suspends it, and a question says of none what it was.
    consent::JudgeChange judge_change = nullptr;
    /// Where the functions of a tool run, those of its undos too; asked before each. Their previews do not (see Runtime), nor does anything else. The
    /// thread of the call waits for its turn and for the executor, after the intent; a stop (of the host, of a freeze, of a time limit) before the function
    /// has begun ends that: `cancelled`, recorded, the function was not called. Empty: on the thread of the call, any number at once. Where it throws, or
    /// gives no executor for a Contract::executor, the function is not called.
    /// From several threads at once.
    std::function<Placement(const Contract&)> place{};
    /// Which build of the application runs, for the record: iam::build_id() of <iam/core/build_id.hpp>, or a word of the host's own.
    std::string build{};
};

struct Settings {
    consent::Settings consent{};
    std::chrono::milliseconds approval_lifetime{std::chrono::minutes{10}};
    /// How many questions are put to the prompter for one user, workspace and session while this Runtime lives. One more leaves its
    /// approval pending, as without a prompter, and the reply says how the others were answered. Nothing: there is no such bound.
    std::optional<std::uint32_t> questions_per_session_max{};
    /// How many questions of one user in one workspace may be open in the store. A call that would
    /// ask one more is refused (quota_exceeded). Processes that ask at the same moment may exceed
    /// it by one each.
    std::size_t open_questions_max = 1000;
    /// How much calls of one session (Subject::session, of one user in one workspace; not empty) put on record, about, in whatever processes on this
    /// store, so that none fills the disk. More are quota_exceeded; what runs is recorded all the same. Of other Runtimes this one knows by notes
    /// that each leaves by lot, 64 to a quota. Nothing: there is no such bound.
    std::optional<std::uint64_t> record_bytes_per_session_max{std::uint64_t{256} << 20};
    /// A call that is refused as the one before was, where no person was asked, is counted for this long and has no entry of its own: the
    /// reply names that of the first. The number is recorded with the next refusal after that, or when the Runtime ends; a crash loses it. 0:
    /// each has an entry.
    std::chrono::milliseconds repeated_refusal_window{std::chrono::minutes{1}};
    std::size_t arguments_bytes_max = std::size_t{1} << 20;
    std::size_t result_bytes_max = std::size_t{16} << 20;
    /// How many entries behind a call an undo looks at for later calls that changed the same, and undoable() at the end of the ledger. Where
    /// there are more, the undo of a call that says what it changed is refused (undo_depends).
    std::size_t later_entries_max = 100'000;
    std::size_t preview_bytes_max = std::size_t{64} << 10;
    unsigned workers_max =
        4;  ///< threads for tools with timeout_ms, and as many for their previews; started on first use
    /// false: nothing is recorded, nothing can be undone (audit_disabled), and a call id that comes
    /// again runs again; consent still holds.
    bool audit = true;
    /// For a store that several processes share: while functions run, a thread watches it, so that a freeze by another process asks them
    /// to stop. Without it only freeze() of this Runtime does. Callbacks on the stop tokens (`std::stop_callback`) then run on that thread,
    /// and while one of them runs it looks at nothing: keep them short. A freeze that is thawed again between two looks asks nobody to
    /// stop; it denied the calls that came meanwhile all the same.
    bool watch_for_freeze = false;
};

struct CallOptions {
    /// The host vouches that a person confirmed exactly this value: makes and consumes an approval,
    /// recorded as host_assertion, never as a person. Does not lift a deny.
    bool confirmed = false;
    /// Id of a given approval for exactly this call: consumes it. One that gave a function its input goes on with the call that waits for it.
    std::string approval{};
    std::stop_token stop{};  ///< request: the call is cancelled where it can be
    /// Hears how far the function is, as often as that says so (Progress::report), without secrets of the arguments: on the thread that
    /// runs it, which waits meanwhile. A function that asks for input counts anew when it goes on. Of a function whose time limit has
    /// ended it hears no more once the caller has its reply, but for a report that was under way.
    Progress::Listener on_progress{};
};

/// A person's (or a program's) answer to a pending approval.
struct ApprovalAnswer {
    std::string approval{};
    consent::Answer answer = consent::Answer::none;
    consent::Approver approver{};
    /// model and mcp_client are refused. A program's answer is recorded as that (`approver` does not count) and is about this call
    /// alone; it allows nothing about which a managed rule wants a person.
    Proposer::Kind principal = Proposer::Kind::person;
    Digest shown_digest{};
    consent::CallScope scope = consent::CallScope::tool;  ///< of an "always"
    std::optional<consent::FurtherCalls> further{};       ///< with `allow_once` of a person only
    /// Why it is refused, for whoever proposed the call: at most consent::k_reason_bytes_max of UTF-8, with a refusal only. No control
    /// characters but line ends and tabs.
    std::string reason{};
    /// With `allow_once`: what a function asked for (PromptRequest::inputs), all of it and nothing else.
    std::vector<InputValue> inputs{};
};

/// Why a call would be allowed, asked about or denied.
struct Explanation {
    struct Line {
        std::string id{};
        consent::RuleScope scope{};
        Policy effect = Policy::confirm;
        std::string place{};
        bool speaks = false;  ///< about this call, now
    };
    consent::Decision decision{};
    std::vector<Line> rules{};  ///< that are about the tool, the strictest first
};

/// What an undo would take back, as far as the record and the tool say.
struct UndoOutlook {
    ledger::EntryId entry{};  ///< the outcome of the call
    ToolId tool{};
    std::string arguments{};  ///< as recorded; secret members are replaced
    std::string result{};     ///< what the function returned; empty for void
    /// When it will be too late; nothing: the tool sets no time.
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> until{};
    /// About a call of the tool now; a person's undo is its own consent where this asks.
    consent::Decision decision{};
    /// Later calls that changed the same and stand, as far as Settings::later_entries_max reaches: undo them before, in this order. Outcomes,
    /// newest first.
    std::vector<ledger::EntryId> later{};
    /// Intents of calls that began later and have no outcome yet. While there is one, only a person
    /// who says so (UndoRequest::despite_later) undoes the call.
    std::vector<ledger::EntryId> unsettled{};
};

/// What was allowed or denied beforehand and has ended, as it was.
struct Revoked {
    std::vector<consent::Grant> grants{};
    std::vector<consent::Permission> permissions{};
    std::vector<consent::BrokenRecord>
        broken{};  ///< that stood in the place of a grant or permission

    std::size_t count() const noexcept {
        return grants.size() + permissions.size() + broken.size();
    }
};

/// What a grant allows and when it ends: whatever comes first. Without terms: every call of the tool, until it is revoked.
struct GrantTerms {
    std::optional<std::uint32_t> uses{};  ///< at least 1
    std::optional<std::chrono::milliseconds> duration{};
    /// Of exactly this value: JSON text that is read as call() would read it, defaults applied. Not stored but in the grant's entry,
    /// without secrets.
    std::optional<std::string> arguments{};
    /// Of every value with the same consent keys as `arguments`, which is needed.
    bool keys_only = false;
};

struct ReconcileRequest {
    ledger::EntryId entry{};  ///< the intent of a call whose outcome is not known
    Subject by{};
    Proposer proposer{Proposer::Kind::person, {}, {}, {}, {}};
};

/// What a person saw of an undo whose outcome is not known.
struct UndoSighting {
    ledger::EntryId entry{};  ///< the undo_intent
    bool happened = false;
    std::string reason{};  ///< how they know, for the record: 1 to 1024 bytes
    Subject by{};
};

struct UndoRequest {
    ledger::EntryId entry{};  ///< any entry of the call to take back
    Subject subject{};
    Proposer proposer{Proposer::Kind::person, {}, {}, {}, {}};
    CallOptions options{};
    /// Also where later calls that changed the same stand (Context::touch). Only a person can wish that; of others it says nothing.
    bool despite_later = false;
};

/// Which recorded values are to be gone for good.
struct Erasure {
    std::vector<ledger::EntryId>
        entries{};         ///< 1 to 10,000; each stands for all entries of its call
    std::string reason{};  ///< for the record: 1 to 1024 bytes
    Subject by{};
    /// Leave the values of calls that have not ended, or of which nobody knows how; without it one such call is a conflict.
    bool leave_open_calls = false;
};

/// Which recorded values have been kept for long enough.
struct RetentionRequest {
    ledger::Retention retention{};
    Subject by{};
    bool dry_run = false;  ///< only say which calls there are
};

struct Retained {
    std::size_t calls = 0;  ///< whose time is over, and of which something is still kept
    std::size_t entries = 0;
    std::size_t values = 0;
    std::size_t left = 0;  ///< calls that have not ended, or of which nobody knows how
};

struct CheckpointRequest {
    Subject by{};
    /// From the next checkpoint on this key signs, and the one of now no more.
    std::optional<PublicKey> next_key{};
};

struct Erased {
    std::size_t entries = 0;  ///< that had values
    std::size_t values = 0;
    std::size_t left = 0;  ///< entries that were named and left, see Erasure::leave_open_calls
};

/// Thread-safe. Starts no thread until a tool needs one.
///
/// Threads: a function runs on the thread that called call() or start(), unless Parts::place has it run elsewhere. After a prompt, call()
/// goes on on its own thread, start() on the one that brought the reply. A tool with
/// Contract::timeout runs on a worker: it may wait that long for one and then run that long; when it
/// is overdue it is asked to stop and the caller is answered (timed_out), its outcome is recorded
/// when it ends. Its preview runs on a worker of another kind within the same limit; where it is overdue, the question stands without one and says why.
/// Other previews run on the thread of the call.
///
/// Prompts: one question at a time, in the order in which they came up; each is decided again when
/// its turn comes, when consent changes while it stands (as soon as the prompter asks PromptTicket::settled), and after its answer. What was
/// allowed runs before its thread puts another question. A question of start() that came up meanwhile has no thread of its own: one that is done with its call puts it (a call() then
/// returns after that, where the prompter blocks), so a long function may keep it waiting; a call() from within a function goes first.
/// A person who edits the arguments (consent::Answer::edit) ends the question and the call, and so does a hook that changes them
/// (CallView::change_arguments); a new one with an id of its own goes through all steps, for the same proposer, on the thread of the old one,
/// and its reply is what the caller gets, in which it says so.
/// A call() from where a question is put or its answer recorded (a prompter, a hook, a listener) cannot wait for that thread: if a person
/// must be asked, it is confirmation_required and its approval stays pending; a start() gets its turn.
///
/// Destruction lets nobody in, answers those who wait for a person (cancelled; their approvals stay
/// pending, except those with an Approval::instance), requests a stop of what runs, waits for it and records it. It must not happen on a
/// thread that is inside: in a function, hook, listener or completion.
class Runtime {
 public:
    explicit Runtime(Parts parts, Settings settings = {});
    ~Runtime();
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;

    using Completion = std::function<void(ToolResult)>;
    /// A call id that the host gives is used for one value: a repetition is not run again but
    /// answered from the record (or outcome_unknown), another value under it is invalid_arguments.
    /// Without Settings::audit there is no record: only a repetition while the first one is under way is
    /// noticed, a later one runs again.
    /// The primitive: completes inline when nothing suspends (only a prompt or a worker does).
    /// on_result is called exactly once; what it throws is ignored.
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

    /// What the tool says it would do; the call is validated first, nothing is decided, spent or
    /// recorded. Works for denied tools. Nothing where the tool has no preview. Of a tool with a time limit it waits for a thread and runs no longer
    /// than that each: timed_out.
    tl::expected<std::optional<Preview>, ToolResult> preview(Call call);

    /// Takes a recorded call back, at most once, with the original arguments and what the function
    /// itself returned. It is a call: gated, recorded. Asked by a person it is its own consent
    /// (a deny stops it, and a managed rule with only_person has it asked about); asked by anything
    /// else it must be allowed or confirmed, and the call must have been made for the same user and
    /// workspace. Any entry of the call names it.
    ToolResult undo(UndoRequest request);
    /// What undo() would find: its refusal, or what it would take back. Nothing is run, asked, spent or recorded, and no interceptor is
    /// asked; `options` are not used.
    tl::expected<UndoOutlook, ToolResult> explain_undo(UndoRequest request);
    /// What of a session can be taken back, in the order in which to do it, newest first: outcomes of the calls of exactly this user,
    /// workspace and session that succeeded and stand, and whose tool has an undo here. Looks at the newest Settings::later_entries_max entries. Errors:
    /// invalid_argument (no session, no record), unavailable, corrupt.
    Result<std::vector<ledger::EntryId>> undoable(const Subject& subject);
    /// The call that an undo took back, once more: a new call with the recorded arguments, through all steps, for whoever asks. Refused
    /// where it was not undone (nothing_to_redo), and where the arguments are not recorded in full (undo_incompatible).
    ToolResult redo(UndoRequest request);

    /// Finds out what became of a call whose outcome is not known: asks the tool's reconcile function, on this thread, and records what it
    /// says; from then on the call has an outcome, and can be undone as if it had ended so. Success: it happened, with its result as it is recorded;
    /// did_not_happen; whatever the function fails with: it is still not known, which is recorded too. Nothing is decided or spent. Refused, with
    /// nothing run or recorded: outcome_unknown (the call is under way in this Runtime), nothing_to_reconcile, reconcile_not_supported (no such
    /// tool or function here), reconcile_incompatible (the tool changed, or its arguments are not kept), entry_not_found,
    /// audit_disabled, ledger_unavailable. Another program may still run it: where its outcome comes after all, it stands beside this one as a note.
    ToolResult reconcile(const ReconcileRequest& request);

    /// What a person saw of an undo whose outcome is not known, which no function is asked about: recorded as a reconcile and the undo's outcome in one.
    /// Success: the call is undone; did_not_happen: it is not, and can be undone again. Refused, with nothing recorded: outcome_unknown (the undo is
    /// under way in this Runtime), nothing_to_reconcile (no undo, or its outcome is known), invalid_arguments (the reason), entry_not_found,
    /// audit_disabled, ledger_unavailable. Another program may still run it: where its outcome comes after all, it stands beside this one as a note.
    ToolResult settle_undo(const UndoSighting& sighting);

    // Consent, by hand. All of them are recorded.
    Result<void> set_policy(const ToolId& tool, std::optional<Policy> policy,
                            const Subject& by = {});
    Result<std::optional<Policy>> stored_policy(const ToolId& tool);
    /// What would be decided now, arguments unknown, so that no rule with conditions on them speaks; spends nothing.
    Result<consent::Decision> peek(const ToolId& tool, const Subject& subject = {});
    /// What would be decided about this call, and what each rule about its tool has to do with it;
    /// the call is validated first. Interceptors are not asked; nothing is spent or recorded.
    tl::expected<Explanation, ToolResult> explain(Call call);
    // A grant is for exactly this user and workspace; an empty session or agent means any. Errors: not_found (no such tool),
    // invalid_argument (no uses at all, arguments that the tool does not take), unavailable.
    Result<consent::Grant> grant(const ToolId& tool, const GrantTerms& terms,
                                 const Subject& subject = {});
    // The usual terms.
    Result<consent::Grant> grant_once(const ToolId& tool, const Subject& subject = {});
    Result<consent::Grant> grant_for(const ToolId& tool, std::chrono::milliseconds duration,
                                     const Subject& subject = {});
    Result<consent::Grant> grant_until_cleared(const ToolId& tool, const Subject& subject = {});
    Result<Revoked> revoke(const std::string& id,
                           const Subject& by = {});  ///< a grant or a permission; not_found
    /// An "allow always" ends that long from now instead of later. Errors: not_found, invalid_argument (a denial, which has no end; no time, for which
    /// there is revoke(); no sooner than it ends anyhow), conflict (it was changed meanwhile: look again), unavailable.
    Result<consent::Permission> shorten(const std::string& permission,
                                        std::chrono::milliseconds duration, const Subject& by = {});
    /// The other way: later, or without a duration no end by itself; a change of the tool, and that nobody uses it, end it as ever. For people, as
    /// grant() is. Errors: as of shorten(), and invalid_argument where it no longer holds, or the tool is not here or states that it is
    /// destructive.
    Result<consent::Permission> extend(const std::string& permission,
                                       std::optional<std::chrono::milliseconds> duration,
                                       const Subject& by = {});
    // These take what allows, of every user, and leave every "deny always": revoking many never loosens.
    Result<Revoked> revoke_tool(const ToolId& tool, const Subject& by = {});
    Result<Revoked> revoke_all(const Subject& by = {});
    /// Usable ones only.
    Result<std::vector<consent::Grant>> grants();
    Result<std::vector<consent::Permission>> permissions();

    Result<std::vector<consent::Approval>> pending_approvals();
    /// A pending question as its record has it, perhaps of another process: for a Prompter here, whose reply goes to answer(). Errors:
    /// not_found, conflict (no longer pending, the tool is not registered here in the form that was asked about, or the call would be denied by
    /// now whatever is answered), unavailable.
    Result<consent::PromptRequest> question(const std::string& approval);
    /// Records the answer; "always" also writes the permission it stands for. Does not run the
    /// call. The arguments cannot be edited here: withdraw it and propose another call. A question with an Approval::instance is only allowed by that run of the program; elsewhere it can be denied. Errors:
    /// not_found, conflict (no longer pending), invalid_argument (this may not be answered, or not so, or not here), unavailable.
    Result<consent::Approval> answer(const ApprovalAnswer& answer);
    Result<void> withdraw(const std::string& approval, const Subject& by = {});

    /// Denies every call in every process on this store, from the next one on, whatever allows it: undos and answered questions too, and
    /// no interceptor lifts it. Functions that run are asked to stop (Settings::watch_for_freeze), and may go on all the same. Another
    /// freeze replaces the reason. `reason` is for the record and for callers: 1 to 1024 bytes. Errors: invalid_argument, unavailable.
    Result<consent::Freeze> freeze(const std::string& reason, const Subject& by = {});
    /// Ends it. Errors: not_found (nothing is frozen), conflict (something was changed meanwhile: look again), invalid_argument,
    /// unavailable.
    Result<void> thaw(const std::string& reason, const Subject& by = {});
    Result<std::optional<consent::Freeze>> frozen();

    /// Erases arguments, results, previews, messages and their salts from the record, so that they are in no file of the store when it
    /// returns. The entries stay, the chain verifies, and what was erased, by whom and why is an entry itself, which
    /// keeps its values. An undo or a redo of such
    /// a call is no longer possible. Errors: invalid_argument, not_found (no such entry), conflict (a call that has not ended; nothing was erased),
    /// unavailable (nothing was erased, or it was and a file may still hold it: call it again).
    Result<Erased> erase(const Erasure& erasure);

    /// erase() of all calls whose time is over, with that as the reason. Reads the ledger once, oldest first. Errors as there; what was erased
    /// before one stays so.
    Result<Retained> retain(const RetentionRequest& request);

    /// Signs what the ledger is now, and records that; also where nothing happened since the last one, so that silence can be proved. The
    /// entry seals all before it. Keep a copy where the writers of the store cannot change it: `ledger::verify` compares. Errors: conflict
    /// (the last checkpoint names another key; or others wrote all the time), invalid_argument (a key that follows itself), unavailable, corrupt.
    Result<ledger::Checkpoint> checkpoint(const SigningKey& key,
                                          const CheckpointRequest& request = {});

    /// Called after each entry is durable, on the thread that wrote it; what it throws is ignored.
    /// Lives until the handle dies.
    using Listener = std::function<void(const ledger::StoredEntry&)>;
    [[nodiscard]] std::shared_ptr<void> on_change(Listener listener);

 private:
    std::shared_ptr<Engine> engine_;
};

/// The names of the inputs that an open question asks for. Empty: the question is about the call
/// itself. Reads no store.
std::vector<std::string> inputs_asked_by(const consent::Approval& approval);

}  // namespace iam::gate
