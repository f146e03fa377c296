// Defines the one interface to all lasting state: consent records and the ledger, changed together
// or not at all.
#pragma once

#include <iam/consent/decision.hpp>
#include <iam/consent/records.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/ledger/sealed_tree.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace iam::ledger {

enum class UndoState { none, pending, undone };
std::string_view to_string(UndoState state) noexcept;

// Expectations must still hold when the batch is applied; otherwise the whole batch is a conflict.
struct ExpectEpoch {  ///< no record of this scope has changed since `epoch`
    std::string scope{consent::k_all_scope};
    std::uint64_t epoch = 0;
};
struct ExpectGrant {  ///< exists, this revision, uses left
    std::string id{};
    std::uint64_t revision = 0;
};
struct ExpectApproval {  ///< exists, in this state, for exactly this contract and value
    std::string id{};
    consent::ApprovalState state = consent::ApprovalState::given;
    Digest consent_digest{};
    Digest arguments_digest{};
};
struct ExpectUndo {  ///< the entry exists and its undo state is this
    EntryId entry{};
    UndoState state = UndoState::none;
};
struct ExpectNoIntent {  ///< no entry of kind intent is of this call; without an id there is none
    std::string call_id{};
};
struct ExpectNoOutcome {  ///< outcome_of(intent) is nothing
    EntryId intent{};
};
/// The last checkpoint of the tree is of this size; nothing: there is no checkpoint of a tree.
/// Other entries may come meanwhile.
struct ExpectLastCheckpoint {
    std::optional<std::uint64_t> size{};
};
/// No outcome after these entries in their chains has a value of this name. Neither has one of
/// another chain.
struct ExpectNoneSince {
    std::vector<EntryId> entries{};
    std::string value{};
};
/// The newest entry is not later than `time`, within consent::k_clock_tolerance. So an ended
/// deadline does not count again after the clock is set back.
struct ExpectNoLaterTime {
    std::chrono::sys_time<std::chrono::milliseconds> time{};
};
/// True if the newest entry may have this time.
inline bool is_in_time(std::chrono::sys_time<std::chrono::milliseconds> newest,
                       const ExpectNoLaterTime& expected) noexcept {
    return newest <= saturating_add(expected.time, consent::k_clock_tolerance);
}
using Expectation =
    std::variant<ExpectEpoch, ExpectGrant, ExpectApproval, ExpectUndo, ExpectNoIntent,
                 ExpectNoOutcome, ExpectLastCheckpoint, ExpectNoneSince, ExpectNoLaterTime>;

// Mutations are applied in order. Each moves the revision of its record. A change of a grant or a
// permission moves the epoch of its subject, also of the subject that had the record before. A
// change of a policy, of trust or of the freeze moves the common epoch, and so does one of a grant
// or a permission without the store's valid seal. SpendGrant and TouchPermission move no epoch.
// The store sets revisions and ignores revisions in put records. SpendGrant and SetUndoState make
// the whole batch a conflict if their record is absent. To remove an absent record is no failure.
struct PutPolicy {
    ToolId tool{};
    std::optional<Policy> policy{};  ///< nothing: remove
    /// Standing::policy_contract: the contract that the policy is bound to. Nothing: to none.
    std::optional<Digest> consent_digest{};
};
struct PutGrant {
    consent::Grant grant{};
};
/// One use less; at 0 it is gone. The grant is as it was read, so a store finds the row by revision
/// and seal, and makes the new seal, without another read. Another revision, a broken row or no
/// uses left make the whole batch a conflict.
struct SpendGrant {
    consent::Grant grant{};
};
struct RemoveGrant {
    std::string id{};
};
struct PutPermission {  ///< replaces one of the same user, workspace, tool and match
    consent::Permission permission{};
};
/// Sets Permission::last_used. The permission is as it was read. If it has another revision by now,
/// or its row is broken or gone, nothing is touched: ExpectEpoch guards the decision.
struct TouchPermission {
    consent::Permission permission{};
    std::chrono::sys_time<std::chrono::milliseconds> used{};
};
struct RemovePermission {
    std::string id{};
};
struct PutApproval {  ///< new, or the same id in its new state; kept as consent::as_kept() says
    consent::Approval approval{};
};
struct PutTrust {  ///< replaces the trust in this server
    std::string server{};
    std::optional<consent::ServerTrust> trust{};  ///< nothing: remove
};
struct SetFreeze {
    std::optional<consent::Freeze> freeze{};  ///< nothing: thaw
};
struct SetUndoState {
    EntryId entry{};
    UndoState state = UndoState::none;
};
struct ErasePayloads {  ///< the values of an entry and their salts; the entry itself stays
    EntryId entry{};
};
struct PutContract {  ///< kept once per digest, so a later difference has both sides
    Digest consent_digest{};
    std::string text{};
};
using Mutation = std::variant<PutPolicy, PutGrant, SpendGrant, RemoveGrant, PutPermission,
                              TouchPermission, RemovePermission, PutApproval, PutTrust, SetFreeze,
                              SetUndoState, ErasePayloads, PutContract, PutSeal, PutTreeNote>;

