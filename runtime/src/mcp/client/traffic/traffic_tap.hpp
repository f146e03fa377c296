// Tells the traffic of one server, without the secrets of its configuration.
#pragma once

#include "mcp/client/transport.hpp"
#include <iam/core/clock.hpp>
#include <iam/mcp/traffic.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// Thread-safe. The clock and the function outlive it.
class TrafficTap {
 public:
    TrafficTap(const Clock& clock, std::string server,
               const std::function<void(const TrafficEvent&)>& on_event)
        : clock_(clock), server_(std::move(server)), on_event_(on_event) {}

    /// False: nobody listens, and the other functions do nothing.
    bool is_on() const noexcept { return static_cast<bool>(on_event_); }
    /// Keeps a secret out of later events. Secrets of fewer than 4 bytes would hide too much else
    /// and are kept out as whole JSON strings alone.
    void hide(std::string_view secret);
    void tell(TrafficEvent::Kind kind, std::string_view text) const;

 private:
    std::string masked(std::string_view text) const;

    const Clock& clock_;
    const std::string server_;
    const std::function<void(const TrafficEvent&)>& on_event_;
    mutable std::mutex mutex_{};
    std::vector<std::string> hidden_{};  // by mutex_; the longest one first
};

/// The events of a transport, with each message told before it is handled.
TransportEvents tapped(TransportEvents events, std::shared_ptr<TrafficTap> tap);
/// The transport, with each message told before it is sent.
std::unique_ptr<Transport> tapped(std::unique_ptr<Transport> transport,
                                  std::shared_ptr<TrafficTap> tap);

}  // namespace iam::mcp
