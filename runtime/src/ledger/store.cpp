// The words of the store's own states.
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

}  // namespace iam::ledger
