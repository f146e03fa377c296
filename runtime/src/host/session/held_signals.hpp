// Signals that would leave a terminal in the wrong modes wait until it has its own again.
#pragma once

#include "host/terminal/terminal.hpp"

#include <signal.h>

#include <chrono>

namespace iam::host {

/// Holds the signals that would end or stop the program on this thread; they act when it dies, or in let_act(). SIGINT, SIGTERM, SIGHUP
/// and SIGQUIT are held whatever the program does with them, the others where they would end or stop it. In the background a read from
/// the terminal fails meanwhile and stops nothing.
class HeldSignals {
 public:
    HeldSignals();
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;
    ~HeldSignals();

    enum class Came { nothing, stop, end };
    /// stop: the program is to stop, or was stopped and goes on.
    Came came() const;
    /// Readable once one came.
    int descriptor() const noexcept { return signals_.get(); }
    /// Until one came, for at most `timeout`.
    void wait(std::chrono::milliseconds timeout) const;
    /// Those that came act here. Give the terminal back before.
    void let_act() const;

 private:
    sigset_t held_{};
    sigset_t before_{};
    Descriptor signals_;
};

}  // namespace iam::host
