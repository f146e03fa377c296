// Decides whether a server gets a call, and keeps the numbers of its calls.
#pragma once

#include "mcp/client/health/breaker.hpp"
#include "mcp/client/health/call_budget.hpp"
#include "mcp/client/health/latencies.hpp"
#include <iam/core/clock.hpp>
#include <iam/core/result.hpp>
#include <iam/mcp/server_health.hpp>
#include <iam/rpc/peer.hpp>

#include <chrono>
#include <cstdint>
#include <mutex>

namespace iam::mcp {

/// The judgement of a call's end about its server.
enum class CallJudgement {
    answered,  ///< with a result or an error
    failed,    ///< no answer, or one that breaks the protocol
    unjudged,  ///< the caller stopped it, or the server wants another authorization
};
CallJudgement judge_call(const rpc::Outcome& outcome);

/// Of one server. Thread-safe.
class CallHealth {
 public:
    /// The clock outlives the CallHealth.
    CallHealth(const Clock& clock, const ServerConfig& server)
        : clock_(clock),
          server_(server.name),
          calls_per_minute_(server.calls_per_minute),
          budget_(server.calls_per_minute) {}

    /// A pass for one call. Error: unavailable (the breaker is open, or the budget is spent), with
    /// the end of the refusal.
    Result<Breaker::Pass> let_in();
    /// Counts one request of the call.
    void ended(Breaker::Pass pass, CallJudgement judgement, std::chrono::microseconds took);
    /// The call was not sent.
    void not_sent(Breaker::Pass pass);

    /// Fills in the members about calls.
    void describe(ServerHealth& health) const;

 private:
    const Clock& clock_;
    const std::string server_;
    const std::size_t calls_per_minute_;
    mutable std::mutex mutex_{};
    Breaker breaker_{};
    CallBudget budget_;
    Latencies latencies_{};
    std::uint64_t calls_ = 0;
    std::uint64_t failures_ = 0;
};

}  // namespace iam::mcp
