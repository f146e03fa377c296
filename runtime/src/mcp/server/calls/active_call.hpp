// A tools/call request from its arrival to its answer.
#pragma once

#include "mcp/server/calls/active_request.hpp"
#include "mcp/server/consent/client_question.hpp"
#include "mcp/server/tool_list.hpp"
#include <iam/tool/call.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace iam::mcp {

/// As ActiveRequest.
struct ActiveCall : ActiveRequest, std::enable_shared_from_this<ActiveCall> {
    using ActiveRequest::ActiveRequest;

    void leave_session() override;
    void go_on(std::shared_ptr<SessionCore> in, const rpc::Request& request,
               rpc::Reply&& to) override;

    Call call{};
    std::shared_ptr<const ListedTools> tools{};  ///< keeps `tool`
    const ListedTool* tool = nullptr;
    /// The client's answer to a question of this call, brought without a session.
    std::optional<ReturnedConsent> returned{};
    /// The approval for which the client has brought an answer: it is not asked again.
    std::string asked_about{};
    std::optional<SessionQuestion> question{};  ///< to the client, while the call waits
    /// When the call stops waiting for a person, by boot(). Nothing: it has not waited.
    std::optional<std::chrono::milliseconds> waits_until{};
    std::atomic<double> last_progress{-1};   ///< thread-safe; the last value told to the client
    std::atomic<bool> stops_waiting{false};  ///< thread-safe; no longer waits for a person
};

}  // namespace iam::mcp
