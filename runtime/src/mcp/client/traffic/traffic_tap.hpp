// Tells the traffic of one server, without the secrets of its configuration.
#pragma once

#include "mcp/client/traffic/secret_mask.hpp"
#include "mcp/client/transport.hpp"
#include <iam/core/clock.hpp>
#include <iam/mcp/traffic.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace iam::mcp {

/// Thread-safe. The clock and the function outlive it.
class TrafficTap {
 public:
    TrafficTap(const Clock& clock, std::string server,
               const std::function<void(const TrafficEvent&)>& on_event,
               std::shared_ptr<const SecretMask> mask)
        : clock_(clock), server_(std::move(server)), on_event_(on_event), mask_(std::move(mask)) {}

    /// False: nobody listens, and tell() does nothing.
    bool is_on() const noexcept { return static_cast<bool>(on_event_); }
    void tell(TrafficEvent::Kind kind, std::string_view text) const;

 private:
    const Clock& clock_;
    const std::string server_;
    const std::function<void(const TrafficEvent&)>& on_event_;
    const std::shared_ptr<const SecretMask> mask_;
};

/// The events of a transport, with each message told before it is handled.
TransportEvents tapped(TransportEvents events, std::shared_ptr<TrafficTap> tap);
/// The transport, with each message told before it is sent.
std::unique_ptr<Transport> tapped(std::unique_ptr<Transport> transport,
                                  std::shared_ptr<TrafficTap> tap);

}  // namespace iam::mcp
