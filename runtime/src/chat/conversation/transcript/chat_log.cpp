// Folds the steps of a chat. Every step is checked against the ones before it, so a list of steps
// that contradicts itself is corrupt and not a surprise later.
#include "chat/conversation/transcript/chat_log.hpp"

#include <iam/tool/call.hpp>

#include <algorithm>
#include <utility>

namespace iam::chat {

Result<void> ChatLog::misfit(const std::string& why) const {
    return fail(Errc::corrupt, "step " + std::to_string(size()) + " of the chat " + why +
                                   "; restore the chat from a copy, or remove it.");
}

Result<void> ChatLog::add(Step step) {
    const Step& kept = steps_.emplace_back(std::move(step));
    const auto applied = std::visit([&](const auto& each) { return apply(each); }, kept);
    if (!applied) {
        steps_.pop_back();
        return applied;
    }
    ++size_;
    if (const auto counted = counted_in(kept)) chat::add(spending_.total, *counted);
    return {};
}

const LoggedMessage* ChatLog::message(StepNumber id) const {
    const auto found = messages_.find(id);
    return found == messages_.end() ? nullptr : &found->second;
}

LoggedCall* ChatLog::find(const std::string& id) {
    const auto found = call_places_.find(id);
    return found == call_places_.end() ? nullptr : &calls_[found->second];
}

const LoggedCall* ChatLog::call(const std::string& id) const {
    const auto found = call_places_.find(id);
    return found == call_places_.end() ? nullptr : &calls_[found->second];
}

const LoggedCall* ChatLog::call_of_entry(const std::string& entry) const {
    if (entry.empty()) return nullptr;
    const auto found = std::find_if(calls_.begin(), calls_.end(), [&](const LoggedCall& each) {
        return each.result && each.result->entry == entry;
    });
    return found == calls_.end() ? nullptr : &*found;
}

std::vector<const LoggedCall*> ChatLog::open_calls() const {
    std::vector<const LoggedCall*> open;
    for (const LoggedCall& each : calls_)
        if (!each.result) open.push_back(&each);
    return open;
}

std::vector<const LoggedMessage*> ChatLog::path(std::optional<StepNumber> leaf) const {
    std::vector<const LoggedMessage*> path;
    while (leaf) {
        const LoggedMessage* each = message(*leaf);
        if (each == nullptr) break;
        path.push_back(each);
        leaf = each->after;
    }
    std::reverse(path.begin(), path.end());
    return path;
}

Taint ChatLog::taint(std::optional<StepNumber> leaf) const {
    TaintGuard::Exposure exposed = exposure(leaf);
    exposed.taint.merge(exposed.described);
    return std::move(exposed.taint);
}

TaintGuard::Exposure ChatLog::exposure(std::optional<StepNumber> leaf) const {
    TaintGuard::Exposure exposure;
    const auto take = [&](const Source& source, const std::string& text) {
        if (source.kind == Source::Kind::person) exposure.of_person.push_back(text);
        if (!taints(source)) return;
        exposure.taint.insert(source);
        exposure.untrusted.push_back(text);
    };
    for (const LoggedMessage* each : path(leaf)) {
        exposure.described.insert(each->described.begin(), each->described.end());
        for (const Segment& segment : each->segments) take(segment.source, segment.text);
        if (!each->answer) continue;
        for (const ProposedCall& proposed : each->answer->calls)
            if (const auto& result = call(proposed.id)->result) take(result->source, result->text);
    }
    return exposure;
}

MessageView ChatLog::view(const LoggedMessage& message) const {
    MessageView view{.id = message.id, .after = message.after, .segments = message.segments};
    if (!message.answer) return view;
    view.role = Role::assistant;
    view.end = message.answer->end;
    view.segments = {{Source{.kind = Source::Kind::model, .origin = message.answer->model},
                      message.answer->text}};
    for (const ProposedCall& proposed : message.answer->calls) {
        const LoggedCall* logged = call(proposed.id);
        view.calls.push_back({proposed, logged->result, logged->approval});
    }
    return view;
}

Result<void> ChatLog::apply(const SystemSet& step) {
    system_ = step.text;
    return {};
}

Result<void> ChatLog::apply(const PersonSaid& step) {
    if (step.after && message(*step.after) == nullptr) return misfit("follows no message");
    messages_[size()] = {.id = size(), .after = step.after, .segments = step.segments};
    leaf_ = size();
    return {};
}

Result<void> ChatLog::apply(const TurnBegan& step) {
    if (message(step.on) == nullptr) return misfit("begins a turn on no message");
    if (step.turn != turn_.turn + 1) return misfit("begins a turn out of order");
    turn_ = {.turn = step.turn};
    leaf_ = step.on;
    return {};
}

Result<void> ChatLog::apply(const TurnResumed& step) {
    if (step.turn != turn_.turn || !turn_.end) return misfit("goes on with no ended turn");
    if (turn_.is_chat_spent) spending_.chat_from = spending_.total;
    if (step.day_from) spending_.day_from = step.day_from;
    // A turn that waited for a person goes on with the budgets that it has left.
    if (turn_.end == TurnEnd::awaiting)
        turn_.end.reset();
    else
        turn_ = {.turn = step.turn, .generation = turn_.generation};
    return {};
}

Result<void> ChatLog::apply(const RequestSent& step) {
    if (step.turn != turn_.turn || step.generation != turn_.generation + 1)
        return misfit("is a request out of order");
    turn_.generation = step.generation;
    ++turn_.requests;
    if (!leaf_) return {};
    messages_[*leaf_].asked = {step.model, step.size, step.cut};
    for (const std::string& origin : step.described)
        messages_[*leaf_].described.insert(
            {.kind = Source::Kind::tool, .origin = origin, .is_untrusted = true});
    return {};
}

Result<void> ChatLog::apply(const Answered& step) {
    if (message(step.after) == nullptr) return misfit("answers no message");
    for (std::size_t i = 0; i < step.calls.size(); ++i) {
        if (!call_places_.emplace(step.calls[i].id, calls_.size()).second)
            return misfit("proposes a call twice");
        calls_.push_back({.call = step.calls[i],
                          .answer = size(),
                          .turn = step.turn,
                          .generation = step.generation});
    }
    messages_[size()] = {
        .id = size(), .after = step.after, .answer = &step, .request = messages_[step.after].asked};
    leaf_ = size();
    return {};
}

Result<void> ChatLog::apply(const CallBegan& step) {
    LoggedCall* logged = find(step.call);
    if (logged == nullptr || logged->result) return misfit("begins no open call");
    logged->began = true;
    logged->approval.clear();
    if (logged->turn == turn_.turn) turn_.calls_begun.insert(step.call);
    return {};
}

Result<void> ChatLog::apply(const CallWaits& step) {
    LoggedCall* logged = find(step.call);
    if (logged == nullptr || logged->result) return misfit("lets no open call wait");
    logged->approval = step.approval;
    return {};
}

Result<void> ChatLog::apply(const CallEnded& step) {
    LoggedCall* logged = find(step.call);
    if (logged == nullptr || logged->result) return misfit("ends no open call");
    logged->approval.clear();
    logged->result = step;
    if (logged->turn != turn_.turn) return {};
    if (step.code == code::invalid_arguments || step.code == code::tool_not_found)
        turn_.wrong_answers.insert(logged->answer);
    turn_.fingerprints.push_back(step.fingerprint);
    return {};
}

Result<void> ChatLog::apply(const LateOutcome& step) {
    if (find(step.call) == nullptr) return misfit("is the outcome of no call");
    return {};
}

Result<void> ChatLog::apply(const TurnEnded& step) {
    const bool is_over = turn_.end && *turn_.end != TurnEnd::awaiting;
    if (step.turn != turn_.turn || is_over) return misfit("ends no turn under way");
    turn_.end = step.end;
    turn_.is_chat_spent = step.is_chat_spent;
    turn_.is_day_spent = step.is_day_spent;
    return {};
}

Result<void> ChatLog::apply(const BranchChosen& step) {
    if (message(step.leaf) == nullptr) return misfit("chooses no message");
    leaf_ = step.leaf;
    return {};
}

Result<void> ChatLog::apply(const EventRefused& /*step*/) {
    return {};
}

Result<void> ChatLog::apply(const ProfileChosen& step) {
    profile_ = step.profile;
    return {};
}

Result<void> ChatLog::apply(const ToolsChosen& step) {
    tools_ = step;
    return {};
}

Result<void> ChatLog::apply(const ChatTitled& /*step*/) {
    return {};
}

}  // namespace iam::chat
