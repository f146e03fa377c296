// Entries of the ledger for programs and for people.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/ledger/store.hpp>

#include <string>
#include <vector>

namespace iam::question {

/// What else the store knows of an entry.
struct EntryFacts {
    bool lacks_outcome = false;  ///< an intent of which nothing more is known
    ledger::UndoState undo = ledger::UndoState::none;
};

Result<EntryFacts> facts_of(ledger::Store& store, const ledger::StoredEntry& entry);

/// An object of the values that are still stored: each as the JSON that it is, else as text.
void put_values(JsonWriter& out, const ledger::StoredEntry& entry);
/// One JSON object in one line: the public facts as they are chained, the hashes, the values that
/// are still stored.
std::string entry_json(const ledger::StoredEntry& entry, const EntryFacts& facts);
/// The same, with the entries of its call (its own among them) as "call" and the command that
/// undoes it, if any, as "undo_command".
std::string entry_json(const ledger::StoredEntry& entry, const EntryFacts& facts,
                       const std::vector<ledger::StoredEntry>& call,
                       const std::vector<EntryFacts>& facts_of_call,
                       const std::string& undo_command);
/// Id, time, kind, tool, what of it; one cell each. An entry that cannot be read says so.
std::vector<std::string> entry_row(const ledger::StoredEntry& entry, const EntryFacts& facts);
/// Everything, one fact per line.
std::string entry_text(const ledger::StoredEntry& entry, const EntryFacts& facts);

}  // namespace iam::question
