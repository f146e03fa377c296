// A request with a running function, from its arrival to its answer.
#pragma once

#include "mcp/server/caller.hpp"
#include <iam/rpc/reply.hpp>

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace iam::mcp {

struct SessionCore;

/// One thread at a time works on it, except for members marked as thread-safe. While its function
/// waits for a client without a session, another request takes its place.
struct ActiveRequest {
    ActiveRequest(std::shared_ptr<SessionCore> of, const rpc::Request& request, Caller by,
                  rpc::Reply&& to)
        : session(std::move(of)),
          caller(std::move(by)),
          reply(std::move(to)),
          channel(request.channel),
          is_cancelled(request.stop) {
        stop_with_request.emplace(request.stop, StopFunction{stop});
    }
    virtual ~ActiveRequest() = default;
    ActiveRequest(const ActiveRequest&) = delete;
    ActiveRequest& operator=(const ActiveRequest&) = delete;

    /// The function waits for the client, and the request has been answered.
    virtual void leave_session() {}
    /// Goes on as another request of the same client.
    virtual void go_on(std::shared_ptr<SessionCore> in, const rpc::Request& request,
                       rpc::Reply&& to) {
        session = std::move(in);
        reply = std::move(to);
        channel = request.channel;
        is_cancelled = request.stop;
        stop_with_request.emplace(request.stop, StopFunction{stop});
    }

    struct StopFunction {
        std::stop_source& stop;
        void operator()() const { stop.request_stop(); }
    };

    std::shared_ptr<SessionCore> session;
    Caller caller;
    rpc::Reply reply;  ///< thread-safe
    rpc::Channel channel;
    std::stop_source stop{};       ///< thread-safe; asks the function to stop
    std::stop_token is_cancelled;  ///< by the client: then there is no answer
    std::optional<std::stop_callback<StopFunction>> stop_with_request{};

    // For clients without a session.
    std::string method{};
    std::string params{};
    std::map<std::string, std::string, std::less<>> given{};  ///< unasked answers, by key
    std::string missing{};  ///< a capability needed by a question and not declared by the client
};

}  // namespace iam::mcp
