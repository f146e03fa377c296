// The thread of steps 9 to 12: the call's own, or a worker for a tool with a time limit.
#pragma once

#include "gate/state/call_state.hpp"

#include <mutex>

namespace iam::gate {

/// Held while an entry about the function's end is written. Two threads write for a possibly
/// overdue call; other calls take no lock.
class RecordingLock {
 public:
    explicit RecordingLock(CallState& call) : lock_(call.run.recording, std::defer_lock) {
        if (call.tool.contract->timeout) lock_.lock();
    }

 private:
    std::unique_lock<std::mutex> lock_;
};

/// The steps after the intent. They answer the caller unless `duty` cannot be taken.
using LastSteps = void (*)(const CallPointer& call, ReplyDuty::Holder& duty);

/// Runs them on the thread of the function. The call is answered in any case: outcome_unknown if
/// they throw, timed_out or cancelled where the thread's time ends first.
void run_on_its_thread(const CallPointer& call, LastSteps steps) noexcept;

}  // namespace iam::gate
