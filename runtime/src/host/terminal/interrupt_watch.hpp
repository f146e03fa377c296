// Watches Ctrl-C during a call.
#pragma once

#include "host/terminal/terminal.hpp"

#include <signal.h>

#include <functional>
#include <thread>

namespace iam::host {

/// While it lives, the first SIGINT calls `on_interrupt`, on a thread of its own. The second one
/// ends the program as usual. Programs that a tool starts meanwhile get SIGINT as usual. Does
/// nothing if SIGINT is ignored, as under nohup, or if the system has no descriptor or thread left.
/// At most one object may live at a time.
class InterruptWatch {
 public:
    explicit InterruptWatch(std::function<void()> on_interrupt);
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;
    ~InterruptWatch();

 private:
    bool start_thread(std::function<void()> on_interrupt);

    Descriptor wake_;
    std::thread thread_;
    bool installed_ = false;
    struct sigaction before_ {};
};

}  // namespace iam::host
