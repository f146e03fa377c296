#include "mcp/client/health/latencies.hpp"

#include <algorithm>

namespace iam::mcp {

void Latencies::add(std::chrono::microseconds latency) {
    if (kept_.size() < k_kept_max) {
        kept_.push_back(latency);
        return;
    }
    kept_[next_] = latency;
    next_ = (next_ + 1) % k_kept_max;
}

std::optional<std::chrono::microseconds> Latencies::percentile(unsigned percent) const {
    if (kept_.empty()) return std::nullopt;
    auto sorted = kept_;
    const std::size_t rank = (sorted.size() * percent + 99) / 100;
    const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(rank - 1);
    std::nth_element(sorted.begin(), at, sorted.end());
    return *at;
}

}  // namespace iam::mcp
