// The states of a chat and the events that move it, as data.
#pragma once

#include <iam/chat/conversation.hpp>

#include <array>
#include <optional>
#include <string_view>

namespace iam::chat {

enum class TurnEvent {
    begin,            ///< a person's message, an edit or a regeneration
    resume,           ///< a person lets an ended turn go on
    requested,        ///< the request is on its way
    piece,            ///< a piece, a call or a usage of the stream
    answer_ended,     ///< End or StreamError
    closed_done,      ///< the stream is closed; the answer is whole and has no calls
    closed_calls,     ///< the stream is closed; the answer is whole and has calls
    closed_broken,    ///< the stream is closed; the answer is not whole
    admitted,         ///< the ids, tools and budgets of the calls are settled
    call_news,        ///< a call is asked about, begins, or reports its progress
    call_ended,       ///< the gate has answered a call
    all_ended,        ///< each call of the answer has its result
    calls_wait,       ///< the calls without a result wait for a person
    next,             ///< the results are complete, and the budgets allow another request
    budget_spent,     ///< a budget of the turn is used up
    corrections_out,  ///< the model wrote wrong calls too often
    too_large,        ///< the request does not fit into the model's context
    stop,             ///< a person stops the turn
    fault,            ///< a step could not be stored
    late_outcome,     ///< a call ended after its turn had gone on without it
};
inline constexpr std::array k_turn_events{
    TurnEvent::begin,           TurnEvent::resume,
    TurnEvent::requested,       TurnEvent::piece,
    TurnEvent::answer_ended,    TurnEvent::closed_done,
    TurnEvent::closed_calls,    TurnEvent::closed_broken,
    TurnEvent::admitted,        TurnEvent::call_news,
    TurnEvent::call_ended,      TurnEvent::all_ended,
    TurnEvent::calls_wait,      TurnEvent::next,
    TurnEvent::budget_spent,    TurnEvent::stop,
    TurnEvent::corrections_out, TurnEvent::fault,
    TurnEvent::late_outcome,    TurnEvent::too_large,
};
std::string_view to_string(TurnEvent event) noexcept;

inline constexpr std::array k_states{
    State::idle,    State::preparing, State::streaming, State::closing,
    State::gating,  State::executing, State::appending, State::done,
    State::stopped, State::failed,    State::budget,    State::awaiting,
};

/// The state after the event. Nothing: the table has no row, and the event is an error.
std::optional<State> next_state(State state, TurnEvent event) noexcept;

/// True if a turn may begin.
bool is_at_rest(State state) noexcept;

}  // namespace iam::chat
