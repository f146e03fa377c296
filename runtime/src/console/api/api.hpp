// Serves the pages and the API: checks each request, and hands it to the functions of its route.
#pragma once

#include "console/access/sessions.hpp"
#include "console/api/showings.hpp"
#include "console/events/events.hpp"
#include <iam/console/console.hpp>

#include <functional>
#include <stop_token>
#include <string>

namespace iam::console {

class ChatFeed;  // console/events/chat_feed.hpp

/// The things that requests are answered with.
struct ApiParts {
    const Parts& parts;
    Sessions& sessions;
    Events& events;
    Showings& showings;
    ChatFeed& chat_feed;
    std::string origin{};  ///< of the pages: "http://…:4711"
    std::chrono::milliseconds idle_time{0};
    std::stop_token stop{};  ///< requested when the console ends: functions under way are asked to
    /// Judges the process behind a connection.
    std::function<Result<void>(const net::PeerAddress&)> check_peer{};
};

/// The person of the console, who answers on a page.
consent::Approver web_approver(const Parts& parts);

/// Thread-safe.
class Api {
 public:
    explicit Api(ApiParts parts) : api_(std::move(parts)) {}

    /// May block: the store is read.
    void serve(const net::Request& request, net::Exchange exchange);

 private:
    const ApiParts api_;
};

}  // namespace iam::console
