// From the calls of an answer to their results.
#include "chat/conversation/core.hpp"
#include "chat/conversation/settle.hpp"
#include <iam/chat/taint_guard.hpp>
#include <iam/gate/consent.hpp>
#include <iam/gate/records.hpp>
#include <iam/ledger/entry.hpp>

#include <algorithm>
#include <utility>

namespace iam::chat {
namespace {

/// True if the call would run without a question. Then it has to wait for the calls before it.
bool runs_unasked(gate::Runtime& runtime, TaintGuard* guard, const ToolNames& names,
                  const Call& call) {
    const auto explained = runtime.consent().explain(call);
    if (!explained || explained->decision.effect != Policy::allow) return false;
    if (guard == nullptr) return true;
    // Consent::explain() asks no interceptor.
    const gate::CallView view{.call = call, .contract = names.catalogue().find(call.tool)};
    return !guard->on_resolve(view, explained->decision);
}

bool repeats_itself(const std::vector<std::string>& fingerprints, const TurnLimits& limits) {
    if (limits.repeats_max == 0) return false;
    const std::size_t size = fingerprints.size();
    const auto window =
        static_cast<std::ptrdiff_t>(std::min<std::size_t>(size, limits.repeats_window));
    const auto first = fingerprints.end() - window;
    return std::any_of(first, fingerprints.end(), [&](const std::string& each) {
        return std::count(first, fingerprints.end(), each) >=
               static_cast<std::ptrdiff_t>(limits.repeats_max);
    });
}

}  // namespace

std::optional<CallEnded> Conversation::Core::end_unadmitted(const ProposedCall& call,
                                                            std::size_t begun) const {
    if (begun >= options_.limits.calls_max)
        return end_by_chat(call, k_not_run, "Not run: the turn has made as many calls as it may.");
    if (is_left_out(call))
        return end_by_gate(parts_, options_, *names_, log_, call,
                           ToolResult{.code = std::string(code::tool_not_found),
                                      .message = "There is no tool of this name."});
    return std::nullopt;
}

void Conversation::Core::gate_calls() {
    std::vector<CallPlan::Item> items;
    std::vector<CallEnded> unadmitted;
    std::size_t begun = log_.turn().calls_begun.size();
    for (const LoggedCall* open : log_.open_calls()) {
        const bool has_begun = log_.turn().calls_begun.count(open->call.id) > 0;
        auto ended = has_begun && !is_left_out(open->call) ? std::nullopt
                                                           : end_unadmitted(open->call, begun);
        if (ended) withdraw(open->approval);
        if (ended) {
            is_over_budget_ = is_over_budget_ || ended->code == k_not_run;
            unadmitted.push_back(*std::move(ended));
            continue;
        }
        if (!has_begun) ++begun;
        const Contract* contract = names_->catalogue().find(open->call.tool);
        const bool is_read_only = contract == nullptr || contract->hints.read_only.value_or(false);
        items.push_back(
            {.call = open->call.id, .is_read_only = is_read_only, .approval = open->approval});
    }
    if (!unadmitted.empty() && !keep({unadmitted.begin(), unadmitted.end()})) return;
    plan_ = CallPlan(std::move(items));
    {
        const std::lock_guard lock(stop_mutex_);
        stop_ = {};
    }
    if (parts_.taint_guard != nullptr) {
        TaintGuard::Exposure exposure = log_.exposure(log_.leaf());
        exposure.asks_always = options_.mode == ConsentMode::ask;
        parts_.taint_guard->set(options_.chat, std::move(exposure));
    }
    listen_to_record();
    if (move(TurnEvent::admitted)) run_calls();
}

void Conversation::Core::run_calls() {
    if (is_stopping_) return;  // do_stop() comes next
    const std::vector<CallPlan::Start> starts = plan_.start();
    std::vector<Step> steps;
    for (const CallPlan::Start& start : starts)
        steps.emplace_back(CallBegan{plan_.items()[start.item].call});
    if (!steps.empty() && !keep(std::move(steps))) return;
    for (const CallPlan::Start& start : starts) launch(start);
    if (state_ != State::executing || plan_.is_running()) return;
    if (plan_.is_over()) return finish_calls();
    std::vector<std::string> approvals;
    for (const CallPlan::Item& item : plan_.items())
        if (item.state == CallPlan::State::waiting) approvals.push_back(item.approval);
    end_turn(TurnEvent::calls_wait, TurnEnd::awaiting, why_awaiting(approvals));
}

void Conversation::Core::launch(const CallPlan::Start& start) {
    const CallPlan::Item& item = plan_.items()[start.item];
    const std::string id = item.call;
    gate::CallOptions options;
    options.approval = item.approval;
    options.asks_again = true;
    if (!item.approval.empty()) asked_[id] = item.approval;
    options.stop = stop_token_of(id);
    options.on_progress = [weak = weak_from_this(), id](const ProgressReport& report) {
        if (const auto core = weak.lock())
            core->post([self = core.get(), id, report] { self->on_progress(id, report); });
    };
    Call call = gate_call(parts_, options_, log_.call(id)->call);
    if (const auto whole = secret_arguments_.find(id); whole != secret_arguments_.end())
        call.arguments = whole->second;
    auto job = [weak = weak_from_this(), id, &runtime = parts_.runtime, guard = parts_.taint_guard,
                names = names_, call = std::move(call), options = std::move(options),
                only_ask = start.only_ask]() mutable {
        const auto back = [weak, id](auto task) {
            if (const auto core = weak.lock())
                core->post([self = core.get(), id, task] { task(*self, id); });
        };
        if (only_ask && runs_unasked(runtime, guard, *names, call))
            return back([](Core& core, const std::string& held) { core.on_held(held); });
        runtime.start(std::move(call), std::move(options), [back](const ToolResult& result) {
            back([result](Core& core, const std::string& ended) { core.on_result(ended, result); });
        });
    };
    if (workers_.post(std::move(job))) return;
    post([this, id] {
        on_result(id, ToolResult{.code = std::string(k_not_run),
                                 .message = "Not run: the program has no thread for it."});
    });
}

void Conversation::Core::on_progress(const std::string& call, const ProgressReport& report) {
    if (state_ != State::executing || plan_.find(call) == nullptr) return;
    if (move(TurnEvent::call_news)) tell(notice::CallRunning{call, report});
}

void Conversation::Core::on_held(const std::string& call) {
    CallPlan::Item* item = plan_.find(call);
    if (state_ != State::executing || item == nullptr || !move(TurnEvent::call_news)) return;
    item->state = CallPlan::State::held;
    run_calls();
}

void Conversation::Core::on_result(const std::string& call, const ToolResult& result) {
    const bool was_asked = asked_.erase(call) > 0;
    call_clocks_.erase(call);
    const LoggedCall* logged = log_.call(call);
    CallPlan::Item* item = plan_.find(call);
    if (logged == nullptr) return;
    if (state_ != State::executing || item == nullptr || logged->result)
        return on_late(call, result);
    if (!move(TurnEvent::call_ended)) return;
    if (is_waiting(result)) {
        if (!keep({CallWaits{call, result.approval}})) return;
        const bool is_new = !was_asked && item->approval != result.approval;
        item->state = CallPlan::State::waiting;
        item->approval = result.approval;
        if (is_new) tell(notice::CallAsked{call, result.approval});
        return run_calls();
    }
    if (!keep({end_of_call(*logged, *item, result)})) return;
    item->state = CallPlan::State::ended;
    run_calls();
}

CallEnded Conversation::Core::end_of_call(const LoggedCall& logged, const CallPlan::Item& item,
                                          const ToolResult& result) const {
    const bool has_expired =
        result.code == code::stale_approval && is_expired(parts_.ledger, item.approval);
    if (!has_expired) return end_by_gate(parts_, options_, *names_, log_, logged.call, result);
    CallEnded ended = end_by_chat(logged.call, k_not_run, std::string(k_why_expired));
    ended.entry = result.entry;
    return ended;
}

void Conversation::Core::on_late(const std::string& call, const ToolResult& result) {
    LateOutcome late{call, result.code, result.entry};
    if (!move(TurnEvent::late_outcome) || !keep({late})) return;
    tell(notice::CallEndedLate{std::move(late)});
}

void Conversation::Core::listen_to_record() {
    if (record_listener_) return;
    record_listener_ = parts_.runtime.records().listen(
        [weak = weak_from_this(), chat = options_.chat](const ledger::StoredEntry& stored) {
            const auto core = weak.lock();
            if (!core) return;
            const auto decoded = ledger::decode(stored.text);
            if (!decoded || !decoded->entry.proposer ||
                decoded->entry.proposer->conversation_id != chat)
                return;
            core->post(
                [self = core.get(), call = decoded->entry.call_id, kind = decoded->entry.kind,
                 approval = decoded->entry.approval] { self->on_entry(call, kind, approval); });
        });
}

void Conversation::Core::on_entry(const std::string& call, ledger::EntryKind kind,
                                  const std::string& approval) {
    const CallPlan::Item* item = plan_.find(call);
    const bool is_running = item != nullptr && item->state == CallPlan::State::running;
    if (state_ != State::executing || !is_running) return;
    // A function runs once more from its beginning when it has got its input.
    if (kind == ledger::EntryKind::intent || kind == ledger::EntryKind::input) {
        asked_.erase(call);
        begin_call_time(call);
        if (move(TurnEvent::call_news)) tell(notice::CallRunning{call, {}});
        return;
    }
    const bool asks =
        kind == ledger::EntryKind::approval || kind == ledger::EntryKind::input_request;
    if (kind == ledger::EntryKind::input_request) end_call_time(call);
    if (!asks || approval.empty() || asked_.count(call) > 0 || !item->approval.empty()) return;
    asked_[call] = approval;
    if (move(TurnEvent::call_news)) tell(notice::CallAsked{call, approval});
}

void Conversation::Core::finish_calls() {
    if (!move(TurnEvent::all_ended)) return;
    const TurnLimits& limits = options_.limits;
    if (is_over_budget_) {
        return end_for_budget("The turn has made " + std::to_string(limits.calls_max) +
                                  " calls, as many as it may; a person can let it go on.",
                              spent_budgets());
    }
    if (repeats_itself(log_.turn().fingerprints, limits)) {
        return end_for_budget(
            "The model repeats a call with the same result; a person can let the turn go on.",
            spent_budgets());
    }
    if (log_.turn().wrong_answers.size() > limits.corrections_max) {
        return end_turn(TurnEvent::corrections_out, TurnEnd::failed,
                        "The model wrote wrong calls in " +
                            std::to_string(log_.turn().wrong_answers.size()) +
                            " answers of the turn; it may correct them " +
                            std::to_string(limits.corrections_max) + " times.");
    }
    if (move(TurnEvent::next)) prepare();
}

}  // namespace iam::chat
