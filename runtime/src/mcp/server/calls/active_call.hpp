// A tools/call request from its arrival to its answer.
#pragma once

#include "mcp/server/tool_list.hpp"
#include <iam/rpc/reply.hpp>
#include <iam/tool/call.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

namespace iam::mcp {

struct SessionCore;

/// One thread at a time works on it, except for the members that are said to be thread-safe.
struct ActiveCall {
    ActiveCall(std::shared_ptr<SessionCore> of, const rpc::Request& request, rpc::Reply&& to)
        : session(std::move(of)),
          reply(std::move(to)),
          channel(request.channel),
          is_cancelled(request.stop),
          stop_with_request(request.stop, StopCall{stop}) {}

    struct StopCall {
        std::stop_source& stop;
        void operator()() const { stop.request_stop(); }
    };

    std::shared_ptr<SessionCore> session;
    rpc::Reply reply;  ///< thread-safe
    rpc::Channel channel;
    Call call{};
    std::shared_ptr<const ListedTools> tools{};  ///< keeps `tool`
    const ListedTool* tool = nullptr;
    std::stop_source stop{};       ///< thread-safe; asks the function to stop
    std::stop_token is_cancelled;  ///< by the client: then there is no answer
    std::stop_callback<StopCall> stop_with_request;
    /// When the call stops waiting for a person, by boot(). Nothing: it has not waited.
    std::optional<std::chrono::milliseconds> waits_until{};
    std::atomic<double> last_progress{-1};   ///< thread-safe; the last value told to the client
    std::atomic<bool> stops_waiting{false};  ///< thread-safe; no longer waits for a person
};

}  // namespace iam::mcp
