// Holds the statements of the second migration: chats, tasks and their owners.
#include "store_postgres/schema/migrations.hpp"

namespace iam::store_postgres {
namespace {

// Opaque bytes are bytea, as in the ledger's tables. A step is a text of iam/chat/step_text.hpp.
// The token of a step or a run is random and names the change that added it: a change in doubt runs
// again and finds its rows by it. Moments are milliseconds since 1970. A schedule has either
// `moment` (at), `moment` and `period_s` (every), or `fields` and `zone` (cron). Numbers of runs
// are never used again: they stand in names of commands.
constexpr const char* k_second[] = {
    "CREATE TABLE @chats (id bytea PRIMARY KEY, steps bigint NOT NULL CHECK (steps > 0))",
    R"sql(CREATE TABLE @chat_steps (chat bytea REFERENCES @chats (id) ON DELETE CASCADE,
  number bigint CHECK (number >= 0), token bytea NOT NULL, step text COLLATE "C" NOT NULL,
  PRIMARY KEY (chat, number)))sql",
    // The sums of the days outlive the chats. A day counts from 1970-01-01 in UTC.
    R"sql(CREATE TABLE @chat_days (day bigint PRIMARY KEY, tokens bigint NOT NULL,
  cost bigint NOT NULL))sql",
    R"sql(CREATE TABLE @tasks (name bytea PRIMARY KEY, profile bytea NOT NULL, model bytea NOT NULL,
  prompt bytea NOT NULL, moment bigint, period_s bigint, fields bytea, zone bytea,
  missed text NOT NULL, time_max_ms bigint NOT NULL, is_enabled bool NOT NULL,
  settled bigint NOT NULL,
  CHECK ((moment IS NOT NULL AND fields IS NULL AND zone IS NULL)
      OR (moment IS NULL AND period_s IS NULL AND fields IS NOT NULL AND zone IS NOT NULL))))sql",
    R"sql(CREATE TABLE @task_runs (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  task bytea NOT NULL REFERENCES @tasks (name) ON DELETE CASCADE, due bigint NOT NULL, began bigint,
  ended bigint, state text NOT NULL, chat bytea NOT NULL, why bytea NOT NULL, token bytea NOT NULL,
  place int NOT NULL, UNIQUE (token, place)))sql",
    "CREATE INDEX runs_of_task ON @task_runs (task, number)",
    "CREATE INDEX runs_in_state ON @task_runs (state, number)",
    // Owners of chats and tasks, each with a lease by the server's clock.
    R"sql(CREATE TABLE @holds (kind text CHECK (kind IN ('chat', 'task')), name bytea,
  token bytea NOT NULL, owner bytea NOT NULL, held_until timestamptz NOT NULL,
  PRIMARY KEY (kind, name)) WITH (fillfactor = 50))sql",
};

}  // namespace

std::span<const char* const> second_migration() {
    return k_second;
}

}  // namespace iam::store_postgres
