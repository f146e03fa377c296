// Implements the memory store: one mutex around the tables and the journal.
#include "iam/store/memory_store.hpp"

#include "store/memory/consent_tables.hpp"
#include "store/memory/journal.hpp"
#include "store/memory/rollback.hpp"
#include "store/memory/tree_tables.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <type_traits>
#include <utility>

namespace iam::store {
namespace {

using namespace ledger;

class MemoryStore final : public Store {
 public:
    MemoryStore(Entropy& entropy, std::uint32_t chain, const MemoryLimits& limits)
        : limits_(limits), journal_(chain), key_(random_salt(entropy)) {}

    Result<Receipt> commit(Batch&& batch) override {
        const bool changes = !batch.mutations.empty() || !batch.entries.empty();
        std::unique_lock lock(mutex_);
        Rollback rollback;
        if (auto why = apply(batch, rollback)) {
            return fail(Errc::conflict, *why + "; nothing was changed: read again, decide again");
        }
        Receipt receipt;
        // A single entry is appended or not, and needs no rollback.
        if (batch.entries.size() > 1) {
            rollback.add([this, count = journal_.count()] { journal_.shrink_to(count); });
        }
        for (const EntryDraft& draft : batch.entries) receipt.entries.add(journal_.append(draft));
        rollback.keep();
        forget();
        receipt.epoch = consent_.epoch(consent::k_all_scope);
        epoch_.store(receipt.epoch, std::memory_order_release);
        receipt.head = journal_.head();
        if (changes) ++version_;
        const bool is_awaited = changes && waiting_ > 0;
        lock.unlock();
        if (is_awaited) changed_.notify_all();
        return receipt;
    }

    Result<consent::Standing> standing(const ToolId& tool, const Subject& subject) override {
        const std::lock_guard lock(mutex_);
        return consent_.standing(tool, subject);
    }
    Result<std::uint64_t> epoch(std::string_view scope) override {
        if (scope == consent::k_all_scope) return epoch_.load(std::memory_order_acquire);
        const std::lock_guard lock(mutex_);
        return consent_.epoch(scope);
    }
    Result<std::vector<std::pair<ToolId, Policy>>> policies() override {
        const std::lock_guard lock(mutex_);
        return consent_.policies();
    }
    Result<std::vector<consent::Grant>> grants() override {
        const std::lock_guard lock(mutex_);
        return consent_.grants();
    }
    Result<std::vector<consent::Permission>> permissions() override {
        const std::lock_guard lock(mutex_);
        return consent_.permissions();
    }
    Result<std::vector<consent::ServerTrust>> trusts() override {
        const std::lock_guard lock(mutex_);
        return consent_.trusts();
    }
    Result<std::vector<consent::Approval>> approvals() override {
        const std::lock_guard lock(mutex_);
        return consent_.open_approvals();
    }
    Result<std::size_t> count_pending(const Subject& subject) override {
        const std::lock_guard lock(mutex_);
        return consent_.count_pending(subject);
    }
    Result<std::optional<consent::Approval>> approval(const std::string& id) override {
        const std::lock_guard lock(mutex_);
        return consent_.approval(id);
    }

    Result<std::optional<consent::Freeze>> freeze() override {
        const std::lock_guard lock(mutex_);
        return consent_.freeze();
    }

    /// No other process reaches this memory, so no record can be broken.
    Result<std::vector<consent::BrokenRecord>> broken() override {
        return std::vector<consent::BrokenRecord>{};
    }

    Result<std::vector<std::uint32_t>> chains() override { return std::vector{journal_.chain()}; }
    Result<std::vector<Head>> forgotten() override {
        const std::lock_guard lock(mutex_);
        std::vector<Head> heads;
        if (const auto head = journal_.forgotten()) heads.push_back(*head);
        return heads;
    }
    Result<std::vector<StoredEntry>> entries(const Query& query) override {
        const std::lock_guard lock(mutex_);
        return journal_.entries(query);
    }
    Result<std::optional<StoredEntry>> entry(const EntryId& id) override {
        const std::lock_guard lock(mutex_);
        return journal_.entry(id);
    }
    Result<UndoState> undo_state(const EntryId& id) override {
        const std::lock_guard lock(mutex_);
        return journal_.undo_state(id);
    }
    Result<std::vector<std::pair<EntryId, UndoState>>> undo_states() override {
        const std::lock_guard lock(mutex_);
        return journal_.undo_states();
    }
    Result<std::optional<StoredEntry>> outcome_of(const EntryId& intent) override {
        const std::lock_guard lock(mutex_);
        return journal_.outcome_of(intent);
    }
    Result<std::vector<StoredEntry>> undos_of(const EntryId& outcome) override {
        const std::lock_guard lock(mutex_);
        return journal_.undos_of(outcome);
    }
    Result<std::vector<StoredEntry>> entries_of_call(const std::string& call_id) override {
        const std::lock_guard lock(mutex_);
        return journal_.entries_of_call(call_id);
    }
    Result<std::optional<std::string>> contract(const Digest& consent_digest) override {
        const std::lock_guard lock(mutex_);
        return journal_.contract(consent_digest);
    }

