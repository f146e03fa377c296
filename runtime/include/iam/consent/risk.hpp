// How much a call could do, from what its contract states.
#pragma once

#include <iam/tool/contract.hpp>
#include <iam/words/ids.hpp>

#include <chrono>
#include <optional>
#include <string_view>

namespace iam::consent {

enum class Risk { low, medium, high };

std::string_view to_string(Risk risk) noexcept;

/// The highest tier that applies. Low: read-only and closed world. Medium: idempotent, not
/// destructive and closed world. High: all else. An absent hint counts as MCP's default for it, so a
/// tool without hints is high. Hints of an untrusted origin only ever raise the tier, so its tools
/// are all high.
Risk risk_of(const Contract& contract, bool trusted) noexcept;

/// How long an "always" permission lives where nobody wants anything else: 90, 30 and 7 days.
std::chrono::days permission_lifetime(Risk risk) noexcept;

/// What a user or a host wants instead, shorter or longer. No time at all, or less, is not wanted: then the above stands.
struct AlwaysLifetimes {
    std::optional<std::chrono::hours> low{};
    std::optional<std::chrono::hours> medium{};
    std::optional<std::chrono::hours> high{};
};
/// In AlwaysLifetimes: it has no end by itself.
inline constexpr std::chrono::hours k_no_end = (std::chrono::hours::max)();
/// Nothing: no end.
std::optional<std::chrono::hours> permission_lifetime(Risk risk,
                                                      const AlwaysLifetimes& wanted) noexcept;

/// Why "allow always" is not offered for this tool; nothing if it is. It never is for a tool that
/// states destructive = true.
std::optional<words::Id> refuses_always(const Contract& contract) noexcept;

}  // namespace iam::consent
