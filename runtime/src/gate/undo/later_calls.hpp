// Later calls that named changes of the same objects (Context::touch), and the undoable calls of a
// session.
#pragma once

#include "gate/engine/basis.hpp"
#include <iam/core/result.hpp>
#include <iam/ledger/store.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::gate {

/// The keys as an outcome records them: a sorted JSON array.
std::string text_of_keys(std::vector<std::string> keys);

struct LaterCalls {
    std::vector<ledger::EntryId> outcomes{};  ///< newest first, the order in which to undo them
    std::string key{};                        ///< a key shared with the call
    /// Intents, without outcome, of calls begun after this one. Read-only tools are left out.
    std::vector<ledger::EntryId> unsettled{};
    bool is_known = true;                 ///< false: too many entries to look at
    std::vector<ledger::EntryId> seen{};  ///< the newest examined entry, per chain
};

/// The payload of an outcome that names the call's changes.
inline constexpr std::string_view k_touches = "touches";

/// Successful calls after this outcome that were not undone and changed the same objects, or the
/// objects of one of these calls; and calls without an outcome, other than `within_call`. A call
/// that touched nothing has none.
Result<LaterCalls> later_calls(const Basis& basis, const ledger::StoredEntry& outcome,
                               const std::string& within_call);

/// Outcomes of successful calls of exactly this user, workspace and session. The calls were not
/// undone, and their tool has an undo here. Newest first.
Result<std::vector<ledger::EntryId>> undoable_calls(const Basis& basis, const Subject& subject);

}  // namespace iam::gate
