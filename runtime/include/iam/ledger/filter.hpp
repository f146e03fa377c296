// Which entries somebody wants to see: one predicate, and a walk over a store that applies it in pages.
#pragma once

#include <iam/ledger/store.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace iam::ledger {

/// What is empty does not narrow.
struct Filter {
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> since{};  ///< inclusive
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> until{};  ///< exclusive
    std::optional<ToolId> tool{};
    /// Exactly the user, workspace ("-": none), session or agent of the entry; the end of a call has those of its intent, and its risk, for search().
    std::string subject{};
    /// "done", "failed" (a function that ran), "refused" (a call that was not run), "unknown" (an intent without outcome), or the entry's
    /// code exactly.
    std::string outcome{};
    std::optional<consent::Risk> risk{};  ///< of entries that state one
    /// Stands somewhere in the entry's text or in a value that is still stored with it, as JSON spells it.
    std::string text{};

    bool narrows() const noexcept;
};

/// Pure. `lacks_outcome`: it is an intent of which nothing more is known; looked at for "unknown" only. `stored` needs its payloads for `text` only.
bool matches(const Filter& filter, const DecodedEntry& entry, const StoredEntry& stored,
             bool lacks_outcome);

struct Searched {
    std::uint64_t looked_at = 0;
    std::uint64_t matched = 0;
    std::optional<EntryId> first{};  ///< that was looked at
    std::optional<EntryId> last{};   ///< that was looked at: `before` or `after` of the next page
    bool at_end = false;             ///< there is nothing more in this direction
};

/// Hands on what matches, at most `query.limit` entries, in the order of the query. An entry that cannot be read matches every filter: a filter
/// hides nothing that it cannot judge. Where `on_match` answers false, no more is looked at. Memory does not grow with the ledger.
Result<Searched> search(Store& store, const Filter& filter, Query query,
                        const std::function<Result<bool>(const StoredEntry&)>& on_match);

}  // namespace iam::ledger
