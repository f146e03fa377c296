// The interface for work that is due later.
#pragma once

#include <chrono>
#include <functional>

namespace iam::mcp {

/// Runs functions later, one after the other, on one thread. Thread-safe. A function that outlives
/// its subject holds a weak pointer to it.
class Timers {
 public:
    Timers() = default;
    Timers(const Timers&) = delete;
    Timers& operator=(const Timers&) = delete;
    virtual ~Timers() = default;

    /// Runs `job` once, `delay` from now, in the order of the times. 0: as soon as possible. Jobs
    /// left when the Timers end are destroyed unrun.
    virtual void after(std::chrono::milliseconds delay, std::function<void()> job) = 0;
};

}  // namespace iam::mcp
