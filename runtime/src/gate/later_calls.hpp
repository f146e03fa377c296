// What stands on a call: later ones that say they changed the same (Context::touch), and what of a session can be taken back.
#pragma once

#include "engine.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace iam::gate {

/// The keys as they are recorded with an outcome: a sorted JSON array.
std::string text_of_keys(std::vector<std::string> keys);

struct LaterCalls {
    std::vector<ledger::EntryId>
        outcomes{};     ///< newest first, the order in which they can be undone
    std::string key{};  ///< one that they share with the call
    /// Intents without an outcome of calls that began after this one, but for tools that only read.
    std::vector<ledger::EntryId> unsettled{};
    bool is_known = true;                 ///< false: there are too many entries to look at
    std::vector<ledger::EntryId> seen{};  ///< the newest entry of each chain that was looked at
};

/// The value of an outcome that says what its call changed.
inline constexpr std::string_view k_touches = "touches";

/// Calls after this outcome that succeeded, were not undone and changed the same, or what such a
/// call changed; and calls that have no outcome yet. Of a call that touched nothing: none.
Result<LaterCalls> later_calls(Engine& engine, const ledger::StoredEntry& outcome);

/// Outcomes of the calls of exactly this user, workspace and session that succeeded, were not undone, and whose tool has an undo
/// here; newest first.
Result<std::vector<ledger::EntryId>> undoable_calls(Engine& engine, const Subject& subject);

}  // namespace iam::gate
