// Says how the entries of the table are found.
#include "store_sqlite/rows/entry_rows.hpp"

namespace iam::store_sqlite {

FoundBy found_by(std::string_view kind, const std::optional<ledger::EntryId>& of,
                 std::uint64_t seq) noexcept {
    constexpr std::uint64_t k_near = 32;
    using ledger::EntryKind;
    if (!of || of->chain != 0) return FoundBy::call;
    if (kind == to_string(EntryKind::outcome) || kind == to_string(EntryKind::undo_outcome)) {
        const bool is_near = of->seq < seq && seq - of->seq <= k_near;
        return is_near ? FoundBy::intent : FoundBy::call_and_intent;
    }
    return kind == to_string(EntryKind::undo_intent) ? FoundBy::call_and_original : FoundBy::call;
}

}  // namespace iam::store_sqlite
