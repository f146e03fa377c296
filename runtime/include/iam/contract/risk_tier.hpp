// Rates a tool's risk by its stated hints. The gate and all comparisons of contracts use this one
// definition.
#pragma once

#include <iam/contract/facts.hpp>

#include <cstdint>

namespace iam::contract {

enum class RiskTier : std::uint8_t { low, medium, high };

/// Low: read-only and closed world. Medium: idempotent, not destructive and closed world. High:
/// everything else. An absent hint counts as MCP's default. A tool with a stated `destructive` is
/// high in any case.
RiskTier risk_tier(const Hints& hints) noexcept;

}  // namespace iam::contract
