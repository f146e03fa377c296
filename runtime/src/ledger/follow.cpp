// Finds where following begins, and reads the next page of each chain.
#include "iam/ledger/follow.hpp"

#include <optional>
#include <utility>

namespace iam::ledger {
namespace {

constexpr std::size_t k_entries_at_once = 1000;

/// The last entry of a chain before the `limit` newest matches; these are followed. If `limit` is
/// 0, the chain's newest entry.
Result<std::optional<EntryId>> last_before(Store& store, const Filter& filter, Query query) {
    if (query.limit == 0) {
        query.limit = 1;
        IAM_TRY(newest, store.entries(query));
        return newest.empty() ? std::nullopt : std::optional(newest.front().id);
    }
    std::optional<EntryId> oldest;
    IAM_TRY(searched, search(store, filter, query, [&](const StoredEntry& entry) -> Result<bool> {
                oldest = entry.id;
                return true;
            }));
    if (!oldest) return searched.first;
    --oldest->seq;
    return oldest;
}

}  // namespace

Follower::Follower(Store& store, Filter filter) : store_(store), filter_(std::move(filter)) {}

Result<void> Follower::start_at_newest(std::size_t limit) {
    Query query;
    query.limit = limit;
    query.with_payloads = !filter_.text.empty();
    IAM_TRY(chains, store_.chains());
    for (const std::uint32_t chain : chains) {
        query.chain = chain;
        IAM_TRY(last, last_before(store_, filter_, query));
        if (last) seen_[chain] = *last;
    }
    return {};
}

Result<bool> Follower::next(const std::function<Result<bool>(const StoredEntry&)>& on_match) {
    Query query;
    query.oldest_first = true;
    query.limit = k_entries_at_once;
    bool at_end = true;
    bool goes_on = true;
    const auto show = [&](const StoredEntry& entry) -> Result<bool> {
        IAM_TRY(more, on_match(entry));
        goes_on = more;
        return more;
    };
    IAM_TRY(chains, store_.chains());
    for (const std::uint32_t chain : chains) {
        const auto seen = seen_.find(chain);
        query.chain = chain;
        query.after = seen == seen_.end() ? std::nullopt : std::optional(seen->second);
        IAM_TRY(searched, search(store_, filter_, query, show));
        if (searched.last) seen_[chain] = *searched.last;
        at_end = at_end && searched.at_end;
        if (!goes_on) return false;
    }
    return at_end;
}

}  // namespace iam::ledger
