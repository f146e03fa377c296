// Walks from an entry back. An entry waits for the hash of the entry before it.
#include "iam/ledger/chain_part.hpp"

#include <iam/ledger/verify.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace iam::ledger {
namespace {

/// The last forgotten entry of the chain; the place before the first if none is forgotten.
Result<Head> end_of_forgotten(Store& store, std::uint32_t chain) {
    IAM_TRY(forgotten, store.forgotten());
    for (const Head& head : forgotten)
        if (head.entry.chain == chain) return head;
    return Head{{chain, 0}, {}};
}

/// Takes entries newest first.
class BackwardWalk {
 public:
    BackwardWalk(ChainPart& part, const std::optional<EntryId>& before)
        : part_(part), before_(before) {}

    /// False: an entry does not hold, or the bytes are spent.
    bool take(StoredEntry& entry) {
        if (waiting_ && !check({{entry.id.chain, entry.id.seq}, entry.hash})) return false;
        bytes_ += entry.text.size();
        for (const Payload& payload : entry.payloads) bytes_ += payload.bytes.size();
        ++read_;
        if (entry.id != before_) {
            if (!part_.newest) part_.newest = entry.id;
            part_.oldest = entry.id;
        }
        waiting_ = std::move(entry);
        return bytes_ < k_part_bytes_max;
    }

    /// Checks the waiting entry against the entry before it. True: it holds.
    bool check(const Head& before) {
        const StoredEntry entry = *std::exchange(waiting_, std::nullopt);
        auto why = why_bad(entry, {before.entry.chain, before.entry.seq + 1}, before.hash);
        if (!why) why = take_checkpoint(entry);
        if (why) {
            part_.bad = entry.id;
            part_.reason = *std::move(why);
            return false;
        }
        if (entry.id != before_) ++part_.entries;
        return true;
    }

    /// Checks the oldest entry, which is believed about the entry before it.
    void check_oldest() {
        if (waiting_) check({{waiting_->id.chain, waiting_->id.seq - 1}, waiting_->previous});
    }

    bool is_waiting() const noexcept { return waiting_.has_value(); }
    std::size_t read() const noexcept { return read_; }
    bool is_full() const noexcept { return bytes_ >= k_part_bytes_max; }

 private:
    std::optional<std::string> take_checkpoint(const StoredEntry& entry) {
        if (part_.checkpoint || entry.id == before_) return std::nullopt;
        const auto decoded = decode(entry.text);
        if (!decoded || decoded->entry.kind != EntryKind::checkpoint) return std::nullopt;
        auto checkpoint = checkpoint_in(entry);
        if (!checkpoint) return checkpoint.error().message;
        part_.checkpoint = *std::move(checkpoint);
        part_.checkpoint_entry = entry.id;
        return std::nullopt;
    }

    ChainPart& part_;
    const std::optional<EntryId> before_;
    std::optional<StoredEntry> waiting_{};
    std::size_t bytes_ = 0;
    std::size_t read_ = 0;
};

}  // namespace

Result<ChainPart> check_part(Store& store, std::uint32_t chain,
                             const std::optional<EntryId>& before, std::size_t entries_max) {
    ChainPart part;
    BackwardWalk walk(part, before);
    Query query;
    query.chain = chain;
    query.limit = entries_max;
    if (before) {
        query.before = Place{{chain, before->seq + 1}, {}};
        ++query.limit;
    }
    IAM_TRY(forgotten, end_of_forgotten(store, chain));
    IAM_CHECK(store.visit(query, [&](StoredEntry& entry) { return walk.take(entry); }));
    if (!part.ok() || !walk.is_waiting()) return part;
    IAM_TRY(forgotten_now, end_of_forgotten(store, chain));
    // If the store forgets meanwhile, the oldest entry is believed as within a part.
    part.is_at_start = walk.read() < query.limit && !walk.is_full() && forgotten == forgotten_now;
    if (part.is_at_start) {
        part.is_at_start = walk.check(forgotten);
    } else {
        walk.check_oldest();
    }
    return part;
}

}  // namespace iam::ledger
