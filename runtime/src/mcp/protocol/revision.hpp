// The revisions of MCP and their differences.
#pragma once

#include <iam/rpc/message.hpp>

#include <array>
#include <optional>
#include <string_view>

namespace iam::mcp {

/// Later revisions compare greater.
enum class Revision { of_2024_11_05, of_2025_03_26, of_2025_06_18, of_2025_11_25, of_2026_07_28 };

/// The revisions with a handshake.
inline constexpr std::array k_revisions{Revision::of_2024_11_05, Revision::of_2025_03_26,
                                        Revision::of_2025_06_18, Revision::of_2025_11_25};
inline constexpr Revision k_latest_revision = k_revisions.back();

std::string_view to_string(Revision revision) noexcept;
/// A revision with a handshake.
std::optional<Revision> revision_of(std::string_view name) noexcept;

/// The names and differences needed by the Peer.
rpc::Protocol protocol_of(Revision revision);

constexpr bool has_audio(Revision revision) noexcept {
    return revision >= Revision::of_2025_03_26;
}
constexpr bool has_structured_content(Revision revision) noexcept {
    return revision >= Revision::of_2025_06_18;
}
constexpr bool has_elicitation(Revision revision) noexcept {
    return revision >= Revision::of_2025_06_18;
}
/// A client may be asked to open an address for its person.
constexpr bool has_url_elicitation(Revision revision) noexcept {
    return revision >= Revision::of_2025_11_25;
}
constexpr bool has_resource_links(Revision revision) noexcept {
    return revision >= Revision::of_2025_06_18;
}

}  // namespace iam::mcp
