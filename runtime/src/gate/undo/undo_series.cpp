// Takes calls back one after another, by the undo of single calls.
#include "iam/gate/undo_series.hpp"

#include <utility>

namespace iam::gate {

UndoSeries undo_in_order(
    Runtime& runtime, const std::vector<ledger::EntryId>& entries, const UndoRequest& like,
    const std::function<void(const ledger::EntryId&, const ToolResult&)>& on_undone) {
    UndoSeries series;
    series.last.success = true;
    for (const ledger::EntryId& entry : entries) {
        if (series.last.success) {
            UndoRequest request = like;
            request.entry = entry;
            if (!series.undone.empty()) request.options.approval.clear();
            series.last = runtime.undo(std::move(request));
        }
        if (!series.last.success) {
            series.left.push_back(entry);
            continue;
        }
        series.undone.push_back(entry);
        if (on_undone) on_undone(entry, series.last);
    }
    return series;
}

}  // namespace iam::gate
