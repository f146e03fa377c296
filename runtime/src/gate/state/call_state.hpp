// One call on its way through the gate: a part for each group of steps. One thread at a time works
// on it.
#pragma once

#include "gate/engine/basis.hpp"
#include "gate/functions/permit_issuer.hpp"
#include "gate/state/caller.hpp"
#include "gate/state/proposal.hpp"
#include "gate/state/question.hpp"
#include "gate/state/refusal.hpp"
#include "gate/state/run.hpp"
#include "gate/state/standing.hpp"
#include "gate/state/value.hpp"
#include <iam/gate/interceptor.hpp>

#include <memory>
#include <optional>
#include <string>

namespace iam::gate {

struct Engine;
struct RecordWriter;

struct CallState {
    CallState(std::shared_ptr<Engine> shared, Call&& proposed, CallOptions&& chosen);
    CallState(const CallState&) = delete;
    CallState& operator=(const CallState&) = delete;
    ~CallState() = default;

    std::shared_ptr<Engine> engine;
    const Basis& basis;        ///< of the engine, as are the next two
    RecordWriter& writer;      ///< the basis, and the further parts for commits
    StandingCache& standings;  ///< the standing of each tool and subject
    Proposal proposal{};
    Caller caller{};
    FoundTool tool{};  ///< step 1
    Value value{};
    Standing standing{};
    Question question{};
    Run run{};
};

using CallPointer = std::shared_ptr<CallState>;

CallPointer make_call(const std::shared_ptr<Engine>& engine, Call&& call, CallOptions&& options,
                      Runtime::Completion on_result);

/// The call as a hook sees it. `changed`: the place for a hook's other arguments, if it may change
/// them.
CallView view_of(const CallState& call, std::optional<std::string>* changed = nullptr);

}  // namespace iam::gate
