// A ready-made interceptor: how many calls may run in which time.
#pragma once

#include <iam/core/clock.hpp>
#include <iam/gate/interceptor.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace iam::gate {

/// So many calls at once, and as many again over `per`, evenly. No calls at all: none ever. A time of zero or less: no limit.
struct Rate {
    std::uint32_t calls = 1;
    std::chrono::milliseconds per{std::chrono::seconds(1)};
};

struct RateLimits {
    std::optional<Rate> all{};           ///< calls of all tools together
    std::optional<Rate> each_tool{};     ///< of each tool that `tools` does not name
    std::map<ToolId, Rate> tools{};      ///< of these
    std::optional<Rate> each_session{};  ///< of each user, workspace and session together
    /// For how many tools and sessions it keeps count; a call of one more is refused until others are idle.
    std::size_t buckets_max = 4096;
};

/// Refuses with `rate_limited` and says when the next call may come; a refusal spends no grant and no approval. Time is the clock's `boot`, so
/// nobody gains calls by setting the other one. An undo is not counted: taking back must not wait. A call that is refused after it was counted (by
/// a later interceptor, by the store) stays counted.
class RateLimiter final : public Interceptor {
 public:
    /// `clock` outlives it.
    RateLimiter(const Clock& clock, RateLimits limits);
    ~RateLimiter() override;

    std::string name() const override { return "rate_limiter"; }
    std::optional<ToolResult> before_execute(const CallView& call,
                                             const consent::Decision& decision) override;

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace iam::gate
