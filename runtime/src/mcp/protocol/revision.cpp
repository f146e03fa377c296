#include "mcp/protocol/revision.hpp"

#include <algorithm>

namespace iam::mcp {

std::string_view to_string(Revision revision) noexcept {
    switch (revision) {
        case Revision::of_2024_11_05:
            return "2024-11-05";
        case Revision::of_2025_03_26:
            return "2025-03-26";
        case Revision::of_2025_06_18:
            return "2025-06-18";
        case Revision::of_2025_11_25:
            return "2025-11-25";
        case Revision::of_2026_07_28:
            break;
    }
    return "2026-07-28";
}

std::optional<Revision> revision_of(std::string_view name) noexcept {
    const auto* const found =
        std::find_if(k_revisions.begin(), k_revisions.end(),
                     [&](Revision revision) { return to_string(revision) == name; });
    if (found == k_revisions.end()) return std::nullopt;
    return *found;
}

rpc::Protocol protocol_of(Revision revision) {
    rpc::Protocol protocol;
    protocol.has_batches = revision == Revision::of_2025_03_26;
    protocol.writes_null_id = revision < Revision::of_2025_11_25;
    protocol.cancel = {"notifications/cancelled", "requestId", "reason"};
    protocol.progress = {"notifications/progress", "_meta", "progressToken"};
    return protocol;
}

}  // namespace iam::mcp
