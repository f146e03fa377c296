// One call on its way through the gate: everything that its steps know. A value that one thread at
// a time works on.
#pragma once

#include "mailbox.hpp"
#include "permit_issuer.hpp"
#include "replies.hpp"
#include "secrets.hpp"
#include "standing_cache.hpp"
#include "workers.hpp"
#include <iam/core/boxed.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/tool/pinned_file.hpp>

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace iam::gate {

struct Engine;

/// Why a call is not run.
struct Refusal {
    std::string code{};
    std::string message{};
    std::vector<ValueError> errors{};
    std::optional<consent::Decision> decision{};  ///< where it differs from the call's own
    std::string approval{};
    std::vector<std::string> later{};  ///< ToolResult::later
    std::string cause{};               ///< what a hook threw: for the ledger, never for the caller
};

/// Random bytes, fetched for a whole call at once.
class RandomBlock {
 public:
    explicit RandomBlock(Entropy& entropy) noexcept : entropy_(entropy) {}
    std::string id();
    /// 48 bits of the time and 80 random ones, as in RFC 9562's version 7. Ids in the order of their time lie side by side in the index of a
    /// ledger: calls that are recorded together change one page of it, and a long ledger's is not read all over.
    std::string id_at(const Moment& now);
    std::array<std::uint8_t, 32> salt();
    std::uint64_t lot();

 private:
    template <std::size_t N>
    std::array<std::uint8_t, N> take();
    Entropy& entropy_;
    std::array<std::uint8_t, 112> bytes_{};  // an id and three salts: what most calls need
    std::size_t left_ = 0;
};

/// What an undo takes back.
struct UndoPlan {
    ledger::EntryId original{};  ///< the outcome
    std::string result{};        ///< what the function itself returned; empty for void
    Digest arguments_digest{};   ///< of the original call: exact grants are bound to it
    /// When the window ends in which the tool's calls can be undone; nothing: it has none.
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> until{};
    /// The outcome, where it says what the call changed and later calls that changed the same stand in the way.
    std::optional<ledger::StoredEntry> touching{};
    /// Up to which entries of each chain that was looked for, so that the commit of the intent sees what came behind them.
    std::vector<ledger::EntryId> looked_to{};
    /// What the call left, as it is recorded (Context::touch with a state).
    std::string states{};
};

/// Joins the stops of the host, of everybody (Stops) and of a time-out.
class StopLink {
 public:
    /// `own`: request() will be needed. Without it and without a host that stops, nothing is made.
    void connect(const std::stop_token& host, const std::stop_token& everybodys, bool own);
    void request() {
        if (joined_) joined_->source.request_stop();
    }
    const std::stop_token& token() const noexcept { return token_; }

 private:
    struct Forward {
        std::stop_source source;
        void operator()() { source.request_stop(); }
    };
    struct Joined {
        Joined(const std::stop_token& host, const std::stop_token& everybodys);
        std::stop_source source{};
        std::stop_callback<Forward> from_host;
        std::stop_callback<Forward> from_everybody;
    };
    std::unique_ptr<Joined> joined_{};
    std::stop_token token_{};
};

/// The value that a person or a hook wants instead, and the id of the call that will have it.
struct Edit {
    std::string arguments{};
    std::string call_id{};
    std::string interceptor{};  ///< empty: a person
};

struct CallState {
    CallState(std::shared_ptr<Engine> shared, Call&& proposed, CallOptions&& chosen,
              Runtime::Completion on_result);
    CallState(const CallState&) = delete;
    CallState& operator=(const CallState&) = delete;
    ~CallState();

    std::shared_ptr<Engine> engine;
    Call call;  ///< arguments: as they came until `prepared`, then the canonical text
    CallOptions options;
    Runtime::Completion completion;
    std::optional<Mailbox> own_mailbox{};
    Mailbox* mailbox = nullptr;             ///< of a thread that waits in Runtime::call()
    std::shared_ptr<CallState> replaces{};  ///< whose arguments were changed; has the mailbox
    int edits = 0;                          ///< how often by a person, up to this call
    int rewrites = 0;                       ///< how often by hooks since then
    Boxed<UndoPlan> undo{};
    RandomBlock random;
    bool id_from_host = false;
    bool is_active = false;  ///< its id is in engine->active

    FoundTool tool{};
    Moment now{};
    bool prepared = false;
    Digest arguments_digest{};
    std::optional<Digest> keys_digest{};  ///< of a tool with consent keys
    /// What may be stored of the arguments; nothing: all of them (see recorded_arguments()).
    std::optional<std::string> recorded_arguments{};
    Redaction redaction{};                ///< of a tool with secrets
    bool hook_changed_arguments = false;  ///< beyond that: the record does not have the value

    std::shared_ptr<const KnownStanding> known{};
    /// Under the contracts that KnownStanding::earlier names, as far as the value is known.
    std::vector<consent::EarlierArguments> earlier_arguments{};
    /// What people should hear of: why something does not count that would have allowed the call before the tool changed.
    std::vector<words::Sentences> changes{};
    bool reread = false;     ///< the store moved under us: read the standing anew
    bool just_read = false;  ///< the standing and the time, and nobody else's code has run since
    Boxed<consent::Decision> outright{};  ///< a deny that an interceptor may still lift
    /// Of the policies, grants and hooks, then what lifted it: KnownStanding::fixed, where that holds, or one of this call.
    std::shared_ptr<const consent::Decision> decided{};
    const consent::Decision& decision() const noexcept {
        return decided ? *decided : no_decision();
    }
    /// Once the standing is known: the decision says what must be said of its rules.
    void decide(consent::Decision&& other);
    static const consent::Decision& no_decision() noexcept;
    Policy floor = Policy::deny;  ///< hooks loosen no further
    bool wants_person = true;     ///< a host's word is not enough
    consent::Risk risk = consent::Risk::high;
    Boxed<Preview> preview{};
    std::string preview_text{};
    words::Sentences preview_failure{};
    /// Where a person agreed to this call: the files that the preview pinned, opened anew. Nothing: nobody was asked.
    std::optional<std::vector<std::shared_ptr<const PinnedFile>>> pins{};
    /// What the function reads through its Context, by key; and what it waits for now.
    std::vector<InputValue> inputs{};
    std::vector<InputRequest> asked{};
    int passes = 0;                       ///< how often the function asked for input
    bool resumes = false;                 ///< a call of another time, whose id it has
    Boxed<consent::Approval> approval{};  ///< asked for or given
    Boxed<Refusal> prompt_refusal{};      ///< how a prompt ended, if not with a yes
    std::shared_ptr<std::atomic<bool>> allowed_meanwhile{};  ///< or without a need for one
    Boxed<Edit> edit{};                                      ///< or with another call
    Boxed<consent::Decision> seen_by_hooks{};  ///< the decision that before_execute saw

    std::optional<Workers::Slot> slot{};
    std::stop_token everybodys_stop{};  ///< of all that run; taken before the intent
    StopLink stop{};
    ledger::EntryId intent{};
    std::mutex recording{};  ///< a late outcome and its time-out are written by two threads
    std::atomic<bool> answered{false};  ///< the caller has its reply
};

using CallPointer = std::shared_ptr<CallState>;

CallPointer make_call(const std::shared_ptr<Engine>& engine, Call&& call, CallOptions&& options,
                      Runtime::Completion on_result);

// read_call.cpp
/// Step 0, of calls and undos: texts from outside are bounded and UTF-8. Shortens what it refuses.
std::optional<Refusal> check_limits(CallState& call);
/// The same for the text of the arguments; part of step 3, since a denied tool answers that it is denied, whatever they are.
std::optional<Refusal> check_arguments_size(const CallState& call);
/// Step 1, and its limits.
std::optional<Refusal> find_called_tool(CallState& call);
/// Step 3 without what is recorded of it: the value.
std::optional<Refusal> read_arguments(CallState& call);
/// Steps 1 to 3. Nothing: go on.
std::optional<Refusal> read_call(CallState& call);

// decide.cpp
Refusal unavailable(const Error& error);
Refusal denied(const consent::Decision& decision);
/// What the decision is about; refers to the call.
consent::Facts facts_of(const CallState& call);
/// Reads the standing that holds now.
std::optional<Refusal> read_standing(CallState& call);
/// For decisions that count what was allowed under earlier contracts; after the standing and the arguments were read.
void read_earlier_arguments(CallState& call);
/// Adds to the reason of a question that the tool has changed.
void tell_changes(consent::Decision& decision);
/// Step 4: what holds right now. Nothing: it is not denied.
std::optional<Refusal> decide_now(CallState& call);
/// Step 7.
std::optional<Refusal> ask_for_vetoes(CallState& call);

// call_flow.cpp
/// Steps 1 to 3, then pass_gate.
void start_call(const CallPointer& call);
/// Steps 4 to 8, then execute; entered again after a prompt.
void pass_gate(const CallPointer& call);
/// Ends a call whose arguments were changed (CallState::edit), and starts the one that takes its place.
void start_edited(const CallPointer& call);
/// Ends a call that is not run: one terminal entry, then the answer.
void refuse(CallState& call, Refusal refusal);
/// Gives the caller its reply, once. From then on its id is no longer under way.
void answer(CallState& call, ToolResult&& result);
/// The same where memory ran out, or a part of the host threw: it needs no memory for a code of up to 15 bytes.
void answer_in_need(CallState& call, std::string_view code, std::string_view why) noexcept;
/// That before the function is called.
void give_up(CallState& call) noexcept;
/// `changed`: where a hook that may change the arguments leaves others.
CallView view_of(const CallState& call, std::optional<std::string>* changed = nullptr);

// consent_step.cpp
enum class Consent { given, asking, refused };
/// Steps 5 and 6. With `asking` a prompt has the call, or a refusal is in `refusal`.
Consent seek_consent(const CallPointer& call, std::optional<Refusal>& refusal);

// execute.cpp
/// Steps 9 to 12, on this thread or on a worker.
void execute(const CallPointer& call);
/// Step 11, also where a repeated call is answered from the record: what the hooks make of a reply whose outcome is durable.
ToolResult rewrite(const CallState& call, ToolResult reply);

// undo.cpp
/// Nothing: it may go on. Asked before each attempt to commit.
std::optional<Refusal> check_undo_state(const CallState& call);
/// What the record says of the call behind an entry, and whether it can be undone: without deciding or starting anything.
std::optional<Refusal> read_undo(CallState& call, const ledger::EntryId& entry);
void start_undo(const CallPointer& call, const UndoRequest& request);
/// Nothing: no later call stands on what the undo takes back.
std::optional<Refusal> check_later(CallState& call);
/// start_call() with the recorded arguments of a call that was undone.
void start_redo(const CallPointer& call, const ledger::EntryId& entry);
/// Who undoes, or does again.
Call call_for(UndoRequest& request);

}  // namespace iam::gate
