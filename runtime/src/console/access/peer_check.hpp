// Judges the process at the other end of a connection. The proposer of a call must not reach the
// console, where a person answers.
#pragma once

#include <iam/core/result.hpp>
#include <iam/net/http_message.hpp>

#include <sys/types.h>

#include <cstdint>
#include <deque>
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
    Result<void> check_processes(ino_t socket) const;
    bool is_admitted(std::uint64_t cookie) const;
    void admit(std::uint64_t cookie) const;

    const bool allows_own_process_;
    mutable std::mutex mutex_;
    std::set<pid_t> browsers_{};
    /// Cookies of sockets that may ask, the oldest first. A look at all processes takes
    /// milliseconds, so a connection is looked at once.
    mutable std::deque<std::uint64_t> admitted_{};
};

}  // namespace iam::console
