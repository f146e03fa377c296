#include "host/output/server_health.hpp"

#include "host/output/json_member.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace iam::host {
namespace {

using std::chrono::ceil;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

std::string whole_milliseconds(microseconds time) {
    return std::to_string(ceil<milliseconds>(time).count()) + " ms";
}

std::string whole_seconds(milliseconds time) {
    return std::to_string(ceil<seconds>(time).count()) + " s";
}

void add_part(std::string& words, const std::string& part) {
    words += (words.empty() ? "" : "; ") + part;
}

std::string calls_words(const mcp::ServerHealth& health) {
    std::string words = std::to_string(health.calls) + (health.calls == 1 ? " call" : " calls");
    if (health.failures > 0) words += ", " + std::to_string(health.failures) + " failed";
    if (health.latency_p50 && health.latency_p95) {
        words += ", latency " + whole_milliseconds(*health.latency_p50) + " (p95 " +
                 whole_milliseconds(*health.latency_p95) + ")";
    }
    return words;
}

std::string_view era_word(mcp::ServerEra era) {
    switch (era) {
        case mcp::ServerEra::sessions:
            return "sessions";
        case mcp::ServerEra::stateless:
            return "stateless";
        case mcp::ServerEra::detect:
            break;
    }
    return {};
}

void put_health_count(JsonWriter& out, std::string_view name, std::uint64_t count) {
    out.key(name);
    out.integer(count);
}

template <class Time>
void put_health_time(JsonWriter& out, std::string_view name, const std::optional<Time>& time) {
    if (time) put_health_count(out, name, static_cast<std::uint64_t>(time->count()));
}

}  // namespace

std::string state_word(const mcp::ServerStatus& status) {
    if (!status.is_enabled) return "off";
    return std::string(to_string(status.state));
}

std::string health_words(const mcp::ServerHealth& health) {
    std::string words;
    if (health.opening) add_part(words, "opened in " + whole_milliseconds(*health.opening));
    if (health.calls > 0) add_part(words, calls_words(health));
    if (health.breaker == mcp::BreakerState::probing) add_part(words, "one call tries it");
    if (health.breaker_open_for)
        add_part(words, "calls stopped for " + whole_seconds(*health.breaker_open_for));
    if (health.heartbeat_ago)
        add_part(words, "heartbeat " + whole_seconds(*health.heartbeat_ago) + " ago");
    if (health.next_attempt_in)
        add_part(words, "next attempt in " + whole_seconds(*health.next_attempt_in));
    return words;
}

void put_health(JsonWriter& out, const mcp::ServerHealth& health) {
    out.begin_object();
    put(out, "breaker", to_string(health.breaker));
    put_health_time(out, "breaker_open_for_ms", health.breaker_open_for);
    put_health_count(out, "calls", health.calls);
    put_unless_empty(out, "era", era_word(health.era));
    put_health_count(out, "failures", health.failures);
    put_health_time(out, "heartbeat_ago_ms", health.heartbeat_ago);
    put_health_time(out, "latency_p50_us", health.latency_p50);
    put_health_time(out, "latency_p95_us", health.latency_p95);
    put_health_count(out, "measured", health.measured);
    put_health_time(out, "next_attempt_in_ms", health.next_attempt_in);
    put_health_time(out, "opening_ms", health.opening);
    out.end_object();
}

}  // namespace iam::host
