// Blocks signals for threads that a library starts for itself. The signals of the program belong to
// the threads that the program knows.
#pragma once

#include <signal.h>

namespace iam {

/// While it lives, the calling thread takes no signal, and threads that it starts never will. Not
/// for threads that run tools: a program that a tool starts would have every signal blocked, and
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
