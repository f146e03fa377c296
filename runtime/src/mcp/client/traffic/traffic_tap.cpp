#include "mcp/client/traffic/traffic_tap.hpp"

#include <iam/core/utf8.hpp>

#include <utility>

namespace iam::mcp {
namespace {

class TappedTransport final : public Transport {
 public:
    TappedTransport(std::unique_ptr<Transport> transport, std::shared_ptr<TrafficTap> tap)
        : tap_(std::move(tap)), transport_(std::move(transport)) {}

    bool send(rpc::Output& output) override {
        // A message that was not taken comes again.
        if (!is_again_) tap_->tell(TrafficEvent::Kind::sent, output.text);
        const bool is_taken = transport_->send(output);
        is_again_ = !is_taken;
        return is_taken;
    }
    void use_revision(std::string_view revision) override {
        if (!revision.empty())
            tap_->tell(TrafficEvent::Kind::note, "revision " + std::string(revision));
        transport_->use_revision(revision);
    }
    void listen() override { transport_->listen(); }

 private:
    std::shared_ptr<TrafficTap> tap_;
    std::unique_ptr<Transport> transport_;
    bool is_again_ = false;  // send() is called by one thread at a time
};

}  // namespace

void TrafficTap::tell(TrafficEvent::Kind kind, std::string_view text) const {
    if (!is_on()) return;
    // Masked as a whole: a cut must not leave a part of a secret.
    std::string shown = mask_->masked(text);
    shown.resize(first_bytes(shown, k_traffic_bytes_max).size());
    on_event_({.kind = kind,
               .time = clock_.now().wall,
               .server = server_,
               .text = std::move(shown),
               .bytes = text.size()});
}

TransportEvents tapped(TransportEvents events, std::shared_ptr<TrafficTap> tap) {
    events.on_message = [tap, then = std::move(events.on_message)](std::string_view message) {
        tap->tell(TrafficEvent::Kind::received, message);
        if (then) then(message);
    };
    events.on_failed_request = [tap, then = std::move(events.on_failed_request)](
                                   const rpc::Id& request, rpc::ErrorObject error) {
        tap->tell(TrafficEvent::Kind::note, "a request has failed: " + error.message);
        if (then) then(request, std::move(error));
    };
    events.on_end = [tap, then = std::move(events.on_end)](Error why) {
        tap->tell(TrafficEvent::Kind::note, "the connection has ended: " + why.message);
        if (then) then(std::move(why));
    };
    return events;
}

std::unique_ptr<Transport> tapped(std::unique_ptr<Transport> transport,
                                  std::shared_ptr<TrafficTap> tap) {
    return std::make_unique<TappedTransport>(std::move(transport), std::move(tap));
}

}  // namespace iam::mcp
