#include "store_sqlite/tasks/tasks_schema.hpp"

#include <array>
#include <cstdint>

namespace iam::store_sqlite {
namespace {

constexpr std::int64_t k_tasks_application_id = 0x69616D74;  // "iamt"

// Moments are milliseconds since 1970. A schedule has either `moment` (at), `moment` and `period`
// (every), or `fields` and `zone` (cron). Numbers of runs are never used again: they stand in names
// of commands.
constexpr char k_tasks_tables_sql[] = R"sql(
CREATE TABLE tasks (
    name TEXT PRIMARY KEY NOT NULL,
    profile TEXT NOT NULL,
    model TEXT NOT NULL,
    prompt TEXT NOT NULL,
    moment INTEGER,
    period_s INTEGER,
    fields TEXT,
    zone TEXT,
    missed TEXT NOT NULL,
    time_max_ms INTEGER NOT NULL,
    is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
    settled INTEGER NOT NULL,
    CHECK ((moment IS NOT NULL AND fields IS NULL AND zone IS NULL)
        OR (moment IS NULL AND period_s IS NULL AND fields IS NOT NULL AND zone IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE runs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    task TEXT NOT NULL REFERENCES tasks (name) ON DELETE CASCADE,
    due INTEGER NOT NULL,
    began INTEGER,
    ended INTEGER,
    state TEXT NOT NULL,
    chat TEXT NOT NULL,
    why TEXT NOT NULL
) STRICT;
CREATE INDEX runs_of_task ON runs (task, number);
CREATE INDEX runs_in_state ON runs (state, number);
PRAGMA application_id = 0x69616D74;
PRAGMA user_version = 1;
)sql";

constexpr std::array<const char*, 1> k_tasks_versions{k_tasks_tables_sql};

}  // namespace

SideDatabase tasks_database() noexcept {
    return {.things = "tasks",
            .made = "the first one that is added makes them",
            .damaged = "and add the tasks anew",
            .application_id = k_tasks_application_id,
            .versions = k_tasks_versions};
}

}  // namespace iam::store_sqlite
