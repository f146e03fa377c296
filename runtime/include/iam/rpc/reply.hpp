// Defines the requests and notifications for handlers, and the Reply to answer a request.
#pragma once

#include <iam/rpc/message.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace iam::rpc {

class Core;

/// A number given by the owner to a stream of messages, to find the way back. An answer, and
/// progress of a request, bear the channel of the request. 0 is for messages without a channel;
/// with one stream (stdio, a socket) all are 0.
using Channel = std::uint64_t;

/// A request of the other side. It owns its texts.
struct Request {
    Id id;
    std::string method{};
    std::string params{};  ///< JSON text of an object or an array; empty if there are none
    Channel channel = 0;
    bool wants_progress = false;
    /// Stopped if the other side cancels the request, if its channel is cancelled, and if the Peer
    /// is closed. Callbacks on it run on the stopping thread and must not throw.
    std::stop_token stop{};
};

struct Notification {
    std::string method{};
    std::string params{};
    Channel channel = 0;
};

/// The right to answer one request, once. Its holder may keep it and answer later, on any thread,
/// also when the Peer is gone. If a Reply is destroyed without an answer, it answers with
/// code::internal_error.
///
/// A cancelled request is not answered (MCP, basic/utilities/cancellation): the answer is dropped.
/// Thread-safe, except that moving and destroying it is for one thread alone.
class Reply {
 public:
    Reply(Reply&&) noexcept = default;
    Reply& operator=(Reply&& other) noexcept;
    Reply(const Reply&) = delete;
    Reply& operator=(const Reply&) = delete;
    ~Reply();

    /// Answers with a result: the JSON text of one value. If the text is not JSON or is over the
    /// limits, code::internal_error is the answer in its place. Returns true if this was the
    /// answer; false if there was one, or the request was cancelled, or the Peer is closed.
    bool result(std::string_view json);
    /// Answers with an error. Invalid data (no JSON) and an invalid message (no UTF-8) are left
    /// out. Returns as result() does.
    bool error(const ErrorObject& error);
    /// Tells how far the request is. A message in invalid UTF-8, or over bytes_max, is left out.
    /// Returns false if nothing was sent: nobody asked for it, the request is answered or
    /// cancelled, the value is not greater than the last one or not finite, the channel is behind
    /// (Limits::output_bytes_max), or the protocol has no progress any more.
    bool progress(const Progress& progress);
    /// Says whether the request is at work. A request that waits for a person is not: it does not
    /// count against Limits::running_max meanwhile. It still counts against the sum of running_max
    /// and waiting_max.
    void set_at_work(bool is_at_work);

 private:
    friend class Core;
    Reply(std::shared_ptr<Core> core, std::uint64_t serial, Id id) noexcept
        : core_(std::move(core)), serial_(serial), id_(std::move(id)) {}
    void drop() noexcept;

    std::shared_ptr<Core> core_;  // null once moved from
    std::uint64_t serial_;
    Id id_;
};

/// How requests of one method are handled. `run` is called on a thread of receive() or poll(). It
/// may answer at once or keep the Reply. If it throws, the Reply answers as it is destroyed.
struct Method {
    std::function<void(Request, Reply)> run{};
    bool may_cancel = true;  ///< if not, cancellation by notification is ignored and reported
    bool may_batch = true;   ///< if not, a request within a batch is an invalid request
};

/// The handlers of one side. They are shared by any number of Peers and never change.
struct Methods {
    std::map<std::string, Method, std::less<>> requests{};
    std::map<std::string, std::function<void(Notification)>, std::less<>> notifications{};
    /// For every other method, e.g. to pass it on. Without it a request is answered with
    /// code::method_not_found, and a notification is ignored and reported.
    Method other_requests{};
    std::function<void(Notification)> other_notifications{};
};

}  // namespace iam::rpc
