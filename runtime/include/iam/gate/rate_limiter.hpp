// A ready-made interceptor: a limit on the number of calls in a period.
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
    std::optional<Rate> each_tool{};     ///< for each tool not named by `tools`
    std::map<ToolId, Rate> tools{};      ///< for these tools
    std::optional<Rate> each_session{};  ///< for each session of one user in one workspace
    /// The most tools and sessions it counts. A call of one more is refused until others are idle.
    std::size_t buckets_max = 4096;
};

/// Refuses with `rate_limited` and says when the next call may come. A refusal spends no grant and
/// no approval. It uses the clock's `boot` time, so setting the wall clock gains no calls. An undo
/// is not counted, since it must not wait. If a counted call is refused afterwards, by a later
/// interceptor or by the store, it stays counted.
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
