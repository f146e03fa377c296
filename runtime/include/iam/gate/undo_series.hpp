// Takes several calls back, one after another.
#pragma once

#include <iam/gate/runtime.hpp>

#include <functional>
#include <vector>

namespace iam::gate {

struct UndoSeries {
    std::vector<ledger::EntryId> undone{};
    /// Begins with the call whose undo was refused or failed; the ones behind it were not tried.
    std::vector<ledger::EntryId> left{};
    ToolResult last{};  ///< of the last undo that was tried; success if there was none
};

/// Undoes the calls of `entries` in this order, up to the first refusal: the entries behind it may
/// depend on it. Each request is like `like`; an approval is used for the first one alone, since it
/// is about one undo. `on_undone` hears each success, on this thread. It may be empty. Blocks until
/// the last undo has ended.
UndoSeries undo_in_order(
    Runtime& runtime, const std::vector<ledger::EntryId>& entries, const UndoRequest& like,
    const std::function<void(const ledger::EntryId&, const ToolResult&)>& on_undone = {});

}  // namespace iam::gate
