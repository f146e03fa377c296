// Serves the pages and the API: checks each request, and hands it to the functions of its route.
#pragma once

#include "console/access/sessions.hpp"
#include "console/api/asked.hpp"
#include "console/api/question_requests.hpp"
#include "console/events/events.hpp"
#include <iam/console/console.hpp>

#include <functional>
#include <string>

namespace iam::console {

struct ApiParts {
    const Parts& parts;
    Sessions& sessions;
    Events& events;
    std::string origin{};  ///< of the pages: "http://…:4711"
    std::chrono::milliseconds idle_time{0};
    /// Judges the process behind a connection.
    std::function<Result<void>(const net::PeerAddress&)> check_peer{};
};

/// Thread-safe.
class Api {
 public:
    explicit Api(ApiParts parts) : api_(std::move(parts)), questions_(api_.parts) {}

    /// May block: the store is read.
    void serve(const net::Request& request, net::Exchange exchange);

 private:
    net::Response respond(const Route& route, const Asked& asked);
    net::Response log_in(const Asked& asked);
    net::Response show_session(const Asked& asked) const;
    net::Response list_sessions(const Asked& asked) const;
    net::Response revoke_session(const Asked& asked);

    const ApiParts api_;
    QuestionRequests questions_;
};

}  // namespace iam::console
