// Defines WebSocket, a connection of messages both ways (RFC 6455), for servers and clients.
//
// A server makes one of a request: exchange.upgrade(settings, events).
// A client asks for one: client->open_socket(request, settings, events).
#pragma once

#include <iam/core/result.hpp>
#include <iam/net/http_message.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace iam::net {

struct WebSocketSettings {
    std::size_t message_bytes_max = std::size_t{4} << 20U;  ///< beyond it the connection is closed
    /// Of messages not read by the other side. Beyond it the connection is cut.
    std::size_t unsent_bytes_max = std::size_t{16} << 20U;
    /// If a side is silent for half of it, it is asked for a sign of life, and cut at its end.
    std::chrono::milliseconds idle_time{std::chrono::seconds{60}};
    /// Of a server: the chosen subprotocol, if any. Of a client: the offered one; if the server
    /// does not take it, the connection fails.
    std::string protocol{};
};

/// Called on a thread of the server or client, one after the other; none of them may block. Each
/// may be empty.
struct WebSocketEvents {
    std::function<void()> on_open{};
    std::function<void(std::string message, bool is_text)> on_message{};
    /// Called once, last. Without an error if either side closed the connection in good order.
    /// Error: unavailable.
    std::function<void(Result<void>)> on_end{};
};

class WebSocketCore;  // private to runtime/src/net

/// The right to send. Thread-safe, except that moving and destroying it is for one thread alone.
/// Destroying it closes the connection.
class WebSocket {
 public:
    explicit WebSocket(std::shared_ptr<WebSocketCore> core) noexcept;
    WebSocket(WebSocket&&) noexcept = default;
    WebSocket& operator=(WebSocket&&) noexcept;
    WebSocket(const WebSocket&) = delete;
    WebSocket& operator=(const WebSocket&) = delete;
    ~WebSocket();

    /// Sends a message; messages before on_open wait for it. False if the connection has ended.
    /// Text has to be UTF-8, else the other side closes.
    bool send(std::string message, bool is_text = true);
    /// Ends the connection in good order, behind all sent messages.
    void close();
    /// Bytes of messages not yet taken by the system.
    std::size_t unsent_bytes() const noexcept;

 private:
    std::shared_ptr<WebSocketCore> core_;
};

/// True if a client asks for a WebSocket by this request.
bool wants_web_socket(const Request& request);

}  // namespace iam::net
