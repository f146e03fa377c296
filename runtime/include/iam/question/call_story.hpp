// The record of one call, as a person reads it: its entries, the entries of its undos, and whether
// it can still be undone.
#pragma once

#include <iam/ledger/store.hpp>
#include <iam/question/entry_text.hpp>
#include <iam/tool/registry.hpp>

#include <optional>
#include <vector>

namespace iam::question {

/// The entries of a call, oldest first, and behind them the entries of its undos.
struct CallStory {
    std::vector<ledger::StoredEntry> entries{};
    std::vector<EntryFacts> facts{};  ///< of each entry
    /// Its outcome, if the call succeeded, was not undone and its tool has an undo.
    std::optional<ledger::EntryId> undoable{};
};

/// Empty if `entry` is about no call. `registry` knows which tools have an undo.
Result<CallStory> story_of(ledger::Store& store, const Registry& registry,
                           const ledger::StoredEntry& entry);

}  // namespace iam::question
