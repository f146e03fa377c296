// The life of a question: its turn, the prompter, the reply, and changes of the record meanwhile.
#include "gate/questions/prompts.hpp"

#include "gate/consent/consent_keys.hpp"
#include "gate/consent/lasting_consent.hpp"
#include "gate/ends/end.hpp"
#include "gate/engine/engine.hpp"
#include "gate/functions/replies.hpp"
#include "gate/questions/approvals.hpp"
#include "gate/questions/inputs.hpp"
#include "gate/questions/recent_runs.hpp"
#include "gate/questions/settle.hpp"
#include "gate/run_steps.hpp"
#include "gate/state/call_state.hpp"
#include "gate/steps/look_up.hpp"
#include "gate/steps/read_value.hpp"

#include <algorithm>
#include <atomic>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::gate {

using consent::ApprovalState;
using consent::PromptReply;

/// One showing of a question. Either reply() or end() returns the call, and only once.
class PromptRound {
 public:
    explicit PromptRound(CallPointer call) : call_(std::move(call)) {}

    /// Takes the prompter's reply. Returns the call if this thread must continue it. Returns
    /// nullptr if the round is over, or if the prompter has not returned yet: then the thread that
    /// showed the question continues the call.
    CallPointer reply(PromptReply reply) {
        const std::lock_guard lock(mutex_);
        if (reply_ || ended_ || !call_) return nullptr;
        reply_ = std::move(reply);
        return shown_ ? std::move(call_) : nullptr;
    }
    enum class After { open, replied, ended };
    /// Notes the prompter's return. Returns the event received meanwhile; after any but `open` the
    /// round is over.
    After shown() {
        const std::lock_guard lock(mutex_);
        shown_ = true;
        if (!reply_ && !ended_) return After::open;
        call_.reset();
        return reply_ ? After::replied : After::ended;
    }
    /// Ends the round with the Runtime. Returns the call if it waits for a reply.
    CallPointer end() {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        return shown_ && !reply_ ? std::move(call_) : nullptr;
    }
    /// Valid after reply() returned the call or shown() returned `replied`.
    const PromptReply& given() const { return *reply_; }

 private:
    std::mutex mutex_;
    CallPointer call_;
    std::optional<PromptReply> reply_;
    bool shown_ = false;
    bool ended_ = false;
};

namespace {

/// The pointer. A character is escaped if a reader could take it for the end, or for a quote.
std::string shown_place(const std::string& pointer) {
    const auto is_sign = [](char c) {
        return static_cast<unsigned char>(c) < 0x20U ||
               std::string_view("\"'[{").find(c) != std::string_view::npos;
    };
    if (pointer.find(": ") == std::string::npos &&
        std::none_of(pointer.begin(), pointer.end(), is_sign)) {
        return pointer;
    }
    constexpr std::string_view k_digits = "0123456789abcdef";
    std::string text;
    for (const char c : pointer) {
        if (c != ' ' && !is_sign(c)) {
            text += c;
            continue;
        }
        const auto code = static_cast<unsigned char>(c);
        text += "\\u00";
        text += k_digits[code / 16U];
        text += k_digits[code % 16U];
    }
    return text;
}

/// Tells a prompter whether its question still stands. May outlive the Runtime.
class StoredTicket final : public consent::PromptTicket {
 public:
    /// `epoch`: of all records, at the decision to ask. Nothing if a hook decided: no grant answers
    /// a hook.
    /// `allowed`: set once a change of consent would let the call run.
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
        // If the store cannot be read for a moment, nothing is settled.
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
        CallState tried(engine_, std::move(call), {});
        auto refusal = look_up_tool(tried);
        if (!refusal) refusal = read_arguments(tried);
        return refusal ? sentences_of(*refusal) : std::string();
    }

