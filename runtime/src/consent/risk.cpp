// Tiers of risk from a contract's hints.
#include <iam/consent/risk.hpp>

namespace iam::consent {

Risk risk_of(const Contract& contract, bool trusted) noexcept {
    const Hints& hints = contract.hints;
    const bool open_world = hints.open_world.value_or(true);
    // MCP gives `destructive` no meaning for a read-only tool; one that states both contradicts
    // itself and counts as the worse.
    if (open_world || hints.destructive == true) return Risk::high;
    // Without any hint the tier is high, so the others can only lower it: an untrusted origin's word
    // is not enough.
    if (!trusted) return Risk::high;
    if (hints.read_only.value_or(false)) return Risk::low;
    const bool mild = hints.idempotent.value_or(false) && !hints.destructive.value_or(true);
    return mild ? Risk::medium : Risk::high;
}

std::chrono::days permission_lifetime(Risk risk) noexcept {
    switch (risk) {
        case Risk::low:
            return std::chrono::days(90);
        case Risk::medium:
            return std::chrono::days(30);
        case Risk::high:
            break;
    }
    return std::chrono::days(7);
}

std::optional<std::string_view> refuses_always(const Contract& contract) noexcept {
    if (contract.hints.destructive != true) return std::nullopt;
    return "This tool states that it may destroy what was there, so each call is asked about; "
           "allow "
           "it once.";
}

}  // namespace iam::consent