/// Made for one commit, so its lists may live in memory of the commit. Without a memory they live
/// on the heap, as the lists of a copy do. The program's default resource is never used, since it
/// may not be for several threads.
struct Batch {
    Batch() : Batch(std::pmr::new_delete_resource()) {}
    /// `memory` must outlive the batch and every batch that it is moved to.
    explicit Batch(std::pmr::memory_resource* memory)
        : expectations(memory), mutations(memory), entries(memory) {}
    Batch(const Batch& other)
        : lazily_synced(other.lazily_synced),
          expectations(other.expectations, std::pmr::new_delete_resource()),
          mutations(other.mutations, std::pmr::new_delete_resource()),
          entries(other.entries, std::pmr::new_delete_resource()) {}
    Batch(Batch&&) noexcept = default;
    Batch& operator=(const Batch&) = default;
    Batch& operator=(Batch&&) = default;
    ~Batch() = default;

    // Adds one expectation or mutation. Not in the header: a growing list is 2 kB of code for each
    // of its kinds.
    void expect(Expectation&& expectation);
    void change(Mutation&& mutation);

    /// If true, the batch may be lost if the system or the power fails, with everything committed
    /// after it up to the next synced batch. The remaining state is still whole. The death of the
    /// program loses nothing. Where a server keeps the state, the death of the server may lose the
    /// batch, too.
    bool lazily_synced = false;
    std::pmr::vector<Expectation> expectations;
    std::pmr::vector<Mutation> mutations;
    std::pmr::vector<EntryDraft> entries;
};

/// The ids of one commit; they are consecutive.
class EntryIds {
 public:
    /// `id` must follow the ids already added.
    void add(const EntryId& id) noexcept {
        if (count_++ == 0) first_ = id;
    }
    std::size_t size() const noexcept { return count_; }
    bool empty() const noexcept { return count_ == 0; }
    /// Call only when not empty().
    EntryId front() const noexcept { return first_; }
    EntryId operator[](std::size_t i) const noexcept { return {first_.chain, first_.seq + i}; }

 private:
    EntryId first_{};
    std::size_t count_ = 0;
};

struct Receipt {
    EntryIds entries{};       ///< in the order of the batch
    std::uint64_t epoch = 0;  ///< of k_all_scope, after the commit
    Digest head{};
};

/// The place of an entry in the order over all chains. The order is by time. Entries of one time
/// are in the order of their ids. A clock may be set back, so the time of a place is the latest one
/// in the chain so far. Entries of one chain then stay in the order of their chain.
struct Place {
    EntryId id{};
    std::chrono::sys_time<std::chrono::milliseconds> time{};  ///< StoredEntry::order_time
    friend bool operator==(const Place&, const Place&) = default;
    friend std::strong_ordering operator<=>(const Place& left, const Place& right) noexcept {
        if (left.time != right.time) return left.time <=> right.time;
        return left.id <=> right.id;
    }
};
inline Place place_of(const StoredEntry& entry) noexcept {
    return {entry.id, entry.order_time};
}

