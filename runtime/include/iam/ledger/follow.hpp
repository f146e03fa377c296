// Reading the ledger on as it grows: a cursor for each chain and nothing else, so memory does not grow with it.
#pragma once

#include <iam/ledger/filter.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>

namespace iam::ledger {

/// For one thread; refers to the store.
class Follower {
 public:
    Follower(Store& store, Filter filter);

    /// In each chain from the `limit` newest that match on; 0: from what is added from now on. Without it: from the first entry.
    Result<void> start_at_newest(std::size_t limit);
    /// Hands on what matches and was not handed on before: a page of each chain, oldest first within it, up to where `on_match` answers false.
    /// False: there is more, now.
    Result<bool> next(const std::function<Result<bool>(const StoredEntry&)>& on_match);

 private:
    Store& store_;
    Filter filter_;
    std::map<std::uint32_t, EntryId> seen_;  ///< the last that was looked at, by chain
};

}  // namespace iam::ledger
