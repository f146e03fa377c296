// Rates a tool's risk by its stated hints. The gate and the tools that compare contracts use this
// one definition.
#pragma once

#include <cstdint>
#include <optional>

namespace iam::contract {

/// The hints that a tool states.
struct StatedHints {
    std::optional<bool> read_only{}, destructive{}, idempotent{}, open_world{};
};

enum class RiskTier : std::uint8_t { low, medium, high };

/// Low: read-only and closed world. Medium: idempotent, not destructive and closed world. High:
/// everything else. An absent hint counts as MCP's default. A tool that states it is destructive is
/// high, whatever else it states.
RiskTier risk_tier(const StatedHints& hints) noexcept;

}  // namespace iam::contract
