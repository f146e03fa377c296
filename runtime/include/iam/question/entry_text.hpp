// Entries of the ledger for programs and for people.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/ledger/store.hpp>

#include <string>
#include <vector>

namespace iam::question {

/// The store's further facts about an entry.
struct EntryFacts {
    bool lacks_outcome = false;  ///< an intent without a known outcome
    ledger::UndoState undo = ledger::UndoState::none;
};

Result<EntryFacts> facts_of(ledger::Store& store, const ledger::StoredEntry& entry);

/// An object of the values still stored: each as JSON if it is JSON, else as text.
void put_values(JsonWriter& out, const ledger::StoredEntry& entry);
/// One JSON object in one line: the public facts as they are chained, the hashes, the values still
/// stored.
std::string entry_json(const ledger::StoredEntry& entry, const EntryFacts& facts);
/// The same, with the entries of its call (its own among them) as "call" and the command for its
/// undo, if any, as "undo_command".
std::string entry_json(const ledger::StoredEntry& entry, const EntryFacts& facts,
                       const std::vector<ledger::StoredEntry>& call,
                       const std::vector<EntryFacts>& facts_of_call,
                       const std::string& undo_command);
/// Id, time, kind, tool, result; one cell each. An unreadable entry says so.
std::vector<std::string> entry_row(const ledger::StoredEntry& entry, const EntryFacts& facts);
/// Everything, one fact per line.
std::string entry_text(const ledger::StoredEntry& entry, const EntryFacts& facts);

}  // namespace iam::question
