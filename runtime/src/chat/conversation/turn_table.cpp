// The table of states and events: each row is one transition.
#include "chat/conversation/turn_table.hpp"

namespace iam::chat {
namespace {

struct Row {
    State from;
    TurnEvent event;
    State to;
};

using S = State;
using E = TurnEvent;

constexpr std::array k_rows{
    Row{S::idle, E::begin, S::preparing},
    Row{S::done, E::begin, S::preparing},
    Row{S::stopped, E::begin, S::preparing},
    Row{S::failed, E::begin, S::preparing},
    Row{S::budget, E::begin, S::preparing},
    Row{S::awaiting, E::begin, S::preparing},

    Row{S::stopped, E::resume, S::preparing},
    Row{S::failed, E::resume, S::preparing},
    Row{S::budget, E::resume, S::preparing},
    Row{S::awaiting, E::resume, S::gating},

    Row{S::preparing, E::requested, S::streaming},
    Row{S::preparing, E::budget_spent, S::budget},

    Row{S::streaming, E::piece, S::streaming},
    Row{S::streaming, E::answer_ended, S::closing},

    Row{S::closing, E::closed_done, S::done},
    Row{S::closing, E::closed_calls, S::gating},
    Row{S::closing, E::closed_broken, S::failed},

    Row{S::gating, E::admitted, S::executing},

    Row{S::executing, E::call_news, S::executing},
    Row{S::executing, E::call_ended, S::executing},
    Row{S::executing, E::all_ended, S::appending},
    Row{S::executing, E::calls_wait, S::awaiting},

    Row{S::appending, E::next, S::preparing},
    Row{S::appending, E::budget_spent, S::budget},
    Row{S::appending, E::corrections_out, S::failed},

    // A stop at rest has nothing to do.
    Row{S::idle, E::stop, S::idle},
    Row{S::done, E::stop, S::done},
    Row{S::stopped, E::stop, S::stopped},
    Row{S::failed, E::stop, S::failed},
    Row{S::budget, E::stop, S::budget},
    Row{S::awaiting, E::stop, S::stopped},
    Row{S::preparing, E::stop, S::stopped},
    Row{S::streaming, E::stop, S::stopped},
    Row{S::closing, E::stop, S::stopped},
    Row{S::gating, E::stop, S::stopped},
    Row{S::executing, E::stop, S::stopped},
    Row{S::appending, E::stop, S::stopped},

    Row{S::preparing, E::fault, S::failed},
    Row{S::streaming, E::fault, S::failed},
    Row{S::closing, E::fault, S::failed},
    Row{S::gating, E::fault, S::failed},
    Row{S::executing, E::fault, S::failed},
    Row{S::appending, E::fault, S::failed},
    Row{S::awaiting, E::fault, S::failed},

    Row{S::idle, E::late_outcome, S::idle},
    Row{S::preparing, E::late_outcome, S::preparing},
    Row{S::streaming, E::late_outcome, S::streaming},
    Row{S::closing, E::late_outcome, S::closing},
    Row{S::gating, E::late_outcome, S::gating},
    Row{S::executing, E::late_outcome, S::executing},
    Row{S::appending, E::late_outcome, S::appending},
    Row{S::done, E::late_outcome, S::done},
    Row{S::stopped, E::late_outcome, S::stopped},
    Row{S::failed, E::late_outcome, S::failed},
    Row{S::budget, E::late_outcome, S::budget},
    Row{S::awaiting, E::late_outcome, S::awaiting},
};

}  // namespace

std::optional<State> next_state(State state, TurnEvent event) noexcept {
    for (const Row& row : k_rows)
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
