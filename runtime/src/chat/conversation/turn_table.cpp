// The table of states and events: each row is one transition.
#include "chat/conversation/turn_table.hpp"

namespace iam::chat {
namespace {

struct Transition {
    State from;
    TurnEvent event;
    State to;
};

constexpr std::array k_transitions{
    Transition{State::idle, TurnEvent::begin, State::preparing},
    Transition{State::done, TurnEvent::begin, State::preparing},
    Transition{State::stopped, TurnEvent::begin, State::preparing},
    Transition{State::failed, TurnEvent::begin, State::preparing},
    Transition{State::budget, TurnEvent::begin, State::preparing},
    Transition{State::awaiting, TurnEvent::begin, State::preparing},

    Transition{State::stopped, TurnEvent::resume, State::preparing},
    Transition{State::failed, TurnEvent::resume, State::preparing},
    Transition{State::budget, TurnEvent::resume, State::preparing},
    Transition{State::awaiting, TurnEvent::resume, State::gating},

    Transition{State::preparing, TurnEvent::requested, State::streaming},
    Transition{State::preparing, TurnEvent::budget_spent, State::budget},
    Transition{State::preparing, TurnEvent::too_large, State::failed},

    Transition{State::streaming, TurnEvent::piece, State::streaming},
    Transition{State::streaming, TurnEvent::answer_ended, State::closing},

    Transition{State::closing, TurnEvent::closed_done, State::done},
    Transition{State::closing, TurnEvent::closed_calls, State::gating},
    Transition{State::closing, TurnEvent::closed_broken, State::failed},

    Transition{State::gating, TurnEvent::admitted, State::executing},

    Transition{State::executing, TurnEvent::call_news, State::executing},
    Transition{State::executing, TurnEvent::call_ended, State::executing},
    Transition{State::executing, TurnEvent::all_ended, State::appending},
    Transition{State::executing, TurnEvent::calls_wait, State::awaiting},

    Transition{State::appending, TurnEvent::next, State::preparing},
    Transition{State::appending, TurnEvent::budget_spent, State::budget},
    Transition{State::appending, TurnEvent::corrections_out, State::failed},

    // A stop at rest has nothing to do.
    Transition{State::idle, TurnEvent::stop, State::idle},
    Transition{State::done, TurnEvent::stop, State::done},
    Transition{State::stopped, TurnEvent::stop, State::stopped},
    Transition{State::failed, TurnEvent::stop, State::failed},
    Transition{State::budget, TurnEvent::stop, State::budget},
    Transition{State::awaiting, TurnEvent::stop, State::stopped},
    Transition{State::preparing, TurnEvent::stop, State::stopped},
    Transition{State::streaming, TurnEvent::stop, State::stopped},
    Transition{State::closing, TurnEvent::stop, State::stopped},
    Transition{State::gating, TurnEvent::stop, State::stopped},
    Transition{State::executing, TurnEvent::stop, State::stopped},
    Transition{State::appending, TurnEvent::stop, State::stopped},

    Transition{State::preparing, TurnEvent::fault, State::failed},
    Transition{State::streaming, TurnEvent::fault, State::failed},
    Transition{State::closing, TurnEvent::fault, State::failed},
    Transition{State::gating, TurnEvent::fault, State::failed},
    Transition{State::executing, TurnEvent::fault, State::failed},
    Transition{State::appending, TurnEvent::fault, State::failed},
    Transition{State::awaiting, TurnEvent::fault, State::failed},

    Transition{State::idle, TurnEvent::late_outcome, State::idle},
    Transition{State::preparing, TurnEvent::late_outcome, State::preparing},
    Transition{State::streaming, TurnEvent::late_outcome, State::streaming},
    Transition{State::closing, TurnEvent::late_outcome, State::closing},
    Transition{State::gating, TurnEvent::late_outcome, State::gating},
    Transition{State::executing, TurnEvent::late_outcome, State::executing},
    Transition{State::appending, TurnEvent::late_outcome, State::appending},
    Transition{State::done, TurnEvent::late_outcome, State::done},
    Transition{State::stopped, TurnEvent::late_outcome, State::stopped},
    Transition{State::failed, TurnEvent::late_outcome, State::failed},
    Transition{State::budget, TurnEvent::late_outcome, State::budget},
    Transition{State::awaiting, TurnEvent::late_outcome, State::awaiting},
};

}  // namespace

std::optional<State> next_state(State state, TurnEvent event) noexcept {
    for (const Transition& row : k_transitions)
        if (row.from == state && row.event == event) return row.to;
    return std::nullopt;
}

bool is_at_rest(State state) noexcept {
    return next_state(state, TurnEvent::begin).has_value();
}

std::string_view to_string(State state) noexcept {
    switch (state) {
        case State::idle:
            return "idle";
        case State::preparing:
            return "preparing";
        case State::streaming:
            return "streaming";
        case State::closing:
            return "closing";
        case State::gating:
            return "gating";
        case State::executing:
            return "executing";
        case State::appending:
            return "appending";
        case State::done:
            return "done";
        case State::stopped:
            return "stopped";
        case State::failed:
            return "failed";
        case State::budget:
            return "budget";
        case State::awaiting:
            return "awaiting";
    }
    return "";
}

std::string_view to_string(TurnEvent event) noexcept {
    switch (event) {
        case TurnEvent::begin:
            return "begin";
        case TurnEvent::resume:
            return "resume";
        case TurnEvent::requested:
            return "requested";
        case TurnEvent::piece:
            return "piece";
        case TurnEvent::answer_ended:
            return "answer_ended";
        case TurnEvent::closed_done:
            return "closed_done";
        case TurnEvent::closed_calls:
            return "closed_calls";
        case TurnEvent::closed_broken:
            return "closed_broken";
        case TurnEvent::admitted:
            return "admitted";
        case TurnEvent::call_news:
            return "call_news";
        case TurnEvent::call_ended:
            return "call_ended";
        case TurnEvent::all_ended:
            return "all_ended";
        case TurnEvent::calls_wait:
            return "calls_wait";
        case TurnEvent::next:
            return "next";
        case TurnEvent::budget_spent:
            return "budget_spent";
        case TurnEvent::corrections_out:
            return "corrections_out";
        case TurnEvent::too_large:
            return "too_large";
        case TurnEvent::stop:
            return "stop";
        case TurnEvent::fault:
            return "fault";
        case TurnEvent::late_outcome:
            return "late_outcome";
    }
    return "";
}

}  // namespace iam::chat
