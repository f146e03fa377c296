// Implements the store: the reader serves reads, the writer commits.
#include "store_postgres/store.hpp"

#include "store_postgres/changes/change_feed.hpp"
#include "store_postgres/read/reader.hpp"
#include "store_postgres/values/value_keys.hpp"
#include "store_postgres/write/writer.hpp"
#include <iam/store/key_file.hpp>
#include <iam/store_postgres/postgres_store.hpp>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace iam::store_postgres {
namespace {

using namespace ledger;
using Clock = std::chrono::steady_clock;

// Commits of other programs are seen this late at most, also where their announcements get lost.
constexpr std::chrono::milliseconds k_tick{250};

/// The epoch of all records as it was read last. Thread-safe.
class KnownEpoch {
 public:
    /// The number, unless it may be older than k_tick.
    std::optional<std::uint64_t> get() const {
        const std::lock_guard lock(mutex_);
        if (!epoch_ || Clock::now() - read_ >= k_tick) return std::nullopt;
        return epoch_;
    }
    /// Counts the calls of set(). Note it before reading, for set_if().
    std::uint64_t moves() const {
        const std::lock_guard lock(mutex_);
        return moves_;
    }
    /// Nothing: the next question reads it.
    void set(std::optional<std::uint64_t> epoch) {
        const std::lock_guard lock(mutex_);
        ++moves_;
        // Receipts of two threads may arrive in either order.
        epoch_ = epoch && epoch_ ? std::max(*epoch, *epoch_) : epoch;
        read_ = Clock::now();
    }
    /// Keeps an epoch that was read, unless a commit of this store came meanwhile.
    void set_if(std::uint64_t moves, std::uint64_t epoch, Clock::time_point begun) {
        const std::lock_guard lock(mutex_);
        if (moves != moves_) return;
        epoch_ = epoch;
        read_ = begun;
    }

 private:
    mutable std::mutex mutex_{};
    std::optional<std::uint64_t> epoch_{};
    Clock::time_point read_{};
    std::uint64_t moves_ = 0;
};

class PostgresStore final : public Store {
 public:
    PostgresStore(const store::KeyRing& keys, const ValueKeys& value_keys,
                  std::optional<std::chrono::days> backups, const Connection::Target& reading,
                  const Options& options, std::unique_ptr<Writer> writer)
        : key_(keys.first()),
          backups_(backups),
          now_(options.now),
          reader_(reading, options.readers_max, keys, value_keys),
          feed_(reading),
          writer_(std::move(writer)) {}

    Result<Receipt> commit(Batch&& batch) override {
        if (!writer_) return read_only();
        Result<Receipt> receipt = writer_->commit(batch);
        epoch_.set(receipt ? std::optional(receipt->epoch) : std::nullopt);
        tell_waiting();
        return receipt;
    }

    Result<consent::Standing> standing(const ToolId& tool, const Subject& subject) override {
        return reader_.standing(tool, subject);
    }
    Result<std::uint64_t> epoch(std::string_view scope) override {
        if (scope != consent::k_all_scope) return reader_.epoch(scope);
        if (const auto known = epoch_.get()) return *known;
        const std::uint64_t moves = epoch_.moves();
        const auto begun = Clock::now();
        IAM_TRY(epoch, reader_.epoch(scope));
        epoch_.set_if(moves, epoch, begun);
        return epoch;
    }
    Result<std::vector<std::pair<ToolId, Policy>>> policies() override {
        return reader_.policies();
    }
    Result<std::vector<consent::Grant>> grants() override { return reader_.grants(); }
    Result<std::vector<consent::Permission>> permissions() override {
        return reader_.permissions();
    }
    Result<std::vector<consent::ServerTrust>> trusts() override { return reader_.trusts(); }
    Result<std::vector<consent::Approval>> approvals() override { return reader_.approvals(); }
    Result<std::size_t> count_pending(const Subject& subject) override {
        return reader_.count_pending(subject);
    }
    Result<std::optional<consent::Approval>> approval(const std::string& id) override {
        return reader_.approval(id);
    }
    Result<std::optional<consent::Freeze>> freeze() override { return reader_.freeze(); }
    Result<std::vector<consent::BrokenRecord>> broken() override { return reader_.broken(); }

