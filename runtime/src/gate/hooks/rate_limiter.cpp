// Token buckets, each kept as one number: the moment when it would be full again (GCRA).

#include "iam/gate/rate_limiter.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace iam::gate {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// Longer periods count as this one, so nothing overflows.
constexpr milliseconds k_period_max = std::chrono::hours(24 * 366 * 100);

/// The time taken by one call from a bucket, rounded up.
microseconds cost_of(const Rate& rate) {
    const auto period = std::chrono::duration_cast<microseconds>(std::min(rate.per, k_period_max));
    return microseconds((period.count() + rate.calls - 1) / rate.calls);
}

/// The bucket: of all calls, of a tool, or of a session.
using BucketKey = std::tuple<int, std::string, std::string, std::string>;

struct Wanted {
    BucketKey key{};
    Rate rate{};
};

std::string seconds_text(microseconds wait) {
    // Rounded up: a call at that time is let in.
    const auto ms = std::chrono::ceil<milliseconds>(wait).count();
    if (ms % 1000 == 0) return std::to_string(ms / 1000) + " s";
    return std::to_string(ms) + " ms";
}

ToolResult refused_for_rate(const std::string& message) {
    ToolResult veto;
    veto.code = "rate_limited";
    veto.message = message;
    return veto;
}

}  // namespace

struct RateLimiter::State {
    const Clock& clock;
    const RateLimits limits;
    std::mutex mutex{};
    std::map<BucketKey, microseconds> full_at{};  ///< on the boot clock

    std::vector<Wanted> wanted(const Call& call) const {
        std::vector<Wanted> all;
        if (limits.all) all.push_back({{0, {}, {}, {}}, *limits.all});
        const auto own = limits.tools.find(call.tool);
        const auto rate =
            own != limits.tools.end() ? std::optional<Rate>(own->second) : limits.each_tool;
        if (rate) all.push_back({{1, call.tool.origin, call.tool.name, {}}, *rate});
        if (limits.each_session) {
            const Subject& subject = call.subject;
            all.push_back(
                {{2, subject.user, subject.workspace, subject.session}, *limits.each_session});
        }
        std::erase_if(all, [](const Wanted& one) {
            return one.rate.per <= milliseconds(0) && one.rate.calls > 0;
        });
        return all;
    }

    /// How long a call must wait; zero if it may run now.
    microseconds wait_of(const Wanted& one, microseconds now) const {
        const auto found = full_at.find(one.key);
        if (found == full_at.end()) return microseconds(0);
        const microseconds cost = cost_of(one.rate);
        const microseconds burst = cost * (one.rate.calls - 1);
        return std::max(microseconds(0), found->second - burst - now);
    }

    bool has_room(const std::vector<Wanted>& all, microseconds now) {
        if (full_at.size() + all.size() <= limits.buckets_max) return true;
        std::erase_if(full_at, [now](const auto& bucket) { return bucket.second <= now; });
        const auto missing = std::count_if(all.begin(), all.end(), [this](const Wanted& one) {
            return full_at.find(one.key) == full_at.end();
        });
        return full_at.size() + static_cast<std::size_t>(missing) <= limits.buckets_max;
    }

    void take(const Wanted& one, microseconds now) {
        microseconds& full = full_at[one.key];
        full = std::max(full, now) + cost_of(one.rate);
    }
};

RateLimiter::RateLimiter(const Clock& clock, RateLimits limits)
    : state_(new State{clock, std::move(limits)}) {}
RateLimiter::~RateLimiter() = default;

std::optional<ToolResult> RateLimiter::before_execute(const CallView& call,
                                                      const consent::Decision& /*decision*/) {
    if (call.is_undo) return std::nullopt;
    const std::vector<Wanted> all = state_->wanted(call.call);
    if (all.empty()) return std::nullopt;
    const Moment moment = state_->clock.now();
    const microseconds now = moment.boot;
    const std::lock_guard lock(state_->mutex);
    microseconds longest(0);
    for (const Wanted& one : all) {
        if (one.rate.calls == 0) {
            return refused_for_rate("No calls of " + display_name(call.call.tool) +
                                    " are let through here.");
        }
        longest = std::max(longest, state_->wait_of(one, now));
    }
    if (longest > microseconds(0)) {
        const auto next = saturating_add(moment.wall, std::chrono::ceil<milliseconds>(longest));
        return refused_for_rate("Too many calls; try again in " + seconds_text(longest) +
                                ", from " + to_rfc3339(next) + " on.");
    }
    if (!state_->has_room(all, now)) {
        return refused_for_rate(
            "Calls come for more tools and sessions than are kept count of; "
            "try again later.");
    }
    for (const Wanted& one : all) state_->take(one, now);
    return std::nullopt;
}

}  // namespace iam::gate
