// A ready-made interceptor: a limit on how many calls run in which time.
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

/// This many calls at once, and as many again over `per`, evenly. Zero calls: none ever. A time of
/// zero or less: no limit.
struct Rate {
    std::uint32_t calls = 1;
    std::chrono::milliseconds per{std::chrono::seconds(1)};
};

struct RateLimits {
    std::optional<Rate> all{};           ///< for calls of all tools together
    std::optional<Rate> each_tool{};     ///< for each tool that `tools` does not name
    std::map<ToolId, Rate> tools{};      ///< for these tools
    std::optional<Rate> each_session{};  ///< for each session of one user in one workspace
    /// The number of tools and sessions that it counts. A call of one more is refused until others
    /// are idle.
    std::size_t buckets_max = 4096;
};

/// Refuses with `rate_limited` and says when the next call may come. A refusal spends no grant and
/// no approval. It uses the clock's `boot` time, so that setting the wall clock gains no calls. An
/// undo is not counted, since it must not wait. A call that is counted and then refused, by a later
/// interceptor or by the store, stays counted.
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
