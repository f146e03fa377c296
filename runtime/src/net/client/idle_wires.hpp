// Idle connections of a client, kept for its next request to their server.
#pragma once

#include "net/client/url.hpp"
#include "net/wire/wire.hpp"
#include <iam/net/http_client.hpp>

#include <memory>
#include <string>
#include <vector>

namespace iam::net {

/// All of it belongs to the strand of the client.
class IdleWires {
 public:
    /// The limits outlive it.
    IdleWires(const Strand& strand, const ClientLimits& limits) : limits_(limits), timer_(strand) {}

    /// A connection to this server without unread bytes; null: none.
    std::unique_ptr<Wire> take(const Url& url);
    /// Keeps an idle connection. Beyond the maximum the oldest is closed.
    void put(const Url& url, std::unique_ptr<Wire> wire);
    /// Closes all, and keeps none any more.
    void close();

 private:
    struct Idle {
        std::string server{};
        std::unique_ptr<Wire> wire{};
        Steady::time_point until{};
    };
    void close_in_time();

    const ClientLimits& limits_;
    std::vector<Idle> idle_{};  // the oldest first
    Timer timer_;
    bool is_closed_ = false;
};

}  // namespace iam::net
