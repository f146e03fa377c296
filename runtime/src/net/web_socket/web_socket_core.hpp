// WebSocketCore: the state shared by a WebSocket and its connection. It outlives either.
#pragma once

#include "net/wire/wire.hpp"
#include <iam/net/web_socket.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace iam::net {

class WebSocketCore : public std::enable_shared_from_this<WebSocketCore> {
 public:
    struct Message {
        std::string bytes{};
        bool is_text = true;
    };
    /// The request of a client.
    struct Target {
        std::string host{};
        std::string target{};
        Fields fields{};
    };
    using OnOver = std::function<void()>;

    WebSocketCore(WebSocketSettings settings, WebSocketEvents events);

    // For the holder of the WebSocket, on any thread.
    bool send(std::string message, bool is_text);
    void close();
    std::size_t unsent_bytes() const noexcept;

    // For the connection, on its strand.

    /// Answers a client's request with these fields. `on_over` is called once, at the end.
    void accept(std::unique_ptr<Wire> wire, const Fields& fields, OnOver on_over);
    void connect(std::unique_ptr<Wire> wire, const Target& target, OnOver on_over);
    void cut(const std::string& why);

 private:
    class Session;
    void attach(const std::shared_ptr<Session>& session);
    bool next(Message& message);
    void note_sent(std::size_t bytes);
    void end(Result<void> result);
    bool wants_close() const;

    const WebSocketSettings settings_;
    WebSocketEvents events_;  // on the strand

    mutable std::mutex mutex_{};
    std::shared_ptr<Session> session_{};  // while it is open
    std::deque<Message> waiting_{};
    std::size_t unsent_bytes_ = 0;
    bool has_ended_ = false;
    bool closes_ = false;
};

}  // namespace iam::net
