#include "mcp/client/health/latencies.hpp"

#include <catch2/catch.hpp>

using iam::mcp::Latencies;
using std::chrono::microseconds;

TEST_CASE("a percentile is the least latency that so many calls did not exceed") {
    Latencies latencies;
    CHECK_FALSE(latencies.percentile(50));
    latencies.add(microseconds{7});
    CHECK(latencies.percentile(1) == microseconds{7});
    CHECK(latencies.percentile(100) == microseconds{7});
    for (int i = 100; i > 1; --i) latencies.add(microseconds{i * 1000});
    CHECK(latencies.size() == 100);
    CHECK(latencies.percentile(50) == microseconds{50'000});
    CHECK(latencies.percentile(95) == microseconds{95'000});
    CHECK(latencies.percentile(100) == microseconds{100'000});
}

TEST_CASE("latencies over the limit replace the oldest ones") {
    Latencies latencies;
    for (std::size_t i = 0; i < Latencies::k_kept_max; ++i) latencies.add(microseconds{9});
    for (std::size_t i = 0; i < Latencies::k_kept_max - 1; ++i) latencies.add(microseconds{1});
    CHECK(latencies.size() == Latencies::k_kept_max);
    CHECK(latencies.percentile(100) == microseconds{9});
    latencies.add(microseconds{1});
    CHECK(latencies.percentile(100) == microseconds{1});
}