    Result<std::optional<SealedTree>> last_tree() override {
        const std::lock_guard lock(mutex_);
        return tree_.last();
    }
    Result<std::vector<SealedRun>> runs(std::uint64_t first_leaf, std::size_t limit) override {
        const std::lock_guard lock(mutex_);
        return tree_.runs(first_leaf, limit);
    }
    Result<std::optional<SealedRun>> run_before(const EntryId& entry) override {
        const std::lock_guard lock(mutex_);
        return tree_.run_before(entry);
    }
    Result<std::vector<Digest>> tile(const TileId& id) override {
        const std::lock_guard lock(mutex_);
        return tree_.tile(id);
    }

    Result<std::vector<Remains>> forget_erased() override { return std::vector<Remains>{}; }

    Result<std::uint64_t> version() override {
        const std::lock_guard lock(mutex_);
        return version_;
    }
    Result<bool> wait_for_change(std::uint64_t seen, std::chrono::milliseconds timeout,
                                 const std::stop_token& stop) override {
        // A longer wait would overflow the library's clock.
        constexpr std::chrono::milliseconds longest = std::chrono::hours(24 * 365);
        std::unique_lock lock(mutex_);
        ++waiting_;
        const bool has_changed = changed_.wait_for(lock, stop, std::min(timeout, longest),
                                                   [&] { return version_ != seen; });
        --waiting_;
        return has_changed;
    }

    const SecretKey& key() const noexcept override { return key_; }

 private:
    void forget() noexcept {
        journal_.wipe_erased();
        journal_.forget_beyond(limits_.entries_max);
        if (const auto last = journal_.forgotten()) tree_.forget_up_to(last->entry);
        consent_.forget_settled(limits_.settled_approvals_max);
    }

    /// Checks all expectations on the state before the batch, then applies the mutations.
    std::optional<std::string> apply(const Batch& batch, Rollback& rollback) {
        for (const Expectation& expectation : batch.expectations) {
            auto why =
                std::visit([this](const auto& expected) { return check(expected); }, expectation);
            if (why) return why;
        }
        for (const Mutation& mutation : batch.mutations) {
            auto why =
                std::visit([&](const auto& change) { return apply(change, rollback); }, mutation);
            if (why) return why;
        }
        return std::nullopt;
    }

    template <class Expected>
    std::optional<std::string> check(const Expected& expected) const {
        if constexpr (std::is_same_v<Expected, ExpectUndo> ||
                      std::is_same_v<Expected, ExpectNoIntent> ||
                      std::is_same_v<Expected, ExpectNoOutcome> ||
                      std::is_same_v<Expected, ExpectNoneSince> ||
                      std::is_same_v<Expected, ExpectNoLaterTime>) {
            return journal_.check(expected);
        } else if constexpr (std::is_same_v<Expected, ExpectLastCheckpoint>) {
            return tree_.check(expected);
        } else {
            return consent_.check(expected);
        }
    }

    template <class Change>
    std::optional<std::string> apply(const Change& change, Rollback& rollback) {
        if constexpr (std::is_same_v<Change, SetUndoState> || std::is_same_v<Change, PutContract> ||
                      std::is_same_v<Change, ErasePayloads>) {
            return journal_.apply(change, rollback);
        } else if constexpr (std::is_same_v<Change, PutTreeNote>) {
            return tree_.apply(change, rollback);
        } else if constexpr (std::is_same_v<Change, PutSeal>) {
            return tree_.apply(change, {journal_.chain(), journal_.count() + 1}, rollback);
        } else {
            return consent_.apply(change, rollback);
        }
    }

    const MemoryLimits limits_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    ConsentTables consent_;
    TreeTables tree_;
    /// The epoch of all records after each commit. Every call reads it, and need not wait for the
    /// mutex.
    std::atomic<std::uint64_t> epoch_{0};
    Journal journal_;
    std::uint64_t version_ = 0;
    int waiting_ = 0;  // waits for another version; without any, nobody is notified
    SecretKey key_;
};

}  // namespace

std::unique_ptr<Store> make_memory_store(Entropy& entropy, std::uint32_t chain,
                                         const MemoryLimits& limits) {
    return std::make_unique<MemoryStore>(entropy, chain, limits);
}

std::unique_ptr<Store> make_memory_store(const MemoryLimits& limits) {
    SystemEntropy entropy;
    return make_memory_store(entropy, 0, limits);
}

}  // namespace iam::store
