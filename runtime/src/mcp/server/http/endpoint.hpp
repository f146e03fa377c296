// The one path for clients to reach a server over HTTP.
#pragma once

#include "mcp/server/http/http_sessions.hpp"
#include "mcp/server/http/stateless.hpp"
#include <iam/core/entropy.hpp>
#include <iam/mcp/http.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace iam::mcp {

/// Thread-safe. It has no thread of its own: the owner calls tend().
class Endpoint {
 public:
    struct Parts {
        Server& server;
        Subject subject{};
        const Authorizer* authorizer = nullptr;
        HttpSettings settings{};
        std::function<void()> on_wake{};  ///< tend() has something to do
        std::function<void(const rpc::Report&)> on_report{};
        std::function<bool(std::function<void()>& job)> run{};  ///< as SessionParts::run
    };
    explicit Endpoint(Parts parts);
    ~Endpoint();
    Endpoint(const Endpoint&) = delete;
    Endpoint& operator=(const Endpoint&) = delete;

    void handle(net::Request request, net::Exchange exchange);

    /// Does the work caused by no request: time-outs, signs of life, ends of idle sessions. Returns
    /// the time of the next call; nothing: it is called when woken.
    std::optional<Milliseconds> tend();

    /// Refuses all requests, and asks running functions to stop.
    void begin_end();
    bool is_quiet() const;
    /// Ends all sessions.
    void close();

 private:
    /// Outlives the endpoint, for later authorizations.
    struct Door;

    void authorize(net::Request request, net::Exchange exchange);
    void authorized(const net::Request& request, const Authorization& authorization,
                    net::Exchange exchange);
    void serve(const net::Request& request, const Sender& sender, net::Exchange exchange);
    void post(const net::Request& request, const Sender& sender, net::Exchange exchange);
    void get(const net::Request& request, const Sender& sender, net::Exchange exchange);
    void remove(const net::Request& request, const Sender& sender, net::Exchange exchange);
    void open_session(const net::Request& request, const Sender& sender, net::Exchange exchange);
    /// The session named by a request; or the refusal is sent.
    HttpSessions::Pointer session_of(const net::Request& request, const Sender& sender,
                                     net::Exchange& exchange);
    void plan(Milliseconds due);

    const Parts parts_;
    const std::shared_ptr<Door> door_;
    HttpSessions sessions_;
    StatelessRequests stateless_;
    std::atomic<bool> ends_{false};
    std::atomic<Milliseconds> planned_{Milliseconds::max()};  // the next call of tend()
    std::atomic<bool> is_used_{false};                        ///< since tend()
};

}  // namespace iam::mcp
