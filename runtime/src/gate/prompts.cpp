// The life of a question: its turn, the prompter, the reply, and what the record says meanwhile.
#include "prompts.hpp"

#include "approvals.hpp"
#include "call_state.hpp"
#include "consent_keys.hpp"
#include "engine.hpp"
#include "inputs.hpp"
#include "lasting_consent.hpp"
#include "recent_runs.hpp"
#include "settle.hpp"

#include <atomic>
#include <utility>
#include <vector>

namespace iam::gate {

using consent::ApprovalState;
using consent::PromptReply;

/// One showing of a question. Exactly one of reply and end gets the call.
class PromptRound {
 public:
    explicit PromptRound(CallPointer call) : call_(std::move(call)) {}

    /// The prompter's reply. The call, if it is now this thread's to go on with; nullptr if the
    /// prompter has not returned yet (then who showed it goes on) or the round is over.
    CallPointer reply(PromptReply reply) {
        const std::lock_guard lock(mutex_);
        if (reply_ || ended_ || !call_) return nullptr;
        reply_ = std::move(reply);
        return shown_ ? std::move(call_) : nullptr;
    }
    enum class After { open, replied, ended };
    /// The prompter has returned: what came meanwhile. Other than open: the round is over.
    After shown() {
        const std::lock_guard lock(mutex_);
        shown_ = true;
        if (!reply_ && !ended_) return After::open;
        call_.reset();
        return reply_ ? After::replied : After::ended;
    }
    /// The Runtime ends: the call, if it waits for a reply.
    CallPointer end() {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        return shown_ && !reply_ ? std::move(call_) : nullptr;
    }
    /// After reply() gave the call or shown() said that there is one.
    const PromptReply& given() const { return *reply_; }

 private:
    std::mutex mutex_;
    CallPointer call_;
    std::optional<PromptReply> reply_;
    bool shown_ = false;
    bool ended_ = false;
};

namespace {

/// Whether a question still stands, also when the Runtime has gone meanwhile.
class StoredTicket final : public consent::PromptTicket {
 public:
    /// `epoch`: at which it was decided to ask; nothing: by a hook, which no grant answers. `allowed`: set where a change since then would
    /// let the call run.
    StoredTicket(std::shared_ptr<Engine> engine, consent::Approval approval,
                 std::optional<std::uint64_t> epoch, std::shared_ptr<std::atomic<bool>> allowed,
                 std::stop_token stop)
        : engine_(std::move(engine)),
          question_(std::move(approval)),
          is_asked_by_hook_(!epoch),
          epoch_(epoch.value_or(0)),
          allowed_(std::move(allowed)),
          stop_(std::move(stop)) {}

    bool settled() const override {
        const auto pass = engine_->entrance.enter();
        if (!pass || stop_.stop_requested()) return true;
        const Moment now = engine_->clock.now();
        if (consent::state_at(question_.expires, now) != consent::DeadlineState::running) {
            return true;
        }
        const auto approval = engine_->parts.store.approval(question_.id);
        const auto freeze = engine_->parts.store.freeze();
        if (freeze && *freeze) return true;
        // A store that cannot be read for a moment settles nothing.
        if (!approval) return false;
        if (!*approval || (*approval)->state != ApprovalState::pending) return true;
        if (is_allowed_meanwhile(now)) *allowed_ = true;
        return *allowed_;
    }

    std::string what_is_wrong(const std::string& arguments) const override {
        const auto pass = engine_->entrance.enter();
        if (!pass) return {};
        Call call;
        call.tool = question_.tool;
        call.arguments = arguments;
        call.subject = question_.subject;
        CallState tried(engine_, std::move(call), {}, {});
        auto refusal = find_called_tool(tried);
        if (!refusal) refusal = read_arguments(tried);
        return refusal ? sentences_of(*refusal) : std::string();
    }

 private:
    /// By a grant or an "allow always" that was given elsewhere. An undo is judged by more than its question says, and input is for a person to give.
    bool is_allowed_meanwhile(const Moment& now) const {
        if (is_asked_by_hook_ || question_.is_undo || asks_for_input(question_)) return false;
        const auto epoch = engine_->parts.store.epoch();
        if (!epoch || epoch_ == *epoch) return false;
        const FoundTool tool =
            HandlerAccess::find(engine_->parts.registry.snapshot(), question_.tool);
        if (!tool || tool.contract->digests.consent != question_.consent_digest) return false;
        const auto ruling = rule_on_question(*engine_, question_, *tool.contract, now);
        // One that cannot be had for a moment is asked for again.
        if (!ruling) return false;
        epoch_ = *epoch;
        return *ruling && (*ruling)->decision.effect == Policy::allow;
    }

