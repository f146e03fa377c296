// Step 9: the function runs, holding a Permit.
#pragma once

#include "gate/functions/context_access.hpp"
#include "gate/functions/stops.hpp"
#include "gate/state/call_state.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace iam::gate {

/// The result of step 9, in its form for the record and the answer.
struct Outcome {
    bool success = false;  ///< the function did its work; with a code: but its result is unusable
    std::string code{};
    std::string message{};  ///< for the caller
    std::string cause{};    ///< for the ledger
    std::optional<std::string> result{};
    std::chrono::microseconds duration{0};
    std::optional<Moment> ended{};  ///< nothing: the function was not called
    std::vector<std::string> touched{};
    ContextAccess::States states{};     ///< of the touched objects
    std::optional<std::string> kept{};  ///< for the undo
    std::string no_undo{};              ///< why the call cannot be undone; empty: it can
    std::vector<InputRequest> asked{};
    /// The tool's server did not answer, so the intent stays without an outcome.
    bool is_unknown = false;
    bool is_late = false;  ///< the caller has its reply, timed_out
    bool waits = false;    ///< the call goes on once a person has given the input
};

/// Runs the function where it belongs, and takes the duty to answer unless the call is overdue.
Outcome run_function(CallState& call, Stops& stops, ReplyDuty::Holder& duty);

}  // namespace iam::gate
