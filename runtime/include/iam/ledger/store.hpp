// The one interface to everything that lasts: consent records and the ledger, changed together or
// not at all.
#pragma once

#include <iam/consent/decision.hpp>
#include <iam/consent/records.hpp>
#include <iam/ledger/entry.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace iam::ledger {

enum class UndoState { none, pending, undone };
std::string_view to_string(UndoState state) noexcept;

// Expectations: what must still be so when the batch is applied, else the whole batch is a
// conflict.
struct ExpectEpoch {  ///< no policy, grant or permission has changed since `epoch`, nor the freeze
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
struct ExpectHeads {  ///< the newest entry of each chain that has entries, by chain
    std::vector<EntryId> entries{};
};
/// No outcome behind these entries of their chains has a value of this name, nor one of another chain.
struct ExpectNoneSince {
    std::vector<EntryId> entries{};
    std::string value{};
};
/// The newest entry is not of a later time than this, but for consent::k_clock_tolerance: a
/// deadline that somebody has seen end does not count again after the clock was set back.
struct ExpectNoLaterTime {
    std::chrono::sys_time<std::chrono::milliseconds> time{};
};
/// Whether the newest entry may have this time.
inline bool is_in_time(std::chrono::sys_time<std::chrono::milliseconds> newest,
                       const ExpectNoLaterTime& expected) noexcept {
    return newest <= saturating_add(expected.time, consent::k_clock_tolerance);
}
using Expectation =
    std::variant<ExpectEpoch, ExpectGrant, ExpectApproval, ExpectUndo, ExpectNoIntent,
                 ExpectNoOutcome, ExpectHeads, ExpectNoneSince, ExpectNoLaterTime>;

// Mutations, applied in their order. Each moves the revision of the record it touches; those of
// policies, grants, permissions and the freeze move the epoch, except SpendGrant and TouchPermission.
// Revisions are the store's: what a put record says of its own is ignored. SpendGrant,
// TouchPermission and SetUndoState of a record that is not there (or of a grant without uses left)
// make the whole batch a conflict; removing what is not there is no failure.
struct PutPolicy {
    ToolId tool{};
    std::optional<Policy> policy{};  ///< nothing: remove
};
struct PutGrant {
    consent::Grant grant{};
};
struct SpendGrant {  ///< one use less; at 0 it is gone
    std::string id{};
};
struct RemoveGrant {
    std::string id{};
};
struct PutPermission {  ///< replaces one of the same user, workspace, tool and match
    consent::Permission permission{};
};
struct TouchPermission {
    std::string id{};
    std::chrono::sys_time<std::chrono::milliseconds> used{};
};
struct RemovePermission {
    std::string id{};
};
struct PutApproval {  ///< new, or the same id in its new state; kept as consent::as_kept() says
    consent::Approval approval{};
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
struct PutContract {  ///< kept once per digest, so that a later difference has both sides
    Digest consent_digest{};
    std::string text{};
};
using Mutation = std::variant<PutPolicy, PutGrant, SpendGrant, RemoveGrant, PutPermission,
                              TouchPermission, RemovePermission, PutApproval, SetFreeze,
                              SetUndoState, ErasePayloads, PutContract>;

/// Made for one commit, so its lists can live in memory that ends with it. Without such memory they live on the heap, as those of a copy
/// do; the default resource of the program, which need not be for several threads, is never asked.
struct Batch {
    Batch() : Batch(std::pmr::new_delete_resource()) {}
    /// `memory` outlives it, and what it is moved to.
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

    // One more behind the others. Not in the header: a list that grows is 2 kB of code for each kind that it is handed.
    void expect(Expectation&& expectation);
    void change(Mutation&& mutation);

    /// It may be lost where the system dies, or the power: with all that was committed after it, up to the next batch that is not so. What
    /// is there then is still whole. The death of the program loses nothing.
    bool lazily_synced = false;
    std::pmr::vector<Expectation> expectations;
    std::pmr::vector<Mutation> mutations;
    std::pmr::vector<EntryDraft> entries;
};

/// The ids that one commit gave: they follow one another.
class EntryIds {
 public:
    /// `id` comes next after those that it has.
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
    EntryIds entries{};  ///< in the order of the batch
    std::uint64_t epoch = 0;
    Digest head{};
};

/// Which entries to read, newest first unless `oldest_first`: in the order of their ids, so one chain after another.
struct Query {
    std::optional<EntryId> before{};  ///< exclusive
    std::optional<EntryId> after{};   ///< exclusive
    std::size_t limit = 50;
    bool oldest_first = false;
    bool with_payloads = true;
    std::optional<std::uint32_t> chain{};  ///< only of this one
};

/// Thread-safe. Errors: unavailable (nothing has changed; the message names the cause and, for a
/// lock, its holder), conflict (an expectation did not hold), corrupt. A commit whose effect is not
/// known is outcome_unknown, after which the store refuses all further commits with unavailable.
class Store {
 public:
    virtual ~Store() = default;

