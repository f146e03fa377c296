// Reads the ledger and the consent records over a connection that never waits for a writer.
#pragma once

#include "store_sqlite/connection.hpp"
#include "store_sqlite/rows/seal.hpp"
#include "store_sqlite/write/last_commit.hpp"
#include <iam/ledger/store.hpp>

#include <functional>
#include <mutex>
#include <optional>
#include <string_view>

namespace iam::store_sqlite {

/// Reads the epoch of a scope from the database.
Result<std::uint64_t> read_epoch(Connection& connection, std::string_view scope);

/// Implements the reading functions of ledger::Store. Thread-safe: threads take turns.
class Reader {
 public:
    /// `last_commit` is empty if the file cannot be opened.
    Reader(Connection connection, const RecordSeal& seal, std::optional<LastCommitFile> last_commit)
        : connection_(std::move(connection)), seal_(seal), last_commit_(std::move(last_commit)) {}

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

    Result<std::vector<ledger::StoredEntry>> entries(const ledger::Query& query);
    Result<void> visit(const ledger::Query& query,
                       const std::function<bool(ledger::StoredEntry&)>& see);
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
    Result<std::vector<consent::BrokenRecord>> look_for_broken();
    std::optional<LastCommit> read_last_commit() const noexcept {
        return last_commit_ ? last_commit_->read() : std::nullopt;
    }

    std::mutex mutex_;
    Connection connection_;
    RecordSeal seal_;
    std::optional<LastCommitFile> last_commit_;
    /// True until a search over all records has found none broken. While it is true, each decision
    /// searches again, since a broken record may have belonged anywhere.
    bool may_be_damaged_ = true;
};

}  // namespace iam::store_sqlite
