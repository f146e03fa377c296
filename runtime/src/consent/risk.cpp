// The tier of a tool, and the lifetime of an "allow always" in each tier.
#include <iam/consent/risk.hpp>
#include <iam/contract/risk_tier.hpp>

namespace iam::consent {

Risk risk_of(const Contract& contract, bool trusted) noexcept {
    // A tool without hints is high, so hints can only lower the tier, and an untrusted origin's
    // hints must not.
    if (!trusted) return Risk::high;
    switch (contract::risk_tier(contract.hints)) {
        case contract::RiskTier::low:
            return Risk::low;
        case contract::RiskTier::medium:
            return Risk::medium;
        case contract::RiskTier::high:
            break;
    }
    return Risk::high;
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

std::optional<std::chrono::hours> permission_lifetime(Risk risk,
                                                      const AlwaysLifetimes& wanted) noexcept {
    const auto& own = risk == Risk::low      ? wanted.low
                      : risk == Risk::medium ? wanted.medium
                                             : wanted.high;
    if (!own || own->count() <= 0) return permission_lifetime(risk);
    return *own == k_no_end ? std::nullopt : own;
}

std::optional<words::Id> refuses_always(const Contract& contract) noexcept {
    if (contract.hints.destructive != true) return std::nullopt;
    return words::Id::refused_destructive;
}

}  // namespace iam::consent
