#include "host/output/server_health.hpp"

#include <iam/core/json.hpp>

#include <catch2/catch.hpp>

namespace {

using iam::mcp::ServerHealth;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

}  // namespace

TEST_CASE("the health of a server names what is known, and nothing else") {
    CHECK(iam::host::health_words({}).empty());
    ServerHealth health{.opening = milliseconds{120}};
    CHECK(iam::host::health_words(health) == "opened in 120 ms");
    health.calls = 12;
    health.failures = 1;
    health.measured = 11;
    health.latency_p50 = microseconds{2100};
    health.latency_p95 = microseconds{20'000};
    health.heartbeat_ago = milliseconds{3200};
    CHECK(iam::host::health_words(health) ==
          "opened in 120 ms; 12 calls, 1 failed, latency 3 ms (p95 20 ms); heartbeat 4 s ago");
    ServerHealth stopped{.calls = 1, .failures = 1};
    stopped.breaker = iam::mcp::BreakerState::open;
    stopped.breaker_open_for = seconds{23};
    stopped.next_attempt_in = milliseconds{500};
    CHECK(iam::host::health_words(stopped) ==
          "1 call, 1 failed; calls stopped for 23 s; next attempt in 1 s");
}

TEST_CASE("the health of a server is an object of JSON") {
    iam::JsonWriter out;
    iam::host::put_health(out, {.era = iam::mcp::ServerEra::stateless,
                                .calls = 2,
                                .measured = 2,
                                .latency_p50 = microseconds{7}});
    CHECK(out.text() == R"({"breaker":"closed","calls":2,"era":"stateless","failures":0,)"
                        R"("latency_p50_us":7,"measured":2})");
}

TEST_CASE("a server that its configuration keeps away is off") {
    iam::mcp::ServerStatus status;
    CHECK(iam::host::state_word(status) == "disconnected");
    status.is_enabled = false;
    CHECK(iam::host::state_word(status) == "off");
}
