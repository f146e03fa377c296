// The risk of a tool's calls, by the hints in its contract.
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
/// destructive and closed world. High: all other tools. An absent hint counts as MCP's default, so
/// a tool without hints is high. Hints of an untrusted origin may only raise the tier, so all its
/// tools are high. `trusted` is is_believed() of the origin.
Risk risk_of(const Contract& contract, bool trusted) noexcept;

/// The lifetime of an "allow always" unless a user or host wants another one: 90, 30 and 7 days.
std::chrono::days permission_lifetime(Risk risk) noexcept;

/// Lifetimes chosen by a user or host instead, shorter or longer. A lifetime of zero or less is
/// ignored.
struct AlwaysLifetimes {
    std::optional<std::chrono::hours> low{};
    std::optional<std::chrono::hours> medium{};
    std::optional<std::chrono::hours> high{};
};
/// In AlwaysLifetimes: the permission has no end.
inline constexpr std::chrono::hours k_no_end = (std::chrono::hours::max)();
/// The wanted lifetime, or the one above. Nothing: no end.
std::optional<std::chrono::hours> permission_lifetime(Risk risk,
                                                      const AlwaysLifetimes& wanted) noexcept;

/// Why "allow always" is not offered for this tool: it states destructive = true. Nothing: it is
/// offered.
std::optional<words::Id> refuses_always(const Contract& contract) noexcept;

}  // namespace iam::consent
