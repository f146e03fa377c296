// The interface between a connection to a server and the way of its messages.
#pragma once

#include <iam/core/result.hpp>
#include <iam/rpc/peer.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// The code of a request that has not reached the server: nothing has happened.
inline constexpr std::int64_t k_not_sent_code = 0;

/// Called on any thread, one at a time. They may call Transport::send(). None is called after the
/// Transport is gone.
struct TransportEvents {
    /// A message of the server, or a batch.
    std::function<void(std::string_view message)> on_message{};
    /// This request gets no answer: the transport could not send it, or got another answer than a
    /// message. ErrorObject::code is k_not_sent_code, the status of HTTP as a positive number, the
    /// code of a JSON-RPC error that names no request, or rpc::code::internal_error: the server may
    /// have acted on the request. `data` is the text of a body, if it is JSON. Perhaps called
    /// within Transport::send().
    std::function<void(const rpc::Id& request, rpc::ErrorObject error)> on_failed_request{};
    /// send() takes messages again.
    std::function<void()> on_free{};
    /// The way has ended by itself: the process exited, the session is lost. Called once, last.
    std::function<void(Error why)> on_end{};
};

/// The way of one connection's messages. Thread-safe.
class Transport {
 public:
    Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    /// Ends the way: a process is asked to end, a session is deleted. Waits until no event function
    /// runs. Not within an event function.
    virtual ~Transport() = default;

    /// As rpc::Parts::send.
    virtual bool send(rpc::Output& output) = 0;
    /// Tells the revision of the protocol in use, such as "2025-11-25"; empty: none is agreed on.
    /// Called before the first message that it holds for.
    virtual void use_revision(std::string_view revision) = 0;
    /// The server has been initialized: it may send messages of its own (a GET stream of HTTP).
    virtual void listen() {}
};

}  // namespace iam::mcp
