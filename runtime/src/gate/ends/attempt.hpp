// The result of one attempt to bring a call to its function: one value.
#pragma once

#include "gate/state/refusal.hpp"
#include <iam/core/result.hpp>
#include <iam/tool/call.hpp>

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace iam::gate {

/// Arguments wanted instead by a person or a hook, and the id of the next call, the one with them.
struct Edit {
    std::string arguments{};
    std::string call_id{};
    std::string interceptor{};  ///< empty: a person
};

/// The intent is durable, and the thread of the function answers the caller.
struct Committed {};
/// A question has the call. It goes on after the answer.
struct Asking {};
struct Refused {
    Refusal refusal;
};
/// Another call, with other arguments, takes this one's place.
struct Restarted {
    Edit edit;
};
/// The call repeats an earlier one and gets its reply from the record.
struct Answered {
    ToolResult reply;
};
/// The store was changed meanwhile; a new attempt may succeed.
struct Conflict {
    Error error;
};

using Attempt = std::variant<Committed, Asking, Refused, Restarted, Answered, Conflict>;

/// The result of a step. Nothing: the call goes on to the next step.
using Stop = std::optional<Attempt>;

inline Stop to_stop(std::optional<Refusal> refusal) {
    if (!refusal) return std::nullopt;
    return Refused{*std::move(refusal)};
}
inline Stop to_stop(Stop stop) {
    return stop;
}

/// Takes a step, and returns from the function if the attempt ends there.
#define IAM_STEP(step) \
    if (auto stop = ::iam::gate::to_stop(step)) return *std::move(stop)

}  // namespace iam::gate
