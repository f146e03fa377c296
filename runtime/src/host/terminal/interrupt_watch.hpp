// Watches Ctrl-C during a call, and the signals that end a server.
#pragma once

#include "host/terminal/terminal.hpp"

#include <signal.h>

#include <functional>
#include <thread>
#include <vector>

namespace iam::host {

/// While it lives, the first of the signals calls `on_interrupt`, on a thread of its own. A second
/// one of a kind ends the program as usual. Programs started by a tool meanwhile get the signals as
/// usual. An ignored signal stays ignored, as SIGINT under nohup. Does nothing if the system has no
/// descriptor or thread left. At most one object may live at a time.
class InterruptWatch {
 public:
    explicit InterruptWatch(std::function<void()> on_interrupt,
                            std::vector<int> signals = {SIGINT});
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;
    ~InterruptWatch();

 private:
    struct Replaced {
        int signal = 0;
        struct sigaction before {};
    };
    bool start_thread(std::function<void()> on_interrupt);
    void watch(int signal);

    Descriptor wake_;
    std::thread thread_;
    std::vector<Replaced> replaced_;
};

}  // namespace iam::host
