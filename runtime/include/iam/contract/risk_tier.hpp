// How much a tool could do, from what it states of itself: one definition for the gate and for who compares contracts.
#pragma once

#include <cstdint>
#include <optional>

namespace iam::contract {

/// The hints that a tool states.
struct StatedHints {
    std::optional<bool> read_only{}, destructive{}, idempotent{}, open_world{};
};

enum class RiskTier : std::uint8_t { low, medium, high };

/// Low: read-only and closed world. Medium: idempotent, not destructive and closed world. High: all else. An absent hint counts as MCP's default;
/// a tool that states it is destructive is high, whatever else it states.
RiskTier risk_tier(const StatedHints& hints) noexcept;

}  // namespace iam::contract
