// The words of the store's own states, and what each store can do by what it must.
#include <iam/ledger/store.hpp>

namespace iam::ledger {

std::string_view to_string(UndoState state) noexcept {
    switch (state) {
        case UndoState::none:
            return "none";
        case UndoState::pending:
            return "pending";
        case UndoState::undone:
            return "undone";
    }
    return "unknown";
}

Result<void> Store::visit(const Query& query, const std::function<bool(const StoredEntry&)>& see) {
    IAM_TRY(page, entries(query));
    for (const StoredEntry& entry : page)
        if (!see(entry)) break;
    return {};
}

}  // namespace iam::ledger
