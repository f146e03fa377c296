// Classes depend on an entry's own facts only, since the tool may be gone.
#include "iam/ledger/retention.hpp"

#include <algorithm>

namespace iam::ledger {

std::string_view to_string(RetentionClass kind) noexcept {
    switch (kind) {
        case RetentionClass::refused:
            return "refused";
        case RetentionClass::low:
            return "low";
        case RetentionClass::medium:
            return "medium";
        case RetentionClass::high:
            break;
    }
    return "high";
}

bool Retention::keeps_all() const noexcept {
    return std::none_of(kept.begin(), kept.end(),
                        [](const auto& time) { return time.has_value(); });
}

std::optional<RetentionClass> retention_class(const Entry& entry) noexcept {
    if (entry.kind == EntryKind::decision) return RetentionClass::refused;
    if (entry.kind != EntryKind::intent && entry.kind != EntryKind::undo_intent)
        return std::nullopt;
    // An entry without a risk is kept as long as one of high risk.
    switch (entry.risk.value_or(consent::Risk::high)) {
        case consent::Risk::low:
            return RetentionClass::low;
        case consent::Risk::medium:
            return RetentionClass::medium;
        case consent::Risk::high:
            break;
    }
    return RetentionClass::high;
}

bool is_due(const Entry& entry, const Retention& retention,
            std::chrono::sys_time<std::chrono::milliseconds> now) noexcept {
    const auto kind = retention_class(entry);
    if (!kind) return false;
    const auto& kept = retention.of(*kind);
    return kept && now - entry.time >= *kept;
}

}  // namespace iam::ledger
