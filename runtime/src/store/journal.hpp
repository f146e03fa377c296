// Entries, undo states and contracts in memory. Not thread-safe: the store locks.
#pragma once

#include "rollback.hpp"
#include <iam/ledger/store.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace iam::store {

class Journal {
 public:
    std::optional<std::string> check(const ledger::ExpectUndo& expected) const;
    std::optional<std::string> check(const ledger::ExpectNoIntent& expected) const;
    std::optional<std::string> apply(const ledger::SetUndoState& mutation, Rollback& rollback);
    std::optional<std::string> apply(ledger::PutContract mutation, Rollback& rollback);
    ledger::EntryId append(ledger::EntryDraft&& draft);

    std::vector<ledger::StoredEntry> entries(const ledger::Query& query) const;
    /// nullptr where there is none.
    const ledger::StoredEntry* entry(const ledger::EntryId& id) const;
    ledger::UndoState undo_state(const ledger::EntryId& id) const;
    const ledger::StoredEntry* outcome_of(const ledger::EntryId& intent) const;
    std::vector<ledger::StoredEntry> entries_of_call(const std::string& call_id) const;
    std::optional<std::string> contract(const Digest& consent_digest) const;
    Digest head() const;

 private:
    struct CallEntries {
        std::vector<std::uint64_t> all{};
        bool begun = false;  ///< one of them is the intent
    };
    void set_undo(std::uint64_t seq, ledger::UndoState state);

    std::vector<ledger::StoredEntry> entries_;                   // entry 0.n at n - 1
    std::unordered_map<std::uint64_t, ledger::UndoState> undo_;  // where it is not none
    std::unordered_map<std::uint64_t, std::uint64_t> outcome_of_;
    std::unordered_map<std::string, CallEntries> by_call_;
    std::map<Digest, std::string> contracts_;
};

}  // namespace iam::store