/// Selects entries, newest first unless `oldest_first`. The order is by place. Within `chain` it is
/// by id, and the time of `before` and `after` does not count. The ids of both must be of `chain`
/// then. A query without `chain` sees what was there before its first page. An entry of another
/// writer may come later and stand before `after`: to follow a ledger, follow each chain.
struct Query {
    std::optional<Place> before{};  ///< exclusive
    std::optional<Place> after{};   ///< exclusive
    std::size_t limit = 50;
    bool oldest_first = false;
    bool with_payloads = true;
    std::optional<std::uint32_t> chain{};  ///< only of this chain
};

/// A place beyond the store's reach that may still hold erased values: an archive, a replica, a log
/// of the server.
struct Remains {
    std::string place{};  ///< in words for people
    /// From then on the place holds none. Nothing: the store does not know.
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> until{};
    friend bool operator==(const Remains&, const Remains&) = default;
};

/// Keeps consent records and the ledger. Thread-safe. Errors: unavailable (nothing has changed; the
/// message names the cause and, for a lock, its holder), conflict (an expectation did not hold),
/// corrupt.
///
/// A commit is outcome_unknown if the store cannot tell whether it took effect, e.g. if a
/// connection was lost after the commit was sent. Before its next commit, the store settles the
/// doubt: from then on the batch is there as a whole or can never be. Its reads tell, and the store
/// goes on. A store that cannot settle a doubt by itself refuses all further commits with
/// unavailable, and the message says how a person settles it. Nothing is committed upon an
/// unsettled doubt.
class Store {
 public:
    virtual ~Store() = default;

    /// Commits all of the batch or nothing. It is durable when commit() returns, unless
    /// Batch::lazily_synced. On success commit() may take the values out of the batch. On failure
    /// the batch is unchanged and can be tried again. The store keeps nothing of the batch after
    /// the return, so its lists may lie on the caller's stack. If memory runs out, commit() may
    /// throw std::bad_alloc; nothing has changed then.
    virtual Result<Receipt> commit(Batch&& batch) = 0;

    virtual Result<consent::Standing> standing(const ToolId& tool, const Subject& subject) = 0;
    /// The epoch of a scope, cheaply. A Standing read at the same epochs is still right, except for
    /// uses spent (ExpectGrant guards them). The number may lag behind changes by other processes,
    /// never behind this store's own commits, also those in conflict. So ExpectEpoch decides
    /// whether a call may run. Before a call is denied, read standing(), which does not lag.
    virtual Result<std::uint64_t> epoch(std::string_view scope) = 0;

    virtual Result<std::vector<std::pair<ToolId, Policy>>> policies() = 0;  ///< sorted by tool
    virtual Result<std::vector<consent::Grant>> grants() = 0;  ///< in the order they were given
    virtual Result<std::vector<consent::Permission>>
    permissions() = 0;  ///< in the order they were given
    virtual Result<std::vector<consent::ServerTrust>> trusts() = 0;  ///< sorted by server
    virtual Result<std::vector<consent::Approval>>
    approvals() = 0;  ///< pending and given, oldest first
    /// The number of pending approvals of this user in this workspace, overdue ones included. The
    /// session and the agent do not matter.
    virtual Result<std::size_t> count_pending(const Subject& subject) = 0;
    virtual Result<std::optional<consent::Approval>> approval(
        const std::string& id) = 0;  ///< exact match, any state
    virtual Result<std::optional<consent::Freeze>> freeze() = 0;
    /// Policies, grants, permissions, approvals and trust without the store's valid seal. They are
    /// in none of the lists above, and approval() of one is corrupt. They can be removed or
    /// replaced as usual.
    virtual Result<std::vector<consent::BrokenRecord>> broken() = 0;

