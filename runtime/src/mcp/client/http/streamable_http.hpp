// The way of messages over Streamable HTTP: revisions 2025-03-26 to 2025-11-25 with sessions, and
// 2026-07-28 without.
#pragma once

#include "mcp/client/http/streamable/event_body.hpp"
#include "mcp/client/timers.hpp"
#include "mcp/client/token_source.hpp"
#include "mcp/client/transport.hpp"
#include <iam/core/json.hpp>
#include <iam/net/http_client.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace iam::mcp {

struct StreamableHttpLimits {
    /// Own requests under way; beyond it send() takes no message. More than rpc::Limits::own_max,
    /// so that an answer never waits behind a request.
    std::size_t requests_max = 128;
    std::size_t others_max = 64;  ///< notifications and answers under way
    /// Of a body or of an event.
    std::size_t message_bytes_max = std::size_t{16} << 20U;
    /// Of all events for one request. The stream of listen() has no such limit.
    std::size_t stream_bytes_max = std::size_t{256} << 20U;
    /// Of the body of a refusal; the rest is not read.
    std::size_t error_bytes_max = std::size_t{64} << 10U;
    /// Attempts in a row to go on with a stream, if none brings an event. The stream of listen() is
    /// tried for as long as the transport lives.
    unsigned resumptions_max = 8;
    StreamWaits waits{};
    /// A server has so long to end the stream of a request that it has answered.
    std::chrono::milliseconds linger{std::chrono::seconds{1}};
    /// Own requests wait at most so long for the head of the stream of listen(): servers drop their
    /// own messages before that. 0: not at all.
    std::chrono::milliseconds listen_wait{std::chrono::seconds{2}};
    /// For ending the session, at the end.
    std::chrono::milliseconds delete_time{std::chrono::seconds{1}};
};

/// The references outlive the transport. Times of requests are those of the client's ClientLimits:
/// `idle_time` and `first_byte_time` also bound the silence of a server that works on a call.
struct StreamableHttpParts {
    std::string url{};  ///< "http:" or "https:"; nothing else is ever asked
    net::Fields fields{};
    net::HttpClient& client;
    Timers& timers;
    TokenSource* tokens = nullptr;  ///< null: a refusal is final
    /// The fields Mcp-Param-… of a call without a session, by its parameters; may be empty.
    std::function<net::Fields(const Json& params)> parameter_fields{};
    StreamableHttpLimits limits{};
};

/// Faults of the URL are told by on_failed_request. After use_revision("2026-07-28") there is no
/// session: a cancellation closes the stream of its request, and is not sent.
std::unique_ptr<Transport> make_streamable_http(StreamableHttpParts parts, TransportEvents events);

}  // namespace iam::mcp
