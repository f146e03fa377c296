// A note takes the place of the first entry in doubt. If the place is taken, the insert has waited
// for the transaction that took it, and the hash says whose it is. The number of a transaction
// would not do: the message with its COMMIT may not have arrived, and another timeline uses it
// again.
#include "store_postgres/write/doubt.hpp"

namespace iam::store_postgres {
namespace {

constexpr char k_hash_sql[] = "SELECT hash FROM @entries WHERE chain = $1 AND seq = $2";
constexpr char k_bar_sql[] =
    "UPDATE @writers SET changes = changes + 2 WHERE chain = $1 AND changes = $2 "
    "RETURNING changes";
constexpr char k_changes_sql[] = "SELECT changes FROM @writers WHERE chain = $1";

/// The group counts one change if it commits. Two changes bar it from committing.
Reply<Settled> ask_about_changes(Connection& connection, const Doubt& doubt) {
    const std::uint32_t chain = doubt.before.entry.chain;
    const auto barred = connection.ask(Statement(k_bar_sql, chain, doubt.changes));
    if (!barred) return tl::unexpected(barred.error());
    if (barred->size() == 1) return Settled::not_committed;
    const auto now = connection.ask(Statement(k_changes_sql, chain));
    if (!now) return tl::unexpected(now.error());
    if (now->size() == 0) return Settled::chain_taken;
    const std::int64_t moved = now->integer(0, 0) - doubt.changes;
    if (moved == 2) return Settled::not_committed;
    return moved == 1 ? Settled::committed : Settled::chain_taken;
}

bool is_digest(std::string_view bytes, const Digest& digest) {
    return bytes == std::string_view(reinterpret_cast<const char*>(digest.bytes.data()),
                                     digest.bytes.size());
}

}  // namespace

Reply<Settled> ask_about(Connection& connection, const Doubt& doubt) {
    if (!doubt.has_entries()) return ask_about_changes(connection, doubt);
    const auto written = connection.run(doubt.note);
    if (written) return Settled::not_committed;
    if (!is_chain_taken(written.error())) return tl::unexpected(written.error());
    const auto found =
        connection.ask(Statement(k_hash_sql, doubt.before.entry.chain, doubt.before.entry.seq + 1));
    if (!found) return tl::unexpected(found.error());
    if (found->size() == 0) return Settled::chain_taken;
    const std::string_view hash = found->view(0, 0);
    if (is_digest(hash, doubt.first_hash)) return Settled::committed;
    // An earlier try has written the note, and its answer was lost.
    return is_digest(hash, doubt.settled.hash) ? Settled::not_committed : Settled::chain_taken;
}

}  // namespace iam::store_postgres
