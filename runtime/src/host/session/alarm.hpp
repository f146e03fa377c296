// Calls a function after a time, on a thread of its own.
#pragma once

#include "host/session/environment.hpp"

#include <chrono>
#include <functional>
#include <thread>

namespace iam::host {

/// `wait`, or a wait by the machine's clock if it is empty.
Wait wait_of(const Wait& wait);

/// The destructor ends the wait. It waits for a function that has begun.
class Alarm {
 public:
    enum class Rings { once, again };
    Alarm(Wait wait, std::chrono::milliseconds time, Rings rings, std::function<void()> ring);

 private:
    std::jthread thread_;
};

}  // namespace iam::host
