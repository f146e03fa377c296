// Judges the process at the other end of a connection. Whoever proposes calls must not reach the
// place where a person answers.
#pragma once

#include <iam/core/result.hpp>
#include <iam/net/http_message.hpp>

#include <sys/types.h>

#include <mutex>
#include <set>

namespace iam::console {

/// Thread-safe.
class PeerCheck {
 public:
    explicit PeerCheck(bool allows_own_process) : allows_own_process_(allows_own_process) {}

    /// Names a child of this process whose connections are a person's.
    void note_browser(pid_t process);
    /// `port` is the one of this server that the peer has connected to. Error: invalid_argument,
    /// with the reason.
    Result<void> check(const net::PeerAddress& peer, unsigned port) const;

 private:
    const bool allows_own_process_;
    mutable std::mutex mutex_;
    std::set<pid_t> browsers_{};
};

}  // namespace iam::console