    Result<std::vector<std::uint32_t>> chains() override { return reader_.chains(); }
    Result<std::vector<StoredEntry>> entries(const Query& query) override {
        std::vector<StoredEntry> entries;
        IAM_CHECK(reader_.visit(query, [&](StoredEntry& entry) {
            entries.push_back(std::move(entry));
            return true;
        }));
        return entries;
    }
    Result<void> visit(const Query& query, const std::function<bool(StoredEntry&)>& see) override {
        return reader_.visit(query, see);
    }
    Result<std::vector<StoredEntry>> newest_entries() override { return reader_.newest_entries(); }
    Result<std::optional<StoredEntry>> entry(const EntryId& id) override {
        return reader_.entry(id);
    }
    Result<UndoState> undo_state(const EntryId& id) override { return reader_.undo_state(id); }
    Result<std::vector<std::pair<EntryId, UndoState>>> undo_states() override {
        return reader_.undo_states();
    }
    Result<std::optional<StoredEntry>> outcome_of(const EntryId& intent) override {
        return reader_.outcome_of(intent);
    }
    Result<std::vector<StoredEntry>> undos_of(const EntryId& outcome) override {
        return reader_.undos_of(outcome);
    }
    Result<std::vector<StoredEntry>> entries_of_call(const std::string& call_id) override {
        return reader_.entries_of_call(call_id);
    }
    Result<std::optional<std::string>> contract(const Digest& consent_digest) override {
        return reader_.contract(consent_digest);
    }
    Result<std::optional<SealedTree>> last_tree() override { return reader_.last_tree(); }
    Result<std::vector<SealedRun>> runs(std::uint64_t first_leaf, std::size_t limit) override {
        return reader_.runs(first_leaf, limit);
    }
    Result<std::optional<SealedRun>> run_before(const EntryId& entry) override {
        return reader_.run_before(entry);
    }
    Result<std::vector<Digest>> tile(const TileId& id) override { return reader_.tile(id); }

    /// The tables hold no erased value, and no key that opens one.
    Result<std::vector<Remains>> forget_erased() override {
        if (!writer_) return read_only();
        return std::vector<Remains>{
            {"dead rows of the server's tables (gone after VACUUM FULL)", {}},
            {"the server's write-ahead log, its archive and its standbys", {}},
            {"backups of the server", backups_end()}};
    }

    Result<std::uint64_t> version() override { return reader_.version(); }
    Result<bool> wait_for_change(std::uint64_t seen, std::chrono::milliseconds timeout,
                                 const std::stop_token& stop) override;

    const SecretKey& key() const noexcept override { return key_; }

 private:
    static tl::unexpected<Error> read_only() {
        return fail(Errc::unavailable,
                    "the ledger was opened for reading only; open it for writing");
    }

    /// When the backups of now will be gone.
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> backups_end() const {
        if (!backups_) return std::nullopt;
        return std::chrono::floor<std::chrono::milliseconds>(now_()) + *backups_;
    }
    void tell_waiting();
    void wait_a_tick(std::uint64_t seen_changes, Clock::time_point deadline,
                     const std::stop_token& stop);