 private:
    /// Allowed by a grant or an "allow always" given elsewhere. An undo is judged by more than its
    /// question says, and only a person can give input.
    bool is_allowed_meanwhile(const Moment& now) const {
        if (is_asked_by_hook_ || question_.is_undo || asks_for_input(question_)) return false;
        const auto epoch = engine_->parts.store.epoch(consent::k_all_scope);
        if (!epoch || epoch_ == *epoch) return false;
        const FoundTool tool = find_tool(*engine_, question_.tool);
        if (!tool || tool.contract->digests.consent != question_.consent_digest) return false;
        const auto ruling = rule_on_question(*engine_, question_, *tool.contract, now);
        // If the store cannot be read for a moment, it is asked again.
        if (!ruling) return false;
        epoch_ = *epoch;
        return *ruling && (*ruling)->decision.effect == Policy::allow;
    }

    /// The faults alone, a line each, without the advice for models.
    static std::string sentences_of(const Refusal& refusal) {
        if (refusal.errors.empty()) return refusal.message;
        std::string text;
        for (const ValueError& error : refusal.errors) {
            if (!text.empty()) text += '\n';
            if (!error.pointer.empty()) text += shown_place(error.pointer) + ": ";
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
    request.approval_id = call.question.approval->id;
    request.application = call.basis.parts.registry.application();
    request.contract = *call.tool.contract;
    request.call = call.proposal.call;
    if (!call.value.redaction.secrets.empty()) {
        request.call.arguments = redact(call.proposal.call.arguments,
                                        call.tool.contract->secret_arguments, Marker::descriptive)
                                     .text;
    }
    request.risk = call.standing.risk;
    request.trust = call.standing.known->trust;
    request.decision = call.standing.decision();
    request.inputs = call.question.asked;
    if (!call.question.asked.empty()) request.decision.reason = say(k_input_reason);
    if (call.question.preview) request.preview = *call.question.preview;
    request.preview_failure = call.question.preview_failure;
    request.changes = call.standing.changes;
    request.recent_runs = recent_runs(call.basis, call.proposal.call.tool,
                                      call.proposal.call.subject, call.standing.now);
    if (call.value.keys_digest && !call.proposal.undo)
        request.consent_keys = consent_keys_in(*call.tool.contract, call.proposal.call.arguments);
    request.always_refused_because = why_not_always(call);
    offer_always(*call.engine, *call.question.approval, request);
    request.edit_refused_because = why_not_edit(call);
    request.further_refused_because = why_not_further(call);
    return request;
}

/// A grant may have been spent while the question stood, so the standing is read anew.
void go_on_after(const CallPointer& call, Settled settled) {
    if (settled.stop) return end(call, *std::move(settled.stop));
    go_on(call, Reading::anew);
}

void take_turns(CallPointer call, bool waited);

void on_thread_of(const CallPointer& call, std::function<void()> work) {
    if (call->caller.mailbox) return call->caller.mailbox->post(std::move(work));
    work();
}

/// The turn is now that of `next`. If another thread waits for it, that thread shows its question;
/// otherwise returns the call, for this thread to show.
CallPointer hand_over(CallPointer next) {
    if (!next || !next->caller.mailbox) return next;
    // Kept here: the other thread may be done with the call before post() returns.
    const CallPointer kept = next;
    kept->caller.mailbox->post([next = std::move(next)] { take_turns(next, true); });
    return nullptr;
}

/// Ends the turn of a call with a settled question. The call goes on before this thread shows
/// another question, since the other one may stand for long. Returns the next call for this thread,
/// or nullptr.
CallPointer finish_turn(const CallPointer& call, Settled settled) {
    PromptQueue& prompts = call->engine->prompts;
    PromptQueue::Left left = prompts.leave(*call);
    hand_over(std::move(left.next));
    go_on_after(call, std::move(settled));
    return left.comes_back ? hand_over(prompts.come_back()) : nullptr;
}

void on_reply(const std::shared_ptr<PromptRound>& round, const std::shared_ptr<Engine>& engine,
              PromptReply reply) {
    auto pass = std::make_shared<std::optional<Entrance::Pass>>(engine->entrance.enter());
    if (!*pass) return;  // the end has answered, or will
    const CallPointer call = round->reply(std::move(reply));
    if (!call) return;
    on_thread_of(call, [call, round, pass] {
        Settled settled;
        {
            const PromptQueue::AtWork here(call->engine->prompts);
            settled = settle(*call, call->engine->questions, round->given());
        }
        take_turns(finish_turn(call, std::move(settled)), true);
    });
}

/// Shows the question of a call. Nothing: it stands, and a reply will come.
std::optional<Settled> show(const CallPointer& call) {
    Engine& engine = *call->engine;
    const auto bound = engine.settings.questions_per_session_max;
    if (const auto why = engine.questions.begin(call->proposal.call.subject, bound)) {
        Refusal refusal = left_pending(*call);
        refusal.message.insert(0, *why + " ");
        return Settled{Refused{std::move(refusal)}};
    }
    auto round = std::make_shared<PromptRound>(call);
    if (!engine.prompts.opened(round)) return Settled{Refused{ended_while_waiting(*call)}};
    const consent::PromptRequest request = make_request(*call);
    call->question.allowed_meanwhile = std::make_shared<std::atomic<bool>>(false);
    std::optional<std::uint64_t> epoch;
    if (call->standing.decision().source != consent::Source::interceptor)
        epoch = call->standing.known->right_at;
    auto ticket = std::make_shared<StoredTicket>(call->engine, *call->question.approval, epoch,
                                                 call->question.allowed_meanwhile,
                                                 call->proposal.options.stop);
    const std::string thrown = run_hook([&] {
        engine.parts.prompter->show(request, std::move(ticket),
                                    [round, owner = call->engine](PromptReply reply) {
                                        on_reply(round, owner, std::move(reply));
                                    });
    });
    if (!thrown.empty()) round->reply(PromptReply{});
    switch (round->shown()) {
        case PromptRound::After::open:
            return std::nullopt;
        case PromptRound::After::ended:
            return Settled{Refused{ended_while_waiting(*call)}};
        case PromptRound::After::replied:
            break;
    }
    return settle(*call, engine.questions, round->given());
}

/// Nothing: the question stands. A failure here must not keep the turn.
std::optional<Settled> settled_or_shown(const CallPointer& call, bool waited) {
    try {
        std::optional<Settled> settled;
        if (waited) settled = settled_while_waiting(*call);
        if (!settled) settled = show(call);
        return settled;
    } catch (...) {
        return Settled{Refused{not_asked()}};
    }
}

// Asks one after the other without recursion.
void take_turns(CallPointer call, bool waited) {
    while (call) {
        std::optional<Settled> settled;
        {
            const PromptQueue::AtWork here(call->engine->prompts);
            settled = settled_or_shown(call, waited);
        }
        if (!settled) return;
        call = finish_turn(call, *std::move(settled));
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
    if (call->caller.mailbox && at_work_.count(std::this_thread::get_id()) != 0) {
        return {Place::inside, nullptr};
    }
    // If calls wait while the turn is free, they wait for a thread. A call from a function of such
    // a thread must not queue behind them, and a call() may be one.
    const bool first = call->caller.mailbox || coming_.count(std::this_thread::get_id()) != 0;
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
    if (waiting_.front()->caller.mailbox) return {take_first(), false};
    // A thread in call() should return soon, so threads on their way come first.
    if (call.caller.mailbox && !coming_.empty()) return {};
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

// The question stays open for every reader of the record, unless only this run could go on.
Refusal ended_while_waiting(const CallState& call) {
    if (!call.question.approval->instance.empty()) {
        static_cast<void>(
            close_question(*call.engine, *call.question.approval, ApprovalState::withdrawn,
                           "The run of the program that asked has ended.", call.basis.clock.now()));
        return Refusal(code::cancelled,
                       "The program ends while the call waits for a person; propose it anew.");
    }
    Refusal refusal(code::cancelled,
                    "The program ends while the call waits for a person; the approval " +
                        call.question.approval->id + " can still be answered.");
    refusal.approval = call.question.approval->id;
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
