#include "store_sqlite/chats/chats_schema.hpp"

#include <string>

namespace iam::store_sqlite {
namespace {

constexpr std::int64_t k_chats_version = 2;
constexpr std::int64_t k_chats_application_id = 0x69616D63;  // "iamc"

// Version 1. A step is a text of iam/chat/step_text.hpp. Chats are read whole and in order, so the
// steps of a chat lie beside each other.
constexpr char k_chats_tables_sql[] = R"sql(
CREATE TABLE steps (
    chat TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 0),
    step TEXT NOT NULL,
    PRIMARY KEY (chat, number)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = 0x69616D63;
PRAGMA user_version = 1;
)sql";

// Version 2 adds the sums of the days, which outlive the chats. A day counts from 1970-01-01 in
// UTC. Chats of version 1 have no days.
constexpr char k_chats_days_sql[] = R"sql(
CREATE TABLE usage_by_day (
    day INTEGER NOT NULL PRIMARY KEY,
    tokens INTEGER NOT NULL,
    cost INTEGER NOT NULL
) STRICT;
PRAGMA user_version = 2;
)sql";

constexpr char k_chats_application_sql[] = "PRAGMA application_id";
constexpr char k_chats_version_sql[] = "PRAGMA user_version";
constexpr char k_chats_count_sql[] = "SELECT count(*) FROM sqlite_schema";

/// Brings the tables to the newest version.
Result<void> migrate(Connection& connection) {
    IAM_TRY(application, connection.number(k_chats_application_sql));
    if (application != k_chats_application_id)
        return fail(Errc::corrupt, connection.path() + " is no file of chats; move it away.");
    IAM_TRY(version, connection.number(k_chats_version_sql));
    if (version == k_chats_version) return {};
    if (version == 1) return connection.execute_script(k_chats_days_sql);
    return fail(Errc::corrupt, connection.path() + " has version " + std::to_string(version) +
                                   " of the tables of chats, and this program knows version " +
                                   std::to_string(k_chats_version) + "; use a newer program.");
}

}  // namespace

Result<void> prepare_chats(Connection& connection) {
    // A write transaction from the beginning: two programs may make the tables at once.
    IAM_CHECK(connection.execute_script(k_begin_sql));
    const auto made = [&]() -> Result<void> {
        IAM_TRY(tables, connection.number(k_chats_count_sql));
        if (tables == 0) IAM_CHECK(connection.execute_script(k_chats_tables_sql));
        return migrate(connection);
    }();
    if (made) return connection.commit();
    connection.roll_back();
    return made;
}

}  // namespace iam::store_sqlite
