// The parts shared and changed by all calls of one Runtime.
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

/// Held by the Runtime and by all work that may return later (questions, workers). Only the holder
/// of a Pass, or a worker, may use its parts. Code at the entrance of calls and facades includes
/// this header; all other code is given the part it needs.
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

    /// Ends the engine: closes the entrance, answers the calls waiting for a person, asks running
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

/// The error of every function called after the end of the Runtime.
tl::unexpected<Error> runtime_has_ended();
/// The same for functions that return a reply (cancelled).
ToolResult reply_after_the_end();

}  // namespace iam::gate