    /// Without what a model is told to do about it.
    static std::string sentences_of(const Refusal& refusal) {
        if (refusal.errors.empty()) return refusal.message;
        std::string text;
        for (const ValueError& error : refusal.errors) {
            if (!text.empty()) text += "; ";
            if (!error.pointer.empty()) text += error.pointer + ": ";
            text += error.message;
        }
        return text;
    }

    std::shared_ptr<Engine> engine_;
    consent::Approval question_;
    bool is_asked_by_hook_;
    mutable std::atomic<std::uint64_t> epoch_;
    std::shared_ptr<std::atomic<bool>> allowed_;
    std::stop_token stop_;
};

consent::PromptRequest make_request(CallState& call) {
    consent::PromptRequest request;
    request.approval_id = call.approval->id;
    request.application = call.engine->parts.registry.application();
    request.contract = *call.tool.contract;
    request.call = call.call;
    if (!call.redaction.secrets.empty()) {
        request.call.arguments =
            redact(call.call.arguments, call.tool.contract->secret_arguments, Marker::descriptive)
                .text;
    }
    request.risk = call.risk;
    request.decision = call.decision();
    request.inputs = call.asked;
    if (!call.asked.empty()) request.decision.reason = say(k_input_reason);
    if (call.preview) request.preview = *call.preview;
    request.preview_failure = call.preview_failure;
    request.changes = call.changes;
    request.recent_runs = recent_runs(*call.engine, call.call.tool, call.call.subject, call.now);
    if (call.keys_digest && !call.undo)
        request.consent_keys = consent_keys_in(*call.tool.contract, call.call.arguments);
    request.always_refused_because = why_not_always(call);
    offer_always(*call.engine, *call.approval, request);
    request.edit_refused_because = why_not_edit(call);
    request.further_refused_because = why_not_further(call);
    return request;
}

void go_on(const CallPointer& call) {
    if (call->edit) return start_edited(call);
    if (call->prompt_refusal) {
        return refuse(*call, *std::exchange(call->prompt_refusal, std::nullopt));
    }
    pass_gate(call);
}

void take_turns(CallPointer call, bool waited);

void on_thread_of(const CallPointer& call, std::function<void()> work) {
    if (call->mailbox) return call->mailbox->post(std::move(work));
    work();
}

/// For who has just got the turn for `next`: its question is put on the thread that waits for it. The call if that is this one.
CallPointer hand_over(CallPointer next) {
    if (!next || !next->mailbox) return next;
    // Kept here: the other thread may be done with the call before post() returns.
    const CallPointer kept = next;
    kept->mailbox->post([next = std::move(next)] { take_turns(next, true); });
    return nullptr;
}

/// The question of `call` is settled. The call goes on before this thread puts another question: where a prompter blocks, that one may
/// stand for long. The next to put on this thread, or nullptr.
CallPointer finish_turn(const CallPointer& call) {
    PromptQueue& prompts = call->engine->prompts;
    PromptQueue::Left left = prompts.leave(*call);
    hand_over(std::move(left.next));
    go_on(call);
    return left.comes_back ? hand_over(prompts.come_back()) : nullptr;
}

void on_reply(const std::shared_ptr<PromptRound>& round, const std::shared_ptr<Engine>& engine,
              PromptReply reply) {
    auto pass = std::make_shared<std::optional<Entrance::Pass>>(engine->entrance.enter());
    if (!*pass) return;  // the end has answered, or will
    const CallPointer call = round->reply(std::move(reply));
    if (!call) return;
    on_thread_of(call, [call, round, pass] {
        {
            const PromptQueue::AtWork here(call->engine->prompts);
            settle(*call, round->given());
        }
        take_turns(finish_turn(call), true);
    });
}

/// Shows the question of a call. True if it has its answer already.
bool show(const CallPointer& call) {
    Engine& engine = *call->engine;
    const auto bound = engine.settings.questions_per_session_max;
    if (const auto why = engine.questions.begin(call->call.subject, bound)) {
        call->prompt_refusal = left_pending(*call);
        call->prompt_refusal->message.insert(0, *why + " ");
        return true;
    }
    auto round = std::make_shared<PromptRound>(call);
    if (!engine.prompts.opened(round)) {
        call->prompt_refusal = ended_while_waiting(*call);
        return true;
    }
    const consent::PromptRequest request = make_request(*call);
    call->allowed_meanwhile = std::make_shared<std::atomic<bool>>(false);
    std::optional<std::uint64_t> epoch;
    if (call->decision().source != consent::Source::interceptor)
        epoch = call->known->standing.epoch;
    auto ticket = std::make_shared<StoredTicket>(call->engine, *call->approval, epoch,
                                                 call->allowed_meanwhile, call->options.stop);
    const std::string thrown = run_hook([&] {
        engine.parts.prompter->show(request, std::move(ticket),
                                    [round, owner = call->engine](PromptReply reply) {
                                        on_reply(round, owner, std::move(reply));
                                    });
    });
    if (!thrown.empty()) round->reply(PromptReply{});
    switch (round->shown()) {
        case PromptRound::After::open:
            return false;
        case PromptRound::After::ended:
            call->prompt_refusal = ended_while_waiting(*call);
            return true;
        case PromptRound::After::replied:
            break;
    }
    settle(*call, round->given());
    return true;
}

/// True if the question needs no answer of a person any more. What fails here must not keep the turn.
bool settled_or_shown(const CallPointer& call, bool waited) {
    try {
        return (waited && settled_while_waiting(*call)) || show(call);
    } catch (...) {
        call->prompt_refusal = not_asked();
        return true;
    }
}

// Asks one after the other without recursion.
void take_turns(CallPointer call, bool waited) {
    while (call) {
        {
            const PromptQueue::AtWork here(call->engine->prompts);
            if (!settled_or_shown(call, waited)) return;
        }
        call = finish_turn(call);
        waited = true;
    }
}

}  // namespace

CallPointer PromptQueue::take_first() {
    CallPointer first = std::move(waiting_.front());
    waiting_.pop_front();
    busy_ = true;
    return first;
}

PromptQueue::AtWork::AtWork(PromptQueue& queue) : queue_(queue) {
    const std::lock_guard lock(queue_.mutex_);
    queue_.at_work_.insert(std::this_thread::get_id());
}

PromptQueue::AtWork::~AtWork() {
    const std::lock_guard lock(queue_.mutex_);
    queue_.at_work_.erase(std::this_thread::get_id());
}

PromptQueue::Entered PromptQueue::enter(const CallPointer& call) {
    const std::lock_guard lock(mutex_);
    if (ended_) return {Place::ended, nullptr};
    if (call->mailbox && at_work_.count(std::this_thread::get_id()) != 0) {
        return {Place::inside, nullptr};
    }
    // Those who wait while the turn is free wait for a thread. A call from within a function of that thread must not queue behind them, and
    // a call() may be one.
    const bool first = call->mailbox || coming_.count(std::this_thread::get_id()) != 0;
    if (!busy_ && (first || waiting_.empty())) {
        busy_ = true;
        return {Place::turn, call};
    }
    waiting_.push_back(call);
    if (busy_) return {Place::waiting, nullptr};
    return {Place::turn, take_first()};
}

PromptQueue::Left PromptQueue::leave(const CallState& call) {
    std::shared_ptr<PromptRound> over;  // goes away after the lock
    const std::lock_guard lock(mutex_);
    over.swap(open_);
    busy_ = false;
    if (waiting_.empty()) return {};
    if (waiting_.front()->mailbox) return {take_first(), false};
    // Who waits in call() wants its answer back soon, so others that are free come first.
    if (call.mailbox && !coming_.empty()) return {};
    return {nullptr, coming_.insert(std::this_thread::get_id()).second};
}

CallPointer PromptQueue::come_back() {
    const std::lock_guard lock(mutex_);
    coming_.erase(std::this_thread::get_id());
    return busy_ || waiting_.empty() ? nullptr : take_first();
}

bool PromptQueue::opened(const std::shared_ptr<PromptRound>& round) {
    const std::lock_guard lock(mutex_);
    if (!ended_) open_ = round;
    return !ended_;
}

void PromptQueue::end() {
    std::deque<CallPointer> calls;
    std::shared_ptr<PromptRound> open;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        calls.swap(waiting_);
        open = std::move(open_);
    }
    if (open) {
        if (CallPointer call = open->end()) calls.push_front(std::move(call));
    }
    for (const CallPointer& call : calls) refuse(*call, ended_while_waiting(*call));
}

// The question stays: whoever reads the record later may still answer it. Unless only this run could go on.
Refusal ended_while_waiting(const CallState& call) {
    if (!call.approval->instance.empty()) {
        static_cast<void>(close_question(*call.engine, *call.approval, ApprovalState::withdrawn,
                                         "The run of the program that asked has ended.",
                                         call.engine->clock.now()));
        return Refusal{std::string(code::cancelled),
                       "The program ends while the call waits for a person; propose it anew."};
    }
    Refusal refusal{std::string(code::cancelled),
                    "The program ends while the call waits for a person; the approval " +
                        call.approval->id + " can still be answered."};
    refusal.approval = call.approval->id;
    return refusal;
}

Asked ask(const CallPointer& call) {
    PromptQueue::Entered entered = call->engine->prompts.enter(call);
    switch (entered.place) {
        case PromptQueue::Place::turn: {
            const bool waited = entered.first != call;
            take_turns(std::move(entered.first), waited);
            break;
        }
        case PromptQueue::Place::waiting:
            break;
        case PromptQueue::Place::inside:
            return Asked::not_from_here;
        case PromptQueue::Place::ended:
            return Asked::ended;
    }
    return Asked::asking;
}

}  // namespace iam::gate
