#include "mcp/client/health/call_health.hpp"

#include "mcp/client/transport.hpp"

#include <string>

namespace iam::mcp {
namespace {

using std::chrono::milliseconds;

/// "23 s (until 2026-01-02T03:04:05.678Z)"
std::string wait_words(milliseconds wait, const Clock& clock) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    return std::to_string(seconds) + " s (until " +
           to_rfc3339(saturating_add(clock.now().wall, wait)) + ")";
}

}  // namespace

CallJudgement judge_call(const rpc::Outcome& outcome) {
    using Kind = rpc::Outcome::Kind;
    switch (outcome.kind) {
        case Kind::result:
        case Kind::error:
            return CallJudgement::answered;
        case Kind::cancelled:
            return CallJudgement::unjudged;
        case Kind::failed: {
            const std::int64_t code = outcome.error.code;
            if (code >= 400 && code < 500) return CallJudgement::unjudged;
            const bool is_answer = code < 0 && code != rpc::code::internal_error;
            return is_answer ? CallJudgement::answered : CallJudgement::failed;
        }
        case Kind::bad_answer:
        case Kind::timed_out:
        case Kind::closed:
            break;
    }
    return CallJudgement::failed;
}

Result<Breaker::Pass> CallHealth::let_in() {
    const milliseconds now = clock_.boot();
    const std::lock_guard lock(mutex_);
    const auto pass = breaker_.let_in(now);
    if (!pass) {
        const auto wait = breaker_.open_for(now);
        return fail(Errc::unavailable,
                    "Server " + server_ + " has failed " + std::to_string(Breaker::k_failures_max) +
                        " calls within a minute, so it gets no calls for " +
                        (wait ? wait_words(*wait, clock_) + "; then one call tries it."
                              : std::string("now: one call is trying it.")) +
                        " Look at it, and call again later.");
    }
    if (const auto wait = budget_.take(now)) {
        breaker_.unjudged(*pass);
        return fail(Errc::unavailable,
                    "Server " + server_ + " gets at most " + std::to_string(calls_per_minute_) +
                        " calls a minute; call again in " + wait_words(*wait, clock_) +
                        ", or raise its \"calls_per_minute\".");
    }
    return *pass;
}

void CallHealth::ended(Breaker::Pass pass, CallJudgement judgement,
                       std::chrono::microseconds took) {
    const milliseconds now = clock_.boot();
    const std::lock_guard lock(mutex_);
    ++calls_;
    switch (judgement) {
        case CallJudgement::answered:
            latencies_.add(took);
            breaker_.answered(pass);
            return;
        case CallJudgement::failed:
            ++failures_;
            breaker_.failed(pass, now);
            return;
        case CallJudgement::unjudged:
            breaker_.unjudged(pass);
    }
}

void CallHealth::not_sent(Breaker::Pass pass) {
    const std::lock_guard lock(mutex_);
    breaker_.unjudged(pass);
}

void CallHealth::describe(ServerHealth& health) const {
    const milliseconds now = clock_.boot();
    const std::lock_guard lock(mutex_);
    health.calls = calls_;
    health.failures = failures_;
    health.measured = latencies_.size();
    health.latency_p50 = latencies_.percentile(50);
    health.latency_p95 = latencies_.percentile(95);
    health.breaker = breaker_.state();
    health.breaker_open_for = breaker_.open_for(now);
}

}  // namespace iam::mcp
