// The parts that all calls of one Runtime share and change.
#pragma once

#include "gate/consent/contract_changes.hpp"
#include "gate/consent/standing_cache.hpp"
#include "gate/engine/active_calls.hpp"
#include "gate/engine/call_memory.hpp"
#include "gate/engine/entrance.hpp"
#include "gate/functions/previews.hpp"
#include "gate/functions/stops.hpp"
#include "gate/functions/workers.hpp"
#include "gate/questions/prompts.hpp"
#include "gate/questions/question_counts.hpp"
#include "gate/record/record_writer.hpp"

#include <utility>

namespace iam::gate {

/// Held by the Runtime and by all work that may return later (questions, workers). Only a thread
/// that holds a Pass, or a worker, may use its parts. Code that a call or a facade enters by
/// includes this header; all other code is given the part that it needs.
struct Engine : RecordWriter {
    Engine(Parts runtime_parts, Settings runtime_settings)
        : RecordWriter(std::move(runtime_parts), std::move(runtime_settings)),
          stops(parts.store, settings.watch_for_freeze),
          history(parts.judge_change),
          standings(history),
          workers(settings.workers_max),
          previewers(settings.workers_max) {
        clock.look_at(parts.store);
    }

    /// Ends the engine: closes the entrance, answers the calls that wait for a person, asks running
    /// functions to stop and waits for them.
    void end();

    CallMemory call_memory{};
    Entrance entrance{};
    Stops stops;
    ActiveCalls active{};
    ContractHistory history;
    StandingCache standings;
    PromptQueue prompts{};
    QuestionCounts questions{};
    Workers workers;
    PreviewThreads previewers;
};

/// The error of every function that is called after the end of the Runtime.
tl::unexpected<Error> runtime_has_ended();
/// The same for functions that answer with a reply (cancelled).
ToolResult reply_after_the_end();

}  // namespace iam::gate
