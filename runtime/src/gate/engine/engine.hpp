// The parts that all calls of one Runtime share and change.
#pragma once

#include "gate/consent/contract_changes.hpp"
#include "gate/consent/standing_cache.hpp"
#include "gate/engine/basis.hpp"
#include "gate/engine/call_memory.hpp"
#include "gate/engine/commit.hpp"
#include "gate/engine/entrance.hpp"
#include "gate/engine/listeners.hpp"
#include "gate/functions/stops.hpp"
#include "gate/functions/workers.hpp"
#include "gate/questions/prompts.hpp"
#include "gate/questions/question_counts.hpp"
#include "gate/record/record_quota.hpp"
#include "gate/record/repeated_refusals.hpp"

#include <stop_token>
#include <utility>

namespace iam::gate {

/// Held by the Runtime and by all work that may return later (questions, workers). Only a thread
/// that holds a Pass, or a worker, may use its parts.
struct Engine : Basis {
    Engine(Parts runtime_parts, Settings runtime_settings)
        : Basis(std::move(runtime_parts), std::move(runtime_settings)),
          stops(parts.store, settings.watch_for_freeze),
          history(parts.judge_change),
          workers(settings.workers_max),
          previewers(settings.workers_max) {
        clock.look_at(parts.store);
    }

    /// Ends the engine: closes the entrance, answers the calls that wait for a person, asks running
    /// functions to stop and waits for them.
    void end();

    CallMemory call_memory{};
    Entrance entrance{};
    std::stop_source ending{};
    Stops stops;
    ActiveCalls active{};
    StandingCache standings{};
    KnownContracts contracts{};
    ContractHistory history;
    Listeners listeners{};
    PromptQueue prompts{};
    QuestionCounts questions{};
    RepeatedRefusals refusals{};
    RecordQuota quota{};
    Workers workers;
    /// Threads for previews alone: a preview runs before anybody has agreed, and one that hangs
    /// must not delay a function.
    Workers previewers;
};

/// Records the counts of all repeated refusals.
void record_repetitions(Engine& engine) noexcept;

/// The error of every function that is called after the end of the Runtime.
tl::unexpected<Error> runtime_has_ended();

}  // namespace iam::gate
