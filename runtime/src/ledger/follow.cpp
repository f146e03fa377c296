// Finds where following begins, and reads the next page of each chain.
#include "iam/ledger/follow.hpp"

#include <optional>
#include <utility>

namespace iam::ledger {
namespace {

constexpr std::size_t k_entries_at_once = 1000;

}  // namespace

Follower::Follower(Store& store, Filter filter) : store_(store), filter_(std::move(filter)) {}

Result<void> Follower::start_at_newest(std::size_t limit) {
    IAM_TRY(newest, store_.newest_entries());
    for (const StoredEntry& entry : newest) seen_[entry.id.chain] = entry.id;
    if (limit == 0) return {};
    Query query;
    query.limit = limit;
    query.with_payloads = !filter_.text.empty();
    // Matches come newest first, so the last one of a chain is its oldest.
    IAM_TRY(searched, search(store_, filter_, query, [&](const StoredEntry& entry) -> Result<bool> {
                seen_[entry.id.chain] = EntryId{entry.id.chain, entry.id.seq - 1};
                return true;
            }));
    static_cast<void>(searched);
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
        query.after.reset();
        if (seen != seen_.end()) query.after = Place{seen->second, {}};
        IAM_TRY(searched, search(store_, filter_, query, show));
        if (searched.last) seen_[chain] = searched.last->id;
        at_end = at_end && searched.at_end;
        if (!goes_on) return false;
    }
    return at_end;
}

}  // namespace iam::ledger
