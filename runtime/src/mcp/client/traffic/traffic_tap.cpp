#include "mcp/client/traffic/traffic_tap.hpp"

#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/core/limits.hpp>

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_mask = "[secret]";
constexpr std::size_t k_secret_part_min = 4;

void replace_all(std::string& text, const std::string& part, std::string_view other) {
    for (std::size_t at = text.find(part); at != std::string::npos;
         at = text.find(part, at + other.size()))
        text.replace(at, part.size(), other);
}

/// The secret as JSON writes it, with its quotes.
std::string as_json_string(std::string_view secret) {
    JsonWriter out;
    out.string(secret);
    return out.take();
}

/// A server may write a secret with other escapes than this program does.
std::string with_usual_escapes(std::string_view text) {
    if (text.find('\\') != std::string_view::npos) {
        if (const auto value = parse_json(text, limits_of_own_text(text.size()))) {
            if (auto usual = canonical_json(*value)) return *std::move(usual);
        }
    }
    return std::string(text);
}

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

void TrafficTap::hide(std::string_view secret) {
    if (!is_on() || secret.empty()) return;
    std::vector<std::string> forms;
    std::string quoted = as_json_string(secret);
    if (secret.size() < k_secret_part_min) {
        forms.push_back(std::move(quoted));
    } else {
        forms.push_back(quoted.substr(1, quoted.size() - 2));
        forms.emplace_back(secret);
    }
    const std::lock_guard lock(mutex_);
    for (std::string& form : forms) {
        if (std::find(hidden_.begin(), hidden_.end(), form) == hidden_.end())
            hidden_.push_back(std::move(form));
    }
    // A secret may hold another one.
    std::stable_sort(hidden_.begin(), hidden_.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
}

std::string TrafficTap::masked(std::string_view text) const {
    const std::lock_guard lock(mutex_);
    if (hidden_.empty()) return std::string(text);
    std::string shown = with_usual_escapes(text);
    for (const std::string& secret : hidden_) replace_all(shown, secret, k_mask);
    return shown;
}

void TrafficTap::tell(TrafficEvent::Kind kind, std::string_view text) const {
    if (!is_on()) return;
    // Masked as a whole: a cut must not leave a part of a secret.
    std::string shown = masked(text);
    if (shown.size() > k_traffic_bytes_max) {
        std::size_t end = k_traffic_bytes_max;
        while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0U) == 0x80U) --end;
        shown.resize(end);
    }
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