    /// The chains with entries or with expected entries, ascending. A chain never disappears.
    virtual Result<std::vector<std::uint32_t>> chains() = 0;
    /// The last forgotten entry of each chain with forgotten entries, by chain. If a store keeps
    /// all entries, it does not override this.
    virtual Result<std::vector<Head>> forgotten();
    virtual Result<std::vector<StoredEntry>> entries(const Query& query) = 0;
    /// Passes the entries of entries(query) to `see`, one after another, until `see` returns false.
    /// An entry lives until `see` returns; `see` must not call the store. `see` may take the entry,
    /// or leave another one in its place; the other one's memory is then used again. Several
    /// threads may visit at once; whether one waits for another's whole visit is up to the store.
    virtual Result<void> visit(const Query& query, const std::function<bool(StoredEntry&)>& see);
    /// The newest entry of each chain with entries, by chain, without values. All are of one
    /// moment: an entry of another chain that one of them depends on is among them or before them.
    /// A store with one chain does not override this.
    virtual Result<std::vector<StoredEntry>> newest_entries();
    virtual Result<std::optional<StoredEntry>> entry(const EntryId& id) = 0;
    virtual Result<UndoState> undo_state(const EntryId& id) = 0;
    /// Undo states other than none, sorted by entry.
    virtual Result<std::vector<std::pair<EntryId, UndoState>>> undo_states() = 0;
    /// The first terminal entry (outcome, undo_outcome) with this intent as its `of`; or nothing.
    virtual Result<std::optional<StoredEntry>> outcome_of(const EntryId& intent) = 0;
    /// Entries of kind undo_intent with this outcome as their `of`, oldest first.
    virtual Result<std::vector<StoredEntry>> undos_of(const EntryId& outcome) = 0;
    /// The entries of one call, oldest first. An outcome belongs to the call of its intent.
    virtual Result<std::vector<StoredEntry>> entries_of_call(const std::string& call_id) = 0;
    virtual Result<std::optional<std::string>> contract(const Digest& consent_digest) = 0;
    /// The last checkpoint of the tree; nothing if there is none.
    virtual Result<std::optional<SealedTree>> last_tree() = 0;
    /// The runs of the tree that begin at this leaf or behind it, at most `limit`, by leaf.
    virtual Result<std::vector<SealedRun>> runs(std::uint64_t first_leaf, std::size_t limit) = 0;
    /// The last run of the entry's chain that begins at or before the entry. It may end before it.
    virtual Result<std::optional<SealedRun>> run_before(const EntryId& entry) = 0;
    /// The hashes of a tile; none if there is no such tile.
    virtual Result<std::vector<Digest>> tile(const TileId& id) = 0;

    /// After this returns, the store's own files hold no erased value (ErasePayloads), in no log
    /// and no free page. Returns the places that may still hold one, which the store cannot reach;
    /// it knows of no copies that people made. Errors: unavailable (a reader still uses the earlier
    /// state: try again).
    virtual Result<std::vector<Remains>> forget_erased() = 0;

    /// A number that moves with every commit, here or by another process.
    virtual Result<std::uint64_t> version() = 0;
    /// Waits until version() differs from `seen`, at most `timeout`; true if it does.
    virtual Result<bool> wait_for_change(std::uint64_t seen, std::chrono::milliseconds timeout,
                                         const std::stop_token& stop) = 0;

    /// The key of argument digests, made once with the store: the first of its store::KeyRing.
    virtual const SecretKey& key() const noexcept = 0;
};

/// The place of the entry `id`, for the cursor of a query. A forgotten entry stands before all
/// others. Errors: not_found (the ledger never had this entry), and errors of the store.
Result<Place> place_of(Store& store, const EntryId& id);

/// The undo state of an outcome by its entries. In an undamaged store undo_state() agrees with it.
/// Errors: corrupt (an entry does not have its hash, or cannot be read), and errors of the store.
Result<UndoState> recorded_undo_state(Store& store, const EntryId& outcome);

}  // namespace iam::ledger
