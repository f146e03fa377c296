// Filters entries: a predicate, and its use on a store in pages.
#pragma once

#include <iam/ledger/store.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

namespace iam::ledger {

/// Empty members do not narrow the search.
struct Filter {
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> since{};  ///< inclusive
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> until{};  ///< exclusive
    std::optional<ToolId> tool{};
    /// Exactly the user, workspace ("-": none), session or agent of the entry. In search(), the end
    /// of a call has the subject and risk of its intent.
    std::string subject{};
    /// "done", "failed" (the function ran), "refused" (it did not run), "unknown" (an intent
    /// without outcome), or exactly the entry's code.
    std::string outcome{};
    std::optional<consent::Risk> risk{};  ///< matches only entries with a risk
    /// A part of the entry's text, or of a value still stored with it, as JSON spells it.
    std::string text{};

    bool narrows() const noexcept;
};

/// True if the entry passes the filter. `lacks_outcome` marks an intent without outcome; it matters
/// for "unknown" only. `stored` needs its payloads for `text` only. Pure.
bool matches(const Filter& filter, const DecodedEntry& entry, const StoredEntry& stored,
             bool lacks_outcome);

struct Searched {
    std::uint64_t looked_at = 0;
    std::uint64_t matched = 0;
    std::optional<Place> first{};  ///< first entry looked at
    std::optional<Place> last{};   ///< last entry looked at: `before` or `after` of the next page
    bool at_end = false;           ///< no more entries in this direction
};

/// Passes at most `query.limit` matching entries to `on_match`, in the order of the query. An
/// unreadable entry matches every filter: a filter hides only entries it can judge. If `on_match`
/// returns false, the search ends. It also ends after `looked_at_max` entries; the next page goes
/// on behind them. Memory does not grow with the ledger.
Result<Searched> search(Store& store, const Filter& filter, Query query,
                        const std::function<Result<bool>(const StoredEntry&)>& on_match,
                        std::uint64_t looked_at_max = (std::numeric_limits<std::uint64_t>::max)());

}  // namespace iam::ledger
