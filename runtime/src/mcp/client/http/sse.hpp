// The way of messages over HTTP with SSE (revision 2024-11-05), also to gateways that bend it: the
// server's messages come by one stream, the client's go by POST.
#pragma once

#include "mcp/client/timers.hpp"
#include "mcp/client/token_source.hpp"
#include "mcp/client/transport.hpp"
#include <iam/net/http_client.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace iam::mcp {

struct SseLimits {
    /// Own requests that wait for the session, or are under way to the server; beyond it send()
    /// takes no message.
    std::size_t requests_max = 128;
    std::size_t others_max = 64;  ///< notifications and answers that wait or are under way
    std::size_t event_bytes_max = std::size_t{16} << 20U;
    /// Of the body of a refusal; the rest is not read.
    std::size_t error_bytes_max = std::size_t{64} << 10U;
    /// From the begin of the stream until the server names the URL for messages. Messages wait.
    std::chrono::milliseconds session_time{std::chrono::seconds{10}};
};

/// The references outlive the transport. The client's `idle_time` bounds the silence of the stream.
struct SseParts {
    /// Of the stream, or of the server: without a path the stream is at "/sse".
    std::string url{};
    net::Fields fields{};
    net::HttpClient& client;
    Timers& timers;
    TokenSource* tokens = nullptr;  ///< null: a refusal is final
    /// Hears of each kind of leniency that this server needs, once: a sentence for a log. On any
    /// thread; may be empty.
    std::function<void(std::string_view note)> on_note{};
    SseLimits limits{};
};

/// The first message opens the stream. Its end is the end of the session, and of the transport.
std::unique_ptr<Transport> make_http_sse(SseParts parts, TransportEvents events);

}  // namespace iam::mcp
