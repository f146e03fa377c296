// The end of a Runtime's shared parts.
#include "gate/engine/engine.hpp"

#include "gate/state/refusal.hpp"

namespace iam::gate {

void Engine::end() {
    entrance.close();
    previewers.ending.request_stop();
    stops.close();
    prompts.end();
    previewers.threads.shut_down();
    workers.shut_down();
    entrance.wait_until_empty();
    record_repetitions(*this);
    stops.end();
}

tl::unexpected<Error> runtime_has_ended() {
    return fail(Errc::unavailable, "The runtime has ended; build a new one.");
}

ToolResult reply_after_the_end() {
    return as_result(Refusal(code::cancelled, "The program ends; nothing was run."));
}

}  // namespace iam::gate
