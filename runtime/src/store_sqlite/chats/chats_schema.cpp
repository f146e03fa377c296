#include "store_sqlite/chats/chats_schema.hpp"

#include <array>
#include <cstdint>

namespace iam::store_sqlite {
namespace {

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

constexpr std::array<const char*, 2> k_chats_versions{k_chats_tables_sql, k_chats_days_sql};

}  // namespace

SideDatabase chats_database() noexcept {
    return {.things = "chats",
            .made = "the first chat makes them",
            .damaged = "and the next chat begins a new one",
            .application_id = k_chats_application_id,
            .versions = k_chats_versions};
}

}  // namespace iam::store_sqlite
