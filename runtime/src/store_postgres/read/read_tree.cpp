// Reads the tree over the entries.
#include "store_postgres/read/reader.hpp"

#include <algorithm>
#include <limits>

namespace iam::store_postgres {
namespace {

using ledger::EntryId;
using ledger::SealedRun;
using ledger::SealedTree;

#define IAM_SELECT_RUN "SELECT first_leaf, chain, first_seq, count FROM @runs "

constexpr char k_last_tree_sql[] =
    "SELECT size, chain, seq, note FROM @checkpoints ORDER BY size DESC LIMIT 1";
constexpr char k_runs_sql[] = IAM_SELECT_RUN "WHERE first_leaf >= $1 ORDER BY first_leaf LIMIT $2";
constexpr char k_run_before_sql[] =
    IAM_SELECT_RUN "WHERE chain = $1 AND first_seq <= $2 ORDER BY first_seq DESC LIMIT 1";
constexpr char k_tile_sql[] = "SELECT hashes FROM @tiles WHERE level = $1 AND position = $2";

std::uint64_t number_in(const Rows& rows, int row, int column) {
    return static_cast<std::uint64_t>(rows.integer(row, column));
}

/// Reads the id in two columns.
EntryId entry_id_in(const Rows& rows, int row, int column) {
    return {static_cast<std::uint32_t>(rows.integer(row, column)),
            number_in(rows, row, column + 1)};
}

SealedRun run_in(const Rows& rows, int row) {
    return {number_in(rows, row, 0), entry_id_in(rows, row, 1), number_in(rows, row, 3)};
}

}  // namespace

Result<std::optional<SealedTree>> Reader::last_tree() {
    IAM_TRY(rows, pool_.read(Statement(k_last_tree_sql)));
    if (rows.size() == 0) return std::nullopt;
    return SealedTree{number_in(rows, 0, 0), rows.bytes(0, 3), entry_id_in(rows, 0, 1)};
}

Result<std::vector<SealedRun>> Reader::runs(std::uint64_t first_leaf, std::size_t limit) {
    IAM_TRY(rows, pool_.read(Statement(k_runs_sql, first_leaf, std::uint64_t{limit})));
    std::vector<SealedRun> runs;
    for (int row = 0; row < rows.size(); ++row) runs.push_back(run_in(rows, row));
    return runs;
}

Result<std::optional<SealedRun>> Reader::run_before(const EntryId& entry) {
    // bigint ends before a number of 64 bits does.
    const std::uint64_t seq =
        std::min(entry.seq, std::uint64_t{std::numeric_limits<std::int64_t>::max()});
    IAM_TRY(rows, pool_.read(Statement(k_run_before_sql, entry.chain, seq)));
    if (rows.size() == 0) return std::nullopt;
    return run_in(rows, 0);
}

Result<std::vector<Digest>> Reader::tile(const ledger::TileId& id) {
    IAM_TRY(rows, pool_.read(Statement(k_tile_sql, std::uint32_t{id.level}, id.index)));
    if (rows.size() == 0) return std::vector<Digest>{};
    return ledger::parse_tile(rows.view(0, 0));
}

}  // namespace iam::store_postgres
