// Follows a ledger as it grows. It keeps one cursor for each chain, so its memory does not grow
// with the ledger.
#pragma once

#include <iam/ledger/filter.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>

namespace iam::ledger {

/// For one thread. Refers to the store.
class Follower {
 public:
    Follower(Store& store, Filter filter);

    /// Starts at the `limit` newest matching entries over all chains; with 0, at the entries added
    /// from now on. Without this call, following starts at the first entry.
    Result<void> start_at_newest(std::size_t limit);
    /// Passes on new matching entries: one page of each chain, oldest first within it, until
    /// `on_match` returns false. Returns false if more is there already.
    Result<bool> next(const std::function<Result<bool>(const StoredEntry&)>& on_match);

 private:
    Store& store_;
    Filter filter_;
    std::map<std::uint32_t, EntryId> seen_;  ///< the last entry looked at, by chain
};

}  // namespace iam::ledger
