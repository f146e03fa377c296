// Rates tiers of risk by hints.
#include "iam/contract/risk_tier.hpp"

namespace iam::contract {

RiskTier risk_tier(const Hints& hints) noexcept {
    // MCP gives `destructive` no meaning for a read-only tool. If a tool states both, it
    // contradicts itself and gets the worse tier.
    if (hints.open_world.value_or(true) || hints.destructive == true) return RiskTier::high;
    if (hints.read_only.value_or(false)) return RiskTier::low;
    const bool mild = hints.idempotent.value_or(false) && !hints.destructive.value_or(true);
    return mild ? RiskTier::medium : RiskTier::high;
}

}  // namespace iam::contract
