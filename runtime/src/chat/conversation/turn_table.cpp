// The table of states and events: each row is one transition.
#include "chat/conversation/turn_table.hpp"

namespace iam::chat {
namespace {

struct Transition {
    State from;
    TurnEvent event;
    State to;
};

constexpr auto transitions() {
    using S = State;
    using E = TurnEvent;
    return std::array{
        Transition{S::idle, E::begin, S::preparing},
        Transition{S::done, E::begin, S::preparing},
        Transition{S::stopped, E::begin, S::preparing},
        Transition{S::failed, E::begin, S::preparing},
        Transition{S::budget, E::begin, S::preparing},
        Transition{S::awaiting, E::begin, S::preparing},

        Transition{S::stopped, E::resume, S::preparing},
        Transition{S::failed, E::resume, S::preparing},
        Transition{S::budget, E::resume, S::preparing},
        Transition{S::awaiting, E::resume, S::gating},

        Transition{S::preparing, E::requested, S::streaming},
        Transition{S::preparing, E::budget_spent, S::budget},

        Transition{S::streaming, E::piece, S::streaming},
        Transition{S::streaming, E::answer_ended, S::closing},

        Transition{S::closing, E::closed_done, S::done},
        Transition{S::closing, E::closed_calls, S::gating},
        Transition{S::closing, E::closed_broken, S::failed},

        Transition{S::gating, E::admitted, S::executing},

        Transition{S::executing, E::call_news, S::executing},
        Transition{S::executing, E::call_ended, S::executing},
        Transition{S::executing, E::all_ended, S::appending},
        Transition{S::executing, E::calls_wait, S::awaiting},

        Transition{S::appending, E::next, S::preparing},
        Transition{S::appending, E::budget_spent, S::budget},
        Transition{S::appending, E::corrections_out, S::failed},

        // A stop at rest has nothing to do.
        Transition{S::idle, E::stop, S::idle},
        Transition{S::done, E::stop, S::done},
        Transition{S::stopped, E::stop, S::stopped},
        Transition{S::failed, E::stop, S::failed},
        Transition{S::budget, E::stop, S::budget},
        Transition{S::awaiting, E::stop, S::stopped},
        Transition{S::preparing, E::stop, S::stopped},
        Transition{S::streaming, E::stop, S::stopped},
        Transition{S::closing, E::stop, S::stopped},
        Transition{S::gating, E::stop, S::stopped},
        Transition{S::executing, E::stop, S::stopped},
        Transition{S::appending, E::stop, S::stopped},

        Transition{S::preparing, E::fault, S::failed},
        Transition{S::streaming, E::fault, S::failed},
        Transition{S::closing, E::fault, S::failed},
        Transition{S::gating, E::fault, S::failed},
        Transition{S::executing, E::fault, S::failed},
        Transition{S::appending, E::fault, S::failed},
        Transition{S::awaiting, E::fault, S::failed},

        Transition{S::idle, E::late_outcome, S::idle},
        Transition{S::preparing, E::late_outcome, S::preparing},
        Transition{S::streaming, E::late_outcome, S::streaming},
        Transition{S::closing, E::late_outcome, S::closing},
        Transition{S::gating, E::late_outcome, S::gating},
        Transition{S::executing, E::late_outcome, S::executing},
        Transition{S::appending, E::late_outcome, S::appending},
        Transition{S::done, E::late_outcome, S::done},
        Transition{S::stopped, E::late_outcome, S::stopped},
        Transition{S::failed, E::late_outcome, S::failed},
        Transition{S::budget, E::late_outcome, S::budget},
        Transition{S::awaiting, E::late_outcome, S::awaiting},
    };
}

constexpr auto k_transitions = transitions();

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
