#include "net/client/idle_wires.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace iam::net {
namespace {

std::string server_of(const Url& url) {
    return (url.is_https ? "https://" : "http://") + url.name();
}

}  // namespace

std::unique_ptr<Wire> IdleWires::take(const Url& url) {
    const std::string server = server_of(url);
    for (;;) {
        // The newest: the server has had the least time to close it.
        const auto found = std::find_if(idle_.rbegin(), idle_.rend(),
                                        [&](const Idle& one) { return one.server == server; });
        if (found == idle_.rend()) return nullptr;
        std::unique_ptr<Wire> wire = std::move(found->wire);
        idle_.erase(std::next(found).base());
        if (wire->is_quiet()) return wire;
        wire->close();
    }
}

void IdleWires::put(const Url& url, std::unique_ptr<Wire> wire) {
    if (is_closed_ || limits_.kept_connections_max == 0) return wire->close();
    if (idle_.size() >= limits_.kept_connections_max) idle_.erase(idle_.begin());
    idle_.push_back({server_of(url), std::move(wire), Steady::now() + limits_.kept_time});
    if (idle_.size() == 1) close_in_time();
}

void IdleWires::close() {
    is_closed_ = true;
    idle_.clear();
    timer_.cancel();
}

void IdleWires::close_in_time() {
    timer_.expires_at(idle_.front().until);
    timer_.async_wait([this](const error_code& code) {
        if (code) return;
        const auto now = Steady::now();
        const auto kept = std::find_if(idle_.begin(), idle_.end(),
                                       [now](const Idle& one) { return one.until > now; });
        idle_.erase(idle_.begin(), kept);
        if (!idle_.empty()) close_in_time();
    });
}

}  // namespace iam::net
