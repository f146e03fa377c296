// Reads the ledger and the consent records over connections that wait for no writer.
#pragma once

#include "store_postgres/read/pool.hpp"
#include "store_postgres/records/record_table.hpp"
#include "store_postgres/values/value_seal.hpp"
#include <iam/ledger/store.hpp>

#include <atomic>
#include <functional>
#include <optional>

namespace iam::store_postgres {

/// Implements the reading functions of ledger::Store. Thread-safe.
class Reader {
 public:
    Reader(const Connection::Target& target, std::size_t connections_max,
           const store::KeyRing& keys, ValueKeys value_keys)
        : pool_(target, connections_max), seal_(keys), values_(std::move(value_keys)) {}

    Result<consent::Standing> standing(const ToolId& tool, const Subject& subject);
    Result<std::uint64_t> epoch(std::string_view scope);
    Result<std::uint64_t> version();
    Result<std::vector<std::pair<ToolId, Policy>>> policies();
    Result<std::vector<consent::Grant>> grants();
    Result<std::vector<consent::Permission>> permissions();
    Result<std::vector<consent::ServerTrust>> trusts();
    Result<std::vector<consent::Approval>> approvals();
    Result<std::size_t> count_pending(const Subject& subject);
    Result<std::optional<consent::Approval>> approval(const std::string& id);
    Result<std::optional<consent::Freeze>> freeze();
    Result<std::vector<consent::BrokenRecord>> broken();

    Result<std::vector<std::uint32_t>> chains();
    Result<void> visit(const ledger::Query& query,
                       const std::function<bool(ledger::StoredEntry&)>& see);
    Result<std::vector<ledger::StoredEntry>> newest_entries();
    Result<std::optional<ledger::StoredEntry>> entry(const ledger::EntryId& id);
    Result<ledger::UndoState> undo_state(const ledger::EntryId& id);
    Result<std::vector<std::pair<ledger::EntryId, ledger::UndoState>>> undo_states();
    Result<std::optional<ledger::StoredEntry>> outcome_of(const ledger::EntryId& intent);
    Result<std::vector<ledger::StoredEntry>> undos_of(const ledger::EntryId& outcome);
    Result<std::vector<ledger::StoredEntry>> entries_of_call(const std::string& call_id);
    Result<std::optional<std::string>> contract(const Digest& consent_digest);
    Result<std::optional<ledger::SealedTree>> last_tree();
    Result<std::vector<ledger::SealedRun>> runs(std::uint64_t first_leaf, std::size_t limit);
    Result<std::optional<ledger::SealedRun>> run_before(const ledger::EntryId& entry);
    Result<std::vector<Digest>> tile(const ledger::TileId& id);

 private:
    Result<ledger::StoredEntry> read_entry(const Rows& rows, int row) const;
    Result<std::vector<ledger::StoredEntry>> read_entries(const Statement& statement);

    Pool pool_;
    RecordSeal seal_;
    ValueSeal values_;
    /// True until a search over all records has found none broken. While it is true, each decision
    /// searches again, since a broken record may have belonged anywhere.
    std::atomic<bool> may_be_damaged_{true};
};

}  // namespace iam::store_postgres
