// Everything that is read, over a connection of its own that never waits for a writer.
#pragma once

#include "connection.hpp"
#include <iam/ledger/store.hpp>

#include <mutex>

namespace iam::store_sqlite {

/// Thread-safe. The functions are those of ledger::Store.
class Reader {
 public:
    explicit Reader(Connection connection) : connection_(std::move(connection)) {}

    Result<consent::Standing> standing(const ToolId& tool, const Subject& subject);
    Result<std::uint64_t> epoch();
    Result<std::uint64_t> version();
    Result<std::vector<std::pair<ToolId, Policy>>> policies();
    Result<std::vector<consent::Grant>> grants();
    Result<std::vector<consent::Permission>> permissions();
    Result<std::vector<consent::Approval>> approvals();
    Result<std::optional<consent::Approval>> approval(const std::string& id);
    Result<std::optional<consent::Freeze>> freeze();

    Result<std::vector<ledger::StoredEntry>> entries(const ledger::Query& query);
    Result<std::optional<ledger::StoredEntry>> entry(const ledger::EntryId& id);
    Result<ledger::UndoState> undo_state(const ledger::EntryId& id);
    Result<std::optional<ledger::StoredEntry>> outcome_of(const ledger::EntryId& intent);
    Result<std::vector<ledger::StoredEntry>> entries_of_call(const std::string& call_id);
    Result<std::optional<std::string>> contract(const Digest& consent_digest);

 private:
    std::mutex mutex_;
    Connection connection_;
};

}  // namespace iam::store_sqlite
