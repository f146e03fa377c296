// Keeps entries, undo states and contracts in memory. Not thread-safe: the store locks.
#pragma once

#include "store/memory/rollback.hpp"
#include <iam/ledger/store.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
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
    std::optional<std::string> check(const ledger::ExpectNoneSince& expected) const;
    std::optional<std::string> check(const ledger::ExpectNoLaterTime& expected) const;
    std::optional<std::string> apply(const ledger::SetUndoState& mutation, Rollback& rollback);
    std::optional<std::string> apply(ledger::PutContract mutation, Rollback& rollback);
    std::optional<std::string> apply(const ledger::ErasePayloads& mutation, Rollback& rollback);
    /// A failure leaves no trace.
    ledger::EntryId append(const ledger::EntryDraft& draft);
    std::uint64_t count() const noexcept { return count_; }
    /// Takes back all entries after the first `count`. Undo states stay as they are.
    void shrink_to(std::uint64_t count);
    /// Forgets the oldest pages of entries as long as `entries_max` entries remain.
    void forget_beyond(std::size_t entries_max) noexcept;
    /// Wipes the values after ErasePayloads took them from their entries.
    void wipe_erased() noexcept;
    /// The newest forgotten entry; nothing if there is none.
    std::optional<ledger::Head> forgotten() const;

    std::vector<ledger::StoredEntry> entries(const ledger::Query& query) const;
    bool has(const ledger::EntryId& id) const noexcept;
    std::optional<ledger::StoredEntry> entry(const ledger::EntryId& id) const;
    ledger::UndoState undo_state(const ledger::EntryId& id) const;
    std::vector<std::pair<ledger::EntryId, ledger::UndoState>> undo_states() const;
    std::optional<ledger::StoredEntry> outcome_of(const ledger::EntryId& intent) const;
    std::vector<ledger::StoredEntry> undos_of(const ledger::EntryId& outcome) const;
    std::vector<ledger::StoredEntry> entries_of_call(const std::string& call_id) const;
    std::optional<std::string> contract(const Digest& consent_digest) const;
    Digest head() const;

 private:
    /// A Payload with its texts in its page.
    struct Value {
        std::string_view name{};
        std::array<std::uint8_t, 32> salt{};
        std::span<char> bytes{};
    };
    struct Row {
        std::string_view text{};  ///< in its page, as are the values and the call's id
        Digest hash{};
        std::span<Value> values{};
        std::uint64_t first_in_call = 0;   ///< the first entry of the same call; 0: of no call
        std::uint64_t before_in_call = 0;  ///< the entry of the same call before this one; 0: none
        std::uint64_t outcome = 0;         ///< the outcome, if this is an intent; 0: none
        std::uint64_t outcome_of = 0;      ///< the intent whose outcome this is; 0: none
        std::uint64_t undo = 0;            ///< the last undo begun of this entry; 0: none
        std::uint64_t undo_of = 0;         ///< the entry that this undo takes back; 0: none
        std::uint64_t undo_before = 0;     ///< the undo of the same entry before this one; 0: none
        bool begun_before = false;         ///< the call, before this entry
        std::string_view call_id{};
        // In the first entry of a call, of all of them:
        std::uint64_t last_in_call = 0;
        std::uint64_t next_in_bucket = 0;
        bool begun = false;  ///< one of them is the intent
    };
    /// Rows and their texts. Both are taken from the system in one piece, and given back in one.
    struct Page {
        Page() { rows.reserve(k_page); }
        std::vector<Row> rows{};  ///< never grows, so a row stays where it is
        std::pmr::monotonic_buffer_resource texts{k_page_bytes, std::pmr::new_delete_resource()};
    };
    Page& page_of(std::uint64_t seq) const noexcept {
        return *pages_[(seq - 1 - forgotten_) / k_page];
    }
    const Row& row(std::uint64_t seq) const noexcept {
        return page_of(seq).rows[(seq - 1) % k_page];
    }
    Row& row(std::uint64_t seq) noexcept { return page_of(seq).rows[(seq - 1) % k_page]; }
    static std::string_view keep(std::string_view text, Page& page);
    static std::span<Value> keep(const std::vector<ledger::Payload>& payloads, Page& page);
    ledger::StoredEntry entry_at(std::uint64_t seq, bool with_payloads = true) const;
    void file(std::uint64_t seq, const ledger::Entry& entry) noexcept;
    void begin_call(std::uint64_t seq, std::size_t hash) noexcept;
    void file_in_call(std::uint64_t seq, ledger::EntryKind kind, std::uint64_t first) noexcept;
    /// Does find_call() for an entry that names another entry of its call, for example an outcome
    /// with its intent; otherwise 0.
    std::uint64_t find_through_origin(const ledger::EntryDraft& draft) const noexcept;
    /// The first entry of the call; 0 if there is none.
    std::uint64_t find_call(std::string_view call_id) const noexcept {
        return find_call(call_id, hash_of(call_id));
    }
    std::uint64_t find_call(std::string_view call_id, std::size_t hash) const noexcept;
    void add_call(std::uint64_t first, std::size_t hash) noexcept;
    void reserve_row();
    void reserve_bucket();
    void forget_page() noexcept;
    /// Forgets the first entry of a call, which is in the oldest page. The oldest entry of the call
    /// after this page takes its place.
    void forget_first(std::uint64_t first, std::uint64_t last_of_page) noexcept;
    static std::size_t hash_of(std::string_view call_id) noexcept {
        return std::hash<std::string_view>{}(call_id);
    }

    const std::uint32_t chain_;
    static constexpr std::size_t k_page = 64;
    static constexpr std::size_t k_page_bytes = 64 * std::size_t{1024};  // of texts of short calls
    std::vector<std::unique_ptr<Page>> pages_;  // those at the end may be empty
    std::uint64_t count_ = 0;                   // of all entries, forgotten ones too
    std::uint64_t forgotten_ = 0;               // a multiple of k_page
    Digest forgotten_hash_{};
    std::map<std::uint64_t, ledger::UndoState> undo_;  // where it is not none
    // Calls by their ids, without memory for each: the newest call of each bucket, then the older
    // ones through the rows.
    std::vector<std::uint64_t> buckets_;
    std::size_t calls_ = 0;
    std::map<Digest, std::string> contracts_;
    std::vector<std::span<Value>> erased_;  // not wiped yet
};

}  // namespace iam::store
