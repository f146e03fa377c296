// Holds signals that would leave a terminal in the wrong modes, until it has its own modes again.
#pragma once

#include "host/terminal/terminal.hpp"

#include <signal.h>

#include <chrono>

namespace iam::host {

/// Holds signals on this thread. They act in let_act(), or when the object dies. SIGINT, SIGTERM,
/// SIGHUP and SIGQUIT are always held, other signals if they would end or stop the program.
/// Meanwhile a read from the terminal in the background fails, and does not stop the program.
class HeldSignals {
 public:
    HeldSignals();
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;
    ~HeldSignals();

    enum class Came { nothing, stop, end };
    /// The kind of the received signals. stop: the program must stop, or was stopped and goes on.
    Came came() const;
    /// Readable once a signal came.
    int descriptor() const noexcept { return signals_.get(); }
    /// Waits for a signal, for at most `timeout`.
    void wait(std::chrono::milliseconds timeout) const;
    /// Lets the received signals act. Restore the terminal's modes before.
    void let_act() const;

 private:
    sigset_t held_{};
    sigset_t before_{};
    Descriptor signals_;
};

}  // namespace iam::host
