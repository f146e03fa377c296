// Reads pages of keys in the order of their numbers, and replaces each page in one statement.
#include "store_postgres/values/rewrapping.hpp"

#include <optional>
#include <string>

namespace iam::store_postgres {
namespace {

constexpr char k_older_sql[] =
    "SELECT key_id, kek, wrapped FROM @value_keys WHERE kek < $1 AND key_id > $2 ORDER BY key_id "
    "LIMIT $3";
// A key that was erased meanwhile stays away.
constexpr char k_replace_sql[] =
    "UPDATE @value_keys AS k SET kek = $1, wrapped = g.wrapped FROM unnest($2::bigint[], "
    "$3::bytea[]) AS g (key_id, wrapped) WHERE k.key_id = g.key_id AND k.kek < $1";
constexpr char k_unused_sql[] =
    "SELECT kek FROM @keks AS e WHERE kek < $1 AND NOT EXISTS (SELECT FROM @value_keys AS k WHERE "
    "k.kek = e.kek) ORDER BY kek";

struct Page {
    std::vector<std::optional<std::int64_t>> ids{};
    std::vector<std::string> wrapped{};
};

Result<Page> rewrap_page(const Rows& rows, ValueSeal& seal, Rewrapped& done) {
    Page page;
    for (int row = 0; row < rows.size(); ++row) {
        const std::int64_t id = rows.integer(row, 0);
        const WrappedKey key{rows.bytes(row, 2), rows.integer(row, 1)};
        IAM_TRY(again, seal.rewrap(key, entry_of_key(id)));
        if (again) {
            page.ids.emplace_back(id);
            page.wrapped.push_back(std::move(again->bytes));
        } else {
            ++done.unreadable;
        }
    }
    return page;
}

}  // namespace

Result<Rewrapped> rewrap_values(Connection& connection, ValueSeal& seal, std::size_t page) {
    const std::int64_t newest = seal.wrapping_key();
    Rewrapped done;
    for (std::int64_t last = -1;;) {
        IAM_ASK(rows, connection.ask(Statement(k_older_sql, newest, last, std::uint64_t{page})));
        if (rows.size() == 0) break;
        last = rows.integer(rows.size() - 1, 0);
        IAM_TRY(fresh, rewrap_page(rows, seal, done));
        IAM_ASK(replaced, connection.ask(Statement(k_replace_sql, newest, int_array(fresh.ids),
                                                   bytes_array(fresh.wrapped))));
        done.wrapped += static_cast<std::uint64_t>(replaced.changed());
    }
    IAM_ASK(unused, connection.ask(Statement(k_unused_sql, newest)));
    for (int row = 0; row < unused.size(); ++row) done.unused.push_back(unused.integer(row, 0));
    return done;
}

}  // namespace iam::store_postgres
