// Tiers of risk from hints.
#include "iam/contract/risk_tier.hpp"

namespace iam::contract {

RiskTier risk_tier(const StatedHints& hints) noexcept {
    // MCP gives `destructive` no meaning for a read-only tool; one that states both contradicts
    // itself and counts as the worse.
    if (hints.open_world.value_or(true) || hints.destructive == true) return RiskTier::high;
    if (hints.read_only.value_or(false)) return RiskTier::low;
    const bool mild = hints.idempotent.value_or(false) && !hints.destructive.value_or(true);
    return mild ? RiskTier::medium : RiskTier::high;
}

}  // namespace iam::contract