    /// All or nothing; durable when it returns, unless Batch::lazily_synced. It may take the values out of the batch, but not where it fails: then the
    /// batch is as it was, and can be tried again. The lists may lie on the caller's stack, so nothing of the batch itself is kept
    /// beyond the return. Where memory runs out it may throw std::bad_alloc; nothing has changed then.
    virtual Result<Receipt> commit(Batch&& batch) = 0;

    virtual Result<consent::Standing> standing(const ToolId& tool, const Subject& subject) = 0;
    /// The epoch alone, cheaply: a Standing read at the same epoch is still right, but for uses
    /// spent (ExpectGrant guards those).
    virtual Result<std::uint64_t> epoch() = 0;

    virtual Result<std::vector<std::pair<ToolId, Policy>>> policies() = 0;  ///< sorted by tool
    virtual Result<std::vector<consent::Grant>> grants() = 0;  ///< in the order they were given
    virtual Result<std::vector<consent::Permission>>
    permissions() = 0;  ///< in the order they were given
    virtual Result<std::vector<consent::Approval>>
    approvals() = 0;  ///< pending and given, oldest first
    /// How many approvals of this user in this workspace are pending, whatever their deadlines.
    /// Session and agent do not matter.
    virtual Result<std::size_t> count_pending(const Subject& subject) = 0;
    virtual Result<std::optional<consent::Approval>> approval(
        const std::string& id) = 0;  ///< exact match, any state
    virtual Result<std::optional<consent::Freeze>> freeze() = 0;
    /// Policies, grants, permissions and approvals that do not bear the store's seal; they are in none of the lists above. approval() of
    /// one is corrupt. Removing one, or putting another one in its place, is as ever.
    virtual Result<std::vector<consent::BrokenRecord>> broken() = 0;

    /// Those that have entries, or should have, ascending. One is never gone again.
    virtual Result<std::vector<std::uint32_t>> chains() = 0;
    virtual Result<std::vector<StoredEntry>> entries(const Query& query) = 0;
    /// Shows what entries(query) gives, one after another, until `see` says no. An entry lives until `see` returns, which asks nothing of
    /// the store; it may take the entry, or leave another one in its place, whose room is used again. Several threads may visit at once;
    /// whether one waits until another one's `see` has seen everything is the store's affair.
    virtual Result<void> visit(const Query& query, const std::function<bool(StoredEntry&)>& see);
    virtual Result<std::optional<StoredEntry>> entry(const EntryId& id) = 0;
    virtual Result<UndoState> undo_state(const EntryId& id) = 0;
    /// Those that are not none, sorted by entry.
    virtual Result<std::vector<std::pair<EntryId, UndoState>>> undo_states() = 0;
    /// Terminal entry (outcome, undo_outcome) whose `of` is this intent: the first; or nothing.
    virtual Result<std::optional<StoredEntry>> outcome_of(const EntryId& intent) = 0;
    /// Entries of kind undo_intent whose `of` is this outcome, oldest first.
    virtual Result<std::vector<StoredEntry>> undos_of(const EntryId& outcome) = 0;
    /// Entries of one call, oldest first. An outcome is of the call of its intent.
    virtual Result<std::vector<StoredEntry>> entries_of_call(const std::string& call_id) = 0;
    virtual Result<std::optional<std::string>> contract(const Digest& consent_digest) = 0;
    /// When it returns, nothing that the store keeps holds a value that was erased (ErasePayloads): no log and no free page. Errors:
    /// unavailable (somebody still reads what was there before: try again).
    virtual Result<void> forget_erased() = 0;

    /// A number that has moved if anything was committed, here or by another process.
    virtual Result<std::uint64_t> version() = 0;
    /// Waits until version() differs from `seen`, at most `timeout`; true if it does.
    virtual Result<bool> wait_for_change(std::uint64_t seen, std::chrono::milliseconds timeout,
                                         const std::stop_token& stop) = 0;

    /// Keys the argument digests of this store; made once, with the store.
    virtual const SecretKey& key() const noexcept = 0;
};

/// The newest entry of each chain that has entries, by chain, without values.
Result<std::vector<StoredEntry>> newest_entries(Store& store);

/// What the entries say of the undos of an outcome, which undo_state() of an undamaged store says as well. Errors: corrupt (an entry does
/// not have its hash, or cannot be read), those of the store.
Result<UndoState> recorded_undo_state(Store& store, const EntryId& outcome);

}  // namespace iam::ledger
