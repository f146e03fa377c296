// The entries to a conversation, and the steps that all states share.
#include "chat/conversation/core.hpp"

#include "chat/conversation/for_models/result_text.hpp"
#include <iam/gate/consent.hpp>

#include <algorithm>
#include <utility>

namespace iam::chat {
namespace {

constexpr std::size_t k_refused_events_max = 16;

State state_after(const LoggedTurn& turn) {
    if (turn.turn == 0 || !turn.end) return State::idle;
    switch (*turn.end) {
        case TurnEnd::done:
            return State::done;
        case TurnEnd::stopped:
            return State::stopped;
        case TurnEnd::failed:
            return State::failed;
        case TurnEnd::budget:
            return State::budget;
        case TurnEnd::awaiting:
            return State::awaiting;
    }
    return State::idle;
}

/// True if the gate has judged a call of the answer. Its result stays: the function may have run.
bool has_judged_calls(const ChatLog& log, const Answered& answer) {
    return std::any_of(answer.calls.begin(), answer.calls.end(), [&](const ProposedCall& each) {
        const LoggedCall* logged = log.call(each.id);
        return logged->result && logged->result->code != k_not_run;
    });
}

/// The message that a regeneration answers: the one before the last answer, or the last answer
/// itself if its calls have results. Nothing: the chat has no message.
std::optional<StepNumber> regenerated_on(const ChatLog& log) {
    const LoggedMessage* leaf = log.leaf() ? log.message(*log.leaf()) : nullptr;
    if (leaf == nullptr || !leaf->answer || has_judged_calls(log, *leaf->answer)) return log.leaf();
    return leaf->after;
}

/// True if nothing is left to answer on the branch.
bool ends_whole(const ChatLog& log) {
    const LoggedMessage* leaf = log.leaf() ? log.message(*log.leaf()) : nullptr;
    return leaf != nullptr && leaf->answer && leaf->answer->end == AnswerEnd::whole &&
           leaf->answer->calls.empty();
}

tl::unexpected<Error> no_message(StepNumber message) {
    return fail(Errc::not_found, "the chat has no such message of a person: " +
                                     std::to_string(message) + "; messages() has all of them.");
}

}  // namespace

Conversation::Core::Core(ConversationParts parts, ConversationOptions options, ChatLog log)
    : parts_(std::move(parts)), options_(std::move(options)), log_(std::move(log)) {
    state_ = state_after(log_.turn());
    chosen_ = options_.tools.value_or(log_.tools());
    names_ = make_names();
}

Result<void> Conversation::Core::claim() {
    if (is_broken_)
        return fail(Errc::unavailable,
                    "a step of the chat could not be stored; open the chat again.");
    if (is_busy_.exchange(true))
        return fail(Errc::conflict,
                    "the chat has a turn under way; wait for its end, or stop it first.");
    return {};
}

void Conversation::Core::post(std::function<void()> task) {
    strand_.post([self = shared_from_this(), task = std::move(task)] {
        if (self->is_broken_) return;
        try {
            task();
        } catch (...) {
            self->fault("The program has no memory left for the chat. Open the chat again.");
        }
    });
}

Result<void> Conversation::Core::begin(Beginning beginning) {
    IAM_CHECK(claim());
    post([this, beginning = std::move(beginning)]() mutable { do_begin(std::move(beginning)); });
    return {};
}

Result<void> Conversation::Core::check_message(const std::vector<Segment>& segments) const {
    std::size_t bytes = 0;
    for (const Segment& segment : segments) {
        bytes += segment.text.size();
        if (segment.source.kind != Source::Kind::person && !taints(segment.source))
            return fail(Errc::invalid_argument,
                        "a segment of a message is of a person, a file or an import.");
    }
    if (bytes > 0 && bytes <= options_.limits.message_bytes_max) return {};
    return fail(Errc::invalid_argument,
                "a message has 1 to " + std::to_string(options_.limits.message_bytes_max) +
                    " bytes, and this one has " + std::to_string(bytes) + ".");
}

Result<void> Conversation::Core::send(std::vector<Segment> segments) {
    IAM_CHECK(check_message(segments));
    for (Segment& segment : segments) {
        if (segment.source.kind == Source::Kind::person) continue;
        const std::string origin =
            std::string(to_string(segment.source.kind)) + " '" + shown(segment.source.origin) + "'";
        segment.text = fenced(shown(segment.text), origin, parts_.entropy);
    }
    return begin({.after = read([](const ChatLog& log) { return log.leaf(); }),
                  .segments = std::move(segments)});
}

Result<void> Conversation::Core::edit(StepNumber message, std::string text) {
    const auto found = read([&](const ChatLog& log) -> std::optional<LoggedMessage> {
        const LoggedMessage* each = log.message(message);
        if (each == nullptr || each->answer) return std::nullopt;
        return *each;
    });
    if (!found) return no_message(message);
    std::vector<Segment> segments{{Source{}, std::move(text)}};
    IAM_CHECK(check_message(segments));
    return begin({.after = found->after, .segments = std::move(segments)});
}

Result<void> Conversation::Core::regenerate() {
    const auto on = read([](const ChatLog& log) { return regenerated_on(log); });
    if (!on) return fail(Errc::not_found, "the chat has no message to answer; send one first.");
    return begin({.on = on});
}

Result<void> Conversation::Core::resume() {
    const State state = state_;
    if (is_at_rest(state) && !next_state(state, TurnEvent::resume))
        return fail(Errc::invalid_argument,
                    "the chat has no turn that could go on; send a message.");
    if (read([](const ChatLog& log) { return ends_whole(log); }))
        return fail(Errc::invalid_argument,
                    "the branch ends with a whole answer; send a message, or regenerate it.");
    IAM_CHECK(claim());
    post([this] { do_resume(); });
    return {};
}

Result<void> Conversation::Core::choose(StepNumber leaf) {
    if (!read([&](const ChatLog& log) { return log.message(leaf) != nullptr; }))
        return fail(Errc::not_found, "the chat has no message " + std::to_string(leaf) +
                                         "; messages() has all of them.");
    if (state_ == State::awaiting)
        return fail(Errc::conflict, "calls of the chat wait for a person; stop the turn first.");
    IAM_CHECK(claim());
    strand_.run([this, leaf] { do_choose(leaf); });
    if (!is_broken_) return {};
    return fail(Errc::unavailable, "the step could not be stored; open the chat again.");
}

void Conversation::Core::stop() {
    is_stopping_ = true;
    {
        // A copy: callbacks of the stop may call back here.
        std::unique_lock lock(stop_mutex_);
        std::stop_source source = stop_;
        lock.unlock();
        source.request_stop();
    }
    post([this] { do_stop({}); });
}

Result<void> Conversation::Core::deny_and_stop(const gate::ApprovalAnswer& answer) {
    if (answer.answer != consent::Answer::deny_once &&
        answer.answer != consent::Answer::deny_always)
        return fail(Errc::invalid_argument,
                    "the answer is no refusal; answer with deny_once or deny_always.");
    is_stopping_ = true;
    auto answered = parts_.runtime.consent().answer(answer);
    if (!answered) {
        is_stopping_ = false;
        post([this] {
            if (state_ == State::executing) run_calls();
        });
        return tl::unexpected(std::move(answered).error());
    }
    post([this, approval = answer.approval] { do_stop(approval); });
    return {};
}

void Conversation::Core::close() {
    {
        std::unique_lock lock(stop_mutex_);
        std::stop_source source = stop_;
        lock.unlock();
        source.request_stop();
    }
    strand_.close();
    workers_.close();
    timer_.reset();
    record_listener_.reset();
    stream_.reset();
}

bool Conversation::Core::move(TurnEvent event) {
    if (const auto to = next_state(state_, event)) {
        state_ = *to;
        return true;
    }
    if (++refused_events_ > k_refused_events_max) return false;
    EventRefused refused{std::string(to_string(State(state_))), std::string(to_string(event))};
    if (keep({refused})) tell(notice::EventRefused{std::move(refused)});
    return false;
}

bool Conversation::Core::keep(std::vector<Step> steps) {
    if (is_broken_) return false;
    const StepNumber first = log_.size();
    auto stored = parts_.store.append(options_.chat, first, steps);
    if (stored) {
        const std::lock_guard lock(log_mutex_);
        for (Step& step : steps)
            if (stored) stored = log_.add(std::move(step));
    }
    if (!stored) {
        fault("A step of the chat could not be stored: " + stored.error().message +
              " Open the chat again; nothing is done twice.");
        return false;
    }
    for (StepNumber at = first; at < log_.size(); ++at) tell_calls(log_.steps()[at]);
    return true;
}

void Conversation::Core::tell_calls(const Step& step) {
    if (const auto* ended = std::get_if<CallEnded>(&step)) tell(notice::CallEnded{*ended});
    if (const auto* answer = std::get_if<Answered>(&step))
        for (const ProposedCall& call : answer->calls) tell(notice::CallProposed{call});
}

void Conversation::Core::fault(std::string why) {
    is_broken_ = true;
    const bool was_at_work = !is_at_rest(state_) || is_busy_;
    if (const auto to = next_state(state_, TurnEvent::fault)) state_ = *to;
    close_stream();
    stop_.request_stop();
    if (!was_at_work) return;
    tell_end(TurnEnd::failed, std::move(why));
}

void Conversation::Core::tell(decltype(Notice::what) what) {
    if (!parts_.on_notice) return;
    Notice notice{log_.turn().turn, log_.turn().generation, std::move(what)};
    try {
        if (!parts_.post) return parts_.on_notice(notice);
        parts_.post(
            [on_notice = parts_.on_notice, notice = std::move(notice)] { on_notice(notice); });
    } catch (...) {
        // The host's own failure changes nothing here.
    }
}

void Conversation::Core::end_turn(TurnEvent event, TurnEnd end, std::string why,
                                  std::vector<Step> before) {
    before.emplace_back(TurnEnded{log_.turn().turn, end, why});
    if (!keep(std::move(before)) || !move(event)) return;
    tell_end(end, std::move(why));
}

void Conversation::Core::tell_end(TurnEnd end, std::string why) {
    is_busy_ = false;
    tell(notice::TurnEnded{end, std::move(why)});
}

void Conversation::Core::do_begin(Beginning beginning) {
    is_busy_ = true;  // a stop that came first has freed it
    if (!move(TurnEvent::begin)) {
        is_busy_ = false;
        return;
    }
    std::vector<Step> steps;
    std::set<std::string> approvals;
    for (const LoggedCall* open : log_.open_calls()) {
        approvals.insert(open->approval);
        steps.emplace_back(
            end_by_chat(open->call, k_not_run, "Not run: the person went on without this call."));
    }
    if (log_.system_text() != options_.system) steps.emplace_back(SystemSet{options_.system});
    for (Step& changed : changed_settings()) steps.push_back(std::move(changed));
    StepNumber on = beginning.on.value_or(0);
    if (!beginning.on) {
        on = log_.size() + steps.size();
        steps.emplace_back(PersonSaid{beginning.after, std::move(beginning.segments)});
    }
    steps.emplace_back(TurnBegan{log_.turn().turn + 1, on});
    if (!keep(std::move(steps))) return;
    refused_events_ = 0;
    is_over_budget_ = false;
    // Somebody may have answered one by now, which is no failure here.
    for (const std::string& approval : approvals) withdraw(approval);
    tell(notice::TurnBegan{});
    prepare();
}

void Conversation::Core::do_resume() {
    is_busy_ = true;
    const bool has_waiting_calls = state_ == State::awaiting;
    if (!move(TurnEvent::resume)) {
        is_busy_ = false;
        return;
    }
    const auto resumed = resumption();
    if (!resumed) return;
    std::vector<Step> steps = changed_settings();
    steps.emplace_back(*resumed);
    if (!keep(std::move(steps))) return;
    refused_events_ = 0;
    is_over_budget_ = is_over_budget_ && has_waiting_calls;
    has_waiting_calls ? gate_calls() : prepare();
}

void Conversation::Core::do_choose(StepNumber leaf) {
    const bool stored = keep({BranchChosen{leaf}});
    if (stored) is_busy_ = false;
}

void Conversation::Core::do_stop(const std::string& denied_approval) {
    is_stopping_ = false;
    const bool is_idle = is_at_rest(state_) && state_ != State::awaiting;
    if (is_idle) {
        move(TurnEvent::stop);
        return;
    }
    const bool was_streaming = state_ == State::streaming;
    stop_.request_stop();
    std::vector<Step> steps;
    if (was_streaming) {
        steps.emplace_back(make_answer(AnswerEnd::stopped, "stopped by the person", {}));
        close_stream();
        for (const ProposedCall& call : std::get<Answered>(steps.front()).calls)
            steps.emplace_back(end_by_chat(call, k_not_run, "Not run: the person stopped it."));
    }
    for (Step& ended : ends_at_stop(denied_approval)) steps.push_back(std::move(ended));
    std::string why = denied_approval.empty() ? "The person stopped the turn."
                                              : "The person refused a call and stopped the turn.";
    steps.emplace_back(TurnEnded{log_.turn().turn, TurnEnd::stopped, why});
    if (!keep(std::move(steps))) return;
    asked_.clear();
    if (move(TurnEvent::stop)) tell_end(TurnEnd::stopped, std::move(why));
}

std::vector<Step> Conversation::Core::ends_at_stop(const std::string& denied_approval) {
    std::vector<Step> steps;
    for (const LoggedCall* open : log_.open_calls()) {
        const CallPlan::Item* item = plan_.find(open->call.id);
        const auto asked = asked_.find(open->call.id);
        const std::string& approval = asked == asked_.end() ? open->approval : asked->second;
        if (!denied_approval.empty() && approval == denied_approval) {
            steps.emplace_back(
                end_by_chat(open->call, code::user_denied, "A person refused this call."));
            continue;
        }
        // A call with an open question has not run, if its question could still be withdrawn.
        const bool is_withdrawn = withdraw(approval);
        if (item != nullptr && item->state == CallPlan::State::running && !is_withdrawn)
            steps.emplace_back(end_by_chat(
                open->call, k_stopped,
                "The person stopped it while it was under way; it may have happened, so do not "
                "repeat it unasked."));
        else
            steps.emplace_back(
                end_by_chat(open->call, k_not_run, "Not run: the person stopped it."));
    }
    return steps;
}

bool Conversation::Core::withdraw(const std::string& approval) {
    return !approval.empty() &&
           parts_.runtime.consent().withdraw(approval, options_.subject).has_value();
}

}  // namespace iam::chat
