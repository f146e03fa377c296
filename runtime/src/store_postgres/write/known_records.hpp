// Keeps the rows of the records that batches name, as they were read before their transaction.
#pragma once

#include "store_postgres/records/record_table.hpp"
#include "store_postgres/wire/connection.hpp"
#include <iam/ledger/store.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::store_postgres {

/// The new seal of a changed record covers all of its columns, and only this program can make it.
/// So a record is read before the transaction, and changed in it only if it is still as it was
/// read.
class KnownRecords {
 public:
    /// Adds the records named by the batch to those that load() reads.
    void want(const ledger::Batch& batch);
    bool is_empty() const noexcept { return reads_.empty(); }
    /// Reads all wanted records in one message.
    Result<void> load(Connection& connection);

    /// The row as it stands after the changes planned so far; nullptr if there is none.
    const RecordRow* find(RecordKind kind, const std::string& id) const;
    /// The permissions of the same tool, user, workspace and match.
    std::vector<RecordRow> permissions_like(const RecordRow& row) const;
    void set(RecordKind kind, const std::string& id, std::optional<RecordRow> row);

 private:
    using Key = std::pair<RecordKind, std::string>;
    void want_one(RecordKind kind, const std::string& id);
    void want_like(const consent::Permission& permission);

    std::vector<std::pair<RecordKind, Statement>> reads_{};
    std::map<Key, std::optional<RecordRow>> rows_{};
};

}  // namespace iam::store_postgres
