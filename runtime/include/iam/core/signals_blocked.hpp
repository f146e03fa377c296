// Blocks signals for a library's own threads. The signals of the program belong to the program's
// threads.
#pragma once

#include <signal.h>

namespace iam {

/// While it lives, the calling thread takes no signal, and the threads started by it never will.
/// Not for threads of tools: a program started by a tool would have every signal blocked, and
/// Ctrl-C would not end it.
class SignalsBlocked {
 public:
    SignalsBlocked() noexcept {
        sigset_t all{};
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;
    ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
    sigset_t before_{};
};

}  // namespace iam
