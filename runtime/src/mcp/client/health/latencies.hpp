// The latencies of the last calls, and their percentiles.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace iam::mcp {

/// Not thread-safe.
class Latencies {
 public:
    /// Older ones are forgotten.
    static constexpr std::size_t k_kept_max = 128;

    void add(std::chrono::microseconds latency);
    std::size_t size() const noexcept { return kept_.size(); }
    /// The least kept latency that at least `percent` of all do not exceed. Nothing if none is
    /// kept. `percent` is 1 to 100.
    std::optional<std::chrono::microseconds> percentile(unsigned percent) const;

 private:
    std::vector<std::chrono::microseconds> kept_{};
    std::size_t next_ = 0;  // is replaced next, once all places are taken
};

}  // namespace iam::mcp
