// Keeps the tree in three tables.
#include "store_sqlite/rows/tree_rows.hpp"

#include "store_sqlite/rows/reader.hpp"

namespace iam::store_sqlite {
namespace {

using ledger::EntryId;
using ledger::SealedRun;
using ledger::SealedTree;

constexpr char k_last_tree_sql[] =
    "SELECT size, note, chain, seq FROM checkpoints ORDER BY size DESC LIMIT 1";
constexpr char k_put_tree_sql[] =
    "INSERT INTO checkpoints (size, note, chain, seq) VALUES (?1, ?2, ?3, ?4)";
constexpr char k_put_note_sql[] = "UPDATE checkpoints SET note = ?2 WHERE size = ?1";
constexpr char k_put_run_sql[] =
    "INSERT INTO runs (first_leaf, chain, first_seq, count) VALUES (?1, ?2, ?3, ?4)";
constexpr char k_runs_sql[] =
    "SELECT first_leaf, chain, first_seq, count FROM runs WHERE first_leaf >= ?1 "
    "ORDER BY first_leaf LIMIT ?2";
constexpr char k_run_before_sql[] =
    "SELECT first_leaf, chain, first_seq, count FROM runs WHERE chain = ?1 AND first_seq <= ?2 "
    "ORDER BY first_seq DESC LIMIT 1";
constexpr char k_put_tile_sql[] =
    "INSERT INTO tiles (level, position, hashes) VALUES (?1, ?2, ?3) "
    "ON CONFLICT (level, position) DO UPDATE SET hashes = excluded.hashes";
constexpr char k_tile_sql[] = "SELECT hashes FROM tiles WHERE level = ?1 AND position = ?2";

std::uint64_t number_in(const Cursor& cursor, int column) {
    return static_cast<std::uint64_t>(cursor.integer(column));
}

EntryId id_in(const Cursor& cursor, int column) {
    return {static_cast<std::uint32_t>(cursor.integer(column)), number_in(cursor, column + 1)};
}

SealedRun read_run(const Cursor& cursor) {
    return {number_in(cursor, 0), id_in(cursor, 1), number_in(cursor, 3)};
}

}  // namespace

Result<std::optional<SealedTree>> read_last_tree(Connection& connection) {
    IAM_TRY(cursor, connection.query(k_last_tree_sql));
    IAM_TRY(found, cursor.step());
    if (!found) return std::nullopt;
    return SealedTree{number_in(cursor, 0), cursor.bytes(1), id_in(cursor, 2)};
}

Result<void> write_seal(Connection& connection, const ledger::PutSeal& seal, const EntryId& entry) {
    for (const SealedRun& run : seal.runs) {
        IAM_CHECK(connection.execute(k_put_run_sql, run.first_leaf, run.first.chain, run.first.seq,
                                     run.count));
    }
    for (const ledger::Tile& tile : seal.tiles) {
        IAM_CHECK(connection.execute(k_put_tile_sql, std::uint64_t{tile.id.level}, tile.id.index,
                                     Blob{ledger::tile_bytes(tile.hashes)}));
    }
    IAM_CHECK(
        connection.execute(k_put_tree_sql, seal.size, Text{seal.note}, entry.chain, entry.seq));
    return {};
}

Result<int> write_tree_note(Connection& connection, const ledger::PutTreeNote& change) {
    return connection.execute(k_put_note_sql, change.size, Text{change.note});
}

Result<std::optional<SealedTree>> Reader::last_tree() {
    const std::lock_guard lock(mutex_);
    return read_last_tree(connection_);
}

Result<std::vector<SealedRun>> Reader::runs(std::uint64_t first_leaf, std::size_t limit) {
    const std::lock_guard lock(mutex_);
    std::vector<SealedRun> runs;
    IAM_TRY(cursor, connection_.query(k_runs_sql, first_leaf, std::uint64_t{limit}));
    for (;;) {
        IAM_TRY(more, cursor.step());
        if (!more) return runs;
        runs.push_back(read_run(cursor));
    }
}

Result<std::optional<SealedRun>> Reader::run_before(const EntryId& entry) {
    const std::lock_guard lock(mutex_);
    IAM_TRY(cursor, connection_.query(k_run_before_sql, entry.chain, entry.seq));
    IAM_TRY(found, cursor.step());
    if (!found) return std::nullopt;
    return read_run(cursor);
}

Result<std::vector<Digest>> Reader::tile(const ledger::TileId& id) {
    const std::lock_guard lock(mutex_);
    IAM_TRY(cursor, connection_.query(k_tile_sql, std::uint64_t{id.level}, id.index));
    IAM_TRY(found, cursor.step());
    if (!found) return std::vector<Digest>{};
    return ledger::parse_tile(cursor.view(0));
}

}  // namespace iam::store_sqlite
