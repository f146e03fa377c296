// One way to a server with the conversation on it. A connection has a new one after each end.
#pragma once

#include "mcp/client/transport.hpp"
#include <iam/rpc/peer.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

namespace iam::mcp {

/// The members are set before the first message. close() and the end are for the thread of the
/// timers.
struct Link {
    Link() = default;
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;
    ~Link() { close(); }

    /// The time of the last message, by Clock::boot(). Set on any thread.
    std::atomic<std::chrono::milliseconds> heard_at{std::chrono::milliseconds{0}};
    std::unique_ptr<rpc::Peer> peer{};
    std::unique_ptr<Transport> transport{};
    /// When poll() is due by a job of the timers; nothing: there is no job.
    std::optional<std::chrono::milliseconds> armed{};

    /// Ends all requests as `closed`, then the way.
    void close() {
        if (peer) peer->close();
        transport.reset();
    }
};

}  // namespace iam::mcp
