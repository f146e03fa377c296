// The way of messages over a WebSocket: one message a frame. No revision of MCP has it, so servers
// differ in their paths and subprotocols.
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
#include <string_view>
#include <vector>

namespace iam::mcp {

struct WebSocketLimits {
    std::size_t message_bytes_max = std::size_t{16} << 20U;
    /// Of messages that wait for the connection, or that the server has not read; beyond it send()
    /// takes none.
    std::size_t unsent_bytes_max = std::size_t{16} << 20U;
    /// For all attempts to connect.
    std::chrono::milliseconds open_time{std::chrono::seconds{20}};
    /// How often a full connection is looked at.
    std::chrono::milliseconds look{20};
    /// As of net::WebSocketSettings.
    std::chrono::milliseconds idle_time{std::chrono::seconds{60}};
};

/// The references outlive the transport.
struct WebSocketParts {
    std::string url{};  ///< "ws:", "wss:", "http:" or "https:"
    net::Fields fields{};
    net::HttpClient& client;
    Timers& timers;
    /// Gives the authorization of the handshake; a refusal is final. Null: none.
    TokenSource* tokens = nullptr;
    /// Subprotocols to offer, the preferred one first. Empty: those of other clients.
    std::vector<std::string> protocols{};
    /// Hears of each leniency that this server needs: a sentence for a log. On any thread; may be
    /// empty.
    std::function<void(std::string_view note)> on_note{};
    WebSocketLimits limits{};
};

/// One attempt to connect. `url` begins with "http:" or "https:".
struct WebSocketAttempt {
    std::string url{};
    std::string protocol{};  ///< empty: none is offered
    friend bool operator==(const WebSocketAttempt&, const WebSocketAttempt&) = default;
};
/// The attempts in their order: for each subprotocol the URL itself, or "/ws" if it has no path,
/// then "/ws" and "/mcp" at the server.
std::vector<WebSocketAttempt> web_socket_attempts(const std::string& url,
                                                  const std::vector<std::string>& protocols);

/// The first message opens the connection. Its end is the end of the session, and of the transport.
std::unique_ptr<Transport> make_web_socket(WebSocketParts parts, TransportEvents events);

}  // namespace iam::mcp
