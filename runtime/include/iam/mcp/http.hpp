// Serves clients over Streamable HTTP (MCP, basic/transports#streamable-http): one path for POST,
// GET and DELETE, with a session for each client.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/authorization.hpp>
#include <iam/mcp/server.hpp>
#include <iam/net/http_server.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace iam::mcp {

struct HttpSettings {
    std::string path = "/mcp";
    /// Beyond it the session with the longest idle time ends. If none is idle, a new client is
    /// answered with 503.
    std::size_t sessions_max = 1000;
    /// A session ends if no request came for so long, no stream is open and no function runs.
    std::chrono::milliseconds session_idle{std::chrono::minutes{30}};
    /// Of messages kept by a session for a client's return to a cut stream. The oldest are
    /// forgotten first.
    std::size_t kept_bytes_max = std::size_t{1} << 20U;
    /// If a request takes longer, it is answered by a stream. The client can come back to the
    /// stream.
    std::chrono::milliseconds begin_stream{std::chrono::seconds{1}};
    /// A stream without a message gets a comment this often, so nobody in between cuts it.
    std::chrono::milliseconds sign_of_life{std::chrono::seconds{15}};
    /// The time after a cut until the client shall come back.
    std::chrono::milliseconds come_back{std::chrono::seconds{1}};
};

struct HttpParts {
    net::ServerSettings listen{};
    Subject subject{};  ///< of all calls; with an authorizer the user is the principal's
    /// Judges each request before anything else reads it; outlives the call of serve_http().
    /// Without it everybody with a connection to the server may call its tools, so only loopback is
    /// served.
    const Authorizer* authorizer = nullptr;
    /// Asks to end: running functions are asked to stop, and their calls are answered.
    std::stop_token stop{};
    /// Called once, with the addresses for clients.
    std::function<void(const std::vector<net::Endpoint>&)> on_listening{};
    std::function<void(const rpc::Report&)> on_report{};
};

/// Serves on this thread and on the threads of the HTTP server until a stop is asked for. The end
/// of the Server waits for functions still running. Errors: those of HttpServer::start, and
/// invalid_argument for an address other than loopback without an authorizer.
Result<void> serve_http(Server& server, HttpParts parts, HttpSettings settings = {});

}  // namespace iam::mcp
