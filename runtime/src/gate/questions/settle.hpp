// The result of a question.
#pragma once

#include "gate/ends/attempt.hpp"
#include "gate/questions/question_counts.hpp"
#include "gate/state/call_state.hpp"
#include <iam/consent/prompter.hpp>

#include <optional>

namespace iam::gate {

/// A finished question.
struct Settled {
    Stop stop{};  ///< how the call ends; nothing: it goes on at step 4
};

/// The refusal of a call if its question cannot be shown or answered for want of memory. Needs no
/// memory.
Refusal not_asked() noexcept;

/// Takes a reply to the open question of the call, and counts it.
Settled settle(CallState& call, QuestionCounts& counts, const consent::PromptReply& reply);

/// Looks again when the call's turn comes after a wait. Nothing: a person must still be asked.
std::optional<Settled> settled_while_waiting(CallState& call);

}  // namespace iam::gate
