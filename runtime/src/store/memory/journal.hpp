// Keeps entries, undo states and contracts in memory. Not thread-safe: the store locks.
#pragma once

#include "store/memory/rollback.hpp"
#include <iam/ledger/store.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::store {

class Journal {
 public:
    explicit Journal(std::uint32_t chain) : chain_(chain) {}

    std::uint32_t chain() const noexcept { return chain_; }
    std::optional<std::string> check(const ledger::ExpectUndo& expected) const;
    std::optional<std::string> check(const ledger::ExpectNoIntent& expected) const;
    std::optional<std::string> check(const ledger::ExpectNoOutcome& expected) const;
    std::optional<std::string> check(const ledger::ExpectHeads& expected) const;
    std::optional<std::string> check(const ledger::ExpectNoneSince& expected) const;
    std::optional<std::string> check(const ledger::ExpectNoLaterTime& expected) const;
    std::optional<std::string> apply(const ledger::SetUndoState& mutation, Rollback& rollback);
    std::optional<std::string> apply(ledger::PutContract mutation, Rollback& rollback);
    std::optional<std::string> apply(const ledger::ErasePayloads& mutation, Rollback& rollback);
    /// A failure leaves no trace.
    ledger::EntryId append(ledger::EntryDraft&& draft);
    std::uint64_t count() const noexcept { return count_; }
    /// Takes back all entries after the first `count`. Undo states stay as they are.
    void shrink_to(std::uint64_t count);

    std::vector<ledger::StoredEntry> entries(const ledger::Query& query) const;
    /// nullptr if there is none.
    const ledger::StoredEntry* entry(const ledger::EntryId& id) const noexcept;
    ledger::UndoState undo_state(const ledger::EntryId& id) const;
    std::vector<std::pair<ledger::EntryId, ledger::UndoState>> undo_states() const;
    const ledger::StoredEntry* outcome_of(const ledger::EntryId& intent) const;
    std::vector<ledger::StoredEntry> undos_of(const ledger::EntryId& outcome) const;
    std::vector<ledger::StoredEntry> entries_of_call(const std::string& call_id) const;
    std::optional<std::string> contract(const Digest& consent_digest) const;
    Digest head() const;

 private:
    struct Row {
        Row(ledger::EntryDraft&& draft, const ledger::EntryId& id, const Digest& previous)
            : entry(ledger::seal(std::move(draft), id, previous)) {}
        ledger::StoredEntry entry;
        std::uint64_t first_in_call = 0;   ///< the first entry of the same call; 0: of no call
        std::uint64_t before_in_call = 0;  ///< the entry of the same call before this one; 0: none
        std::uint64_t outcome = 0;         ///< the outcome, if this is an intent; 0: none
        std::uint64_t outcome_of = 0;      ///< the intent whose outcome this is; 0: none
        std::uint64_t undo = 0;            ///< the last undo begun of this entry; 0: none
        std::uint64_t undo_of = 0;         ///< the entry that this undo takes back; 0: none
        std::uint64_t undo_before = 0;     ///< the undo of the same entry before this one; 0: none
        bool begun_before = false;         ///< the call, before this entry
        // In the first entry of a call, of all of them:
        std::string call_id{};
        std::uint64_t last_in_call = 0;
        std::uint64_t next_in_bucket = 0;
        bool begun = false;  ///< one of them is the intent
    };
    const Row& row(std::uint64_t seq) const noexcept {
        return rows_[(seq - 1) / k_page][(seq - 1) % k_page];
    }
    Row& row(std::uint64_t seq) noexcept { return rows_[(seq - 1) / k_page][(seq - 1) % k_page]; }
    void file(Row& row, const ledger::Entry& entry) noexcept;
    void begin_call(Row& first, std::string&& call_id, std::size_t hash) noexcept;
    void file_in_call(Row& row, ledger::EntryKind kind, std::uint64_t first) noexcept;
    /// Does find_call() for an entry that names another entry of its call, as an outcome names its
    /// intent; otherwise 0.
    std::uint64_t find_through_origin(const ledger::EntryDraft& draft) const noexcept;
    /// The first entry of the call; 0 if there is none.
    std::uint64_t find_call(std::string_view call_id) const noexcept {
        return find_call(call_id, hash_of(call_id));
    }
    std::uint64_t find_call(std::string_view call_id, std::size_t hash) const noexcept;
    void add_call(Row& first, std::size_t hash) noexcept;
    void reserve_row();
    void reserve_bucket();
    static std::size_t hash_of(std::string_view call_id) noexcept {
        return std::hash<std::string_view>{}(call_id);
    }

    const std::uint32_t chain_;
    static constexpr std::size_t k_page = 64;
    std::vector<std::vector<Row>>
        rows_;  // in pages that never grow, so that a row stays where it is
    std::uint64_t count_ = 0;
    std::map<std::uint64_t, ledger::UndoState> undo_;  // where it is not none
    // Calls by their ids, without memory for each: the newest call of each bucket, then the older
    // ones through the rows.
    std::vector<std::uint64_t> buckets_;
    std::size_t calls_ = 0;
    std::map<Digest, std::string> contracts_;
};

}  // namespace iam::store