    SecretKey key_;
    std::optional<std::chrono::days> backups_;
    std::function<std::chrono::system_clock::time_point()> now_;
    Reader reader_;
    ChangeFeed feed_;
    std::unique_ptr<Writer> writer_;
    KnownEpoch epoch_{};
    std::mutex mutex_{};  // guards the members below
    std::condition_variable_any told_{};
    std::uint64_t changes_ = 0;  ///< commits of this store, and announcements of others
    bool is_listening_ = false;  ///< a thread waits for announcements
};

void PostgresStore::tell_waiting() {
    {
        const std::lock_guard lock(mutex_);
        ++changes_;
    }
    told_.notify_all();
    feed_.wake();
}

/// One of the waiting threads listens, and tells the others.
void PostgresStore::wait_a_tick(std::uint64_t seen_changes, Clock::time_point deadline,
                                const std::stop_token& stop) {
    const auto now = Clock::now();
    const auto end = std::min(deadline, now + k_tick);
    std::unique_lock lock(mutex_);
    if (changes_ != seen_changes) return;
    if (is_listening_) {
        told_.wait_until(lock, stop, end, [&] { return changes_ != seen_changes; });
        return;
    }
    is_listening_ = true;
    lock.unlock();
    {
        const std::stop_callback wake(stop, [this] { feed_.wake(); });
        feed_.wait(std::chrono::ceil<std::chrono::milliseconds>(end - now));
    }
    lock.lock();
    is_listening_ = false;
    ++changes_;
    told_.notify_all();
}

Result<bool> PostgresStore::wait_for_change(std::uint64_t seen, std::chrono::milliseconds timeout,
                                            const std::stop_token& stop) {
    // A year is longer than a program runs and short enough for any clock.
    constexpr std::chrono::milliseconds k_longest = std::chrono::hours{24 * 365};
    const auto deadline =
        Clock::now() + std::clamp(timeout, std::chrono::milliseconds{0}, k_longest);
    for (;;) {
        std::unique_lock lock(mutex_);
        const std::uint64_t changes = changes_;
        lock.unlock();
        IAM_TRY(now, reader_.version());
        if (now != seen) return true;
        if (stop.stop_requested() || Clock::now() >= deadline) return false;
        wait_a_tick(changes, deadline, stop);
    }
}

Result<store::KeyRing> keys_of(const Address& place, const LedgerFacts& facts) {
    Result<store::KeyRing> keys = store::read_keys(place.key());
    if (!keys) {
        Error error = std::move(keys).error();
        if (error.code == Errc::not_found) {
            error = {Errc::unavailable, "this host has no key of the ledger at " +
                                            place.key().string() +
                                            "; copy store.key from a host that has it (0600)"};
        }
        return tl::unexpected(std::move(error));
    }
    if (check_of(keys->first(), facts.ledger_id) == facts.key_check) return keys;
    return fail(Errc::corrupt, "the key " + place.key().string() +
                                   " is of another ledger; copy store.key from a host of this one");
}

}  // namespace

tl::unexpected<Error> no_ledger(const Address& place) {
    return fail(Errc::unavailable, "the schema " + place.schema +
                                       " has no ledger; make it with the command state init");
}

/// Writers with different guards would not see each other.
Result<void> check_guard(const Address& place, const LedgerFacts& facts) {
    if (!place.guard || *place.guard == facts.guard) return {};
    return fail(Errc::invalid_argument,
                "the address names guard=" + std::string(to_string(*place.guard)) +
                    ", and the ledger was made with guard=" + std::string(to_string(facts.guard)) +
                    "; take that one, or none");
}

Connection::Target target_of(const Address& place, bool writable, const Options& options) {
    Connection::Target target;
    target.address = place.for_libpq;
    target.schema = place.schema;
    target.writable = writable;
    target.answer_wait = options.answer_wait;
    return target;
}

Result<std::unique_ptr<ledger::Store>> open_with(const std::string& text, store::Mode mode,
                                                 Entropy& entropy, const Options& options) {
    IAM_TRY(place, parse_address(text));
    const bool writable = mode == store::Mode::read_write;
    const Connection::Target target = target_of(place, writable, options);
    IAM_ASK(connection, Connection::open(target));
    IAM_TRY(facts, read_facts(connection));
    if (!facts) return no_ledger(place);
    IAM_CHECK(check_guard(place, *facts));
    IAM_TRY(keys, keys_of(place, *facts));
    IAM_TRY(value_keys, read_value_keys(connection, place.folder, facts->ledger_id));
    Options chosen = options;
    chosen.guard = facts->guard;
    std::unique_ptr<Writer> writer;
    if (writable) {
        IAM_TRY(last, LastEntryFile::open(place.last_entry(facts->ledger_id)));
        writer = std::make_unique<Writer>(
            ChainWriter::Parts{target, keys, value_keys, random_id(entropy), std::move(last)},
            chosen);
    }
    return std::make_unique<PostgresStore>(keys, value_keys, place.backups, target, options,
                                           std::move(writer));
}

}  // namespace iam::store_postgres
