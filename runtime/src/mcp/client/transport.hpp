// The interface between a connection to a server and the way of its messages.
#pragma once

#include <iam/core/result.hpp>
#include <iam/rpc/peer.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// Called on any thread, one at a time. They may call Transport::send(). None is called after the
/// Transport is gone.
struct TransportEvents {
    /// A message of the server, or a batch.
    std::function<void(std::string_view message)> on_message{};
    /// This request gets no answer: the transport could not send it, or got another answer than a
    /// message. ErrorObject::code is 0 if nothing was sent, the status of HTTP as a positive
    /// number, the code of an error object without an id, or else rpc::code::internal_error. `data`
    /// is the data of that object, or the text of a body, if it is JSON.
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
    /// Tells the revision of the protocol in use, such as "2025-11-25". Called before the first
    /// message that it holds for.
    virtual void use_revision(std::string_view revision) = 0;
    /// The server has been initialized: it may send messages of its own (a GET stream of HTTP).
    virtual void listen() {}
};

}  // namespace iam::mcp
