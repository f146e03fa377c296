// Holds the statements of the first migration.
#include "store_postgres/schema/migrations.hpp"

namespace iam::store_postgres {
namespace {

// Opaque bytes (ids, subjects, tools, texts of hosts) are bytea, which compares byte by byte and
// takes every byte. Our own words are text. The columns deadline_* of a row are all set or all
// NULL, and so are expires_*. Only a program with the store's key can make a seal, so rows of other
// programs count for nothing. Entries are never changed or deleted, so they are in no partitions.
constexpr const char* k_first[] = {
    R"sql(CREATE TABLE @store (one bool PRIMARY KEY CHECK (one), ledger_id bytea NOT NULL,
  schema_version int NOT NULL, key_id int NOT NULL, key_check bytea NOT NULL,
  guard text NOT NULL CHECK (guard IN ('table', 'serializable'))))sql",
    "CREATE TABLE @epochs (scope bytea PRIMARY KEY, epoch bigint NOT NULL)",
    "CREATE TABLE @guard (nothing int CHECK (false))",
    R"sql(CREATE TABLE @writers (chain int PRIMARY KEY CHECK (chain > 0), instance bytea NOT NULL,
  term bigint NOT NULL, lease_until timestamptz NOT NULL, changes bigint NOT NULL DEFAULT 0)
  WITH (fillfactor = 50))sql",
    R"sql(CREATE TABLE @entries (chain int, seq bigint CHECK (seq > 0), previous bytea NOT NULL,
  hash bytea NOT NULL, kind text NOT NULL, call_id bytea NOT NULL, of_chain int, of_seq bigint,
  time_ms bigint NOT NULL, order_ms bigint NOT NULL, text text COLLATE "C" NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (chain, seq),
  CHECK ((of_chain IS NULL) = (of_seq IS NULL)),
  CHECK (hash = sha256('\x69616d2f656e7472792f3100'::bytea || previous ||
                       convert_to(text, 'UTF8')))))sql",
    // An outcome of an intent is found by the table of outcomes.
    R"sql(CREATE INDEX entries_by_call ON @entries (call_id, chain, seq)
  WHERE call_id <> '' AND (kind <> 'outcome' OR of_seq IS NULL))sql",
    "CREATE INDEX undos ON @entries (of_chain, of_seq) WHERE kind = 'undo_intent'",
    "CREATE INDEX entries_in_order ON @entries (order_ms, chain, seq)",
    R"sql(CREATE TABLE @outcomes (of_chain int, of_seq bigint, chain int NOT NULL, seq bigint NOT NULL,
  PRIMARY KEY (of_chain, of_seq)))sql",
    "CREATE TABLE @calls (call_id bytea PRIMARY KEY)",
    R"sql(CREATE TABLE @undo_states (chain int, seq bigint,
  state text NOT NULL CHECK (state IN ('pending', 'undone')), PRIMARY KEY (chain, seq),
  FOREIGN KEY (chain, seq) REFERENCES @entries))sql",
    R"sql(CREATE TABLE @entry_values (month date, chain int, seq bigint, key_id bigint NOT NULL,
  sealed bytea NOT NULL, PRIMARY KEY (month, chain, seq)) PARTITION BY RANGE (month))sql",
    "CREATE TABLE @entry_values_rest PARTITION OF @entry_values DEFAULT",
    // A key is required once all hosts have it: then none wraps with an older one.
    R"sql(CREATE TABLE @keks (kek int PRIMARY KEY CHECK (kek > 0), key_check bytea NOT NULL,
  required bool NOT NULL))sql",
    R"sql(CREATE TABLE @value_keys (key_id bigint PRIMARY KEY, kek int NOT NULL,
  wrapped bytea NOT NULL))sql",
    R"sql(CREATE TABLE @runs (first_leaf bigint PRIMARY KEY, chain int NOT NULL, first_seq bigint NOT NULL,
  count bigint CHECK (count > 0), UNIQUE (chain, first_seq)))sql",
    R"sql(CREATE TABLE @tiles (level int, position bigint, hashes bytea NOT NULL,
  PRIMARY KEY (level, position)))sql",
    R"sql(CREATE TABLE @checkpoints (size bigint PRIMARY KEY, note text NOT NULL, chain int NOT NULL,
  seq bigint NOT NULL))sql",
    "CREATE TABLE @contracts (consent_digest bytea PRIMARY KEY, text bytea NOT NULL)",
    R"sql(CREATE TABLE @freeze (one bool PRIMARY KEY CHECK (one), reason bytea NOT NULL,
  frozen_by bytea NOT NULL, since_ms bigint NOT NULL))sql",
    R"sql(CREATE TABLE @policies (origin bytea, tool bytea, effect text NOT NULL
  CHECK (effect IN ('allow', 'confirm', 'deny')), consent_digest bytea,
  seal bytea, key_id int NOT NULL DEFAULT 1, PRIMARY KEY (origin, tool)))sql",
    R"sql(CREATE TABLE @trusts (server bytea PRIMARY KEY, endpoint bytea NOT NULL,
  trusted_by bytea NOT NULL, since_ms bigint NOT NULL, seal bytea,
  key_id int NOT NULL DEFAULT 1))sql",
    R"sql(CREATE TABLE @grants (position bigint GENERATED ALWAYS AS IDENTITY, id bytea PRIMARY KEY,
  origin bytea NOT NULL, tool bytea NOT NULL, "user" bytea NOT NULL, workspace bytea NOT NULL,
  session bytea, agent bytea, consent_digest bytea NOT NULL, match_kind text NOT NULL,
  match_arguments bytea NOT NULL, uses bigint CHECK (uses >= 0), deadline_wall_ms bigint,
  deadline_boot_ms bigint, deadline_boot_id bytea, deadline_set_at_ms bigint, risk text NOT NULL,
  granted_by bytea NOT NULL, prompt_id bytea NOT NULL, revision bigint NOT NULL, seal bytea,
  key_id int NOT NULL DEFAULT 1))sql",
    "CREATE INDEX grants_by_tool ON @grants (origin, tool, \"user\", workspace)",
    R"sql(CREATE TABLE @permissions (position bigint GENERATED ALWAYS AS IDENTITY,
  id bytea PRIMARY KEY, origin bytea NOT NULL, tool bytea NOT NULL, "user" bytea NOT NULL,
  workspace bytea NOT NULL, match_kind text NOT NULL, match_arguments bytea NOT NULL,
  allow int NOT NULL CHECK (allow IN (0, 1)), consent_digest bytea NOT NULL, expires_wall_ms bigint,
  expires_boot_ms bigint, expires_boot_id bytea, expires_set_at_ms bigint, last_used_ms bigint,
  granted_by bytea NOT NULL, revision bigint NOT NULL, seal bytea, key_id int NOT NULL DEFAULT 1,
  UNIQUE (origin, tool, "user", workspace, match_kind, match_arguments)))sql",
    R"sql(CREATE TABLE @approvals (position bigint GENERATED ALWAYS AS IDENTITY, id bytea PRIMARY KEY,
  call_id bytea NOT NULL, origin bytea NOT NULL, tool bytea NOT NULL, "user" bytea NOT NULL,
  workspace bytea NOT NULL, session bytea NOT NULL, agent bytea NOT NULL,
  proposer_kind text NOT NULL, proposer_model bytea NOT NULL, proposer_provider bytea NOT NULL,
  proposer_conversation_id bytea NOT NULL, proposer_request_id bytea NOT NULL,
  consent_digest bytea NOT NULL, arguments_digest bytea NOT NULL, shown_digest bytea NOT NULL,
  arguments bytea NOT NULL, has_secrets int NOT NULL, instance bytea NOT NULL,
  is_undo int NOT NULL, always_refused_because bytea NOT NULL, preview bytea NOT NULL,
  approver_uid bytea, approver_login bytea, approver_channel bytea, approver_locale bytea,
  approver_kind text, expires_wall_ms bigint NOT NULL, expires_boot_ms bigint NOT NULL,
  expires_boot_id bytea NOT NULL, expires_set_at_ms bigint NOT NULL, state text NOT NULL,
  revision bigint NOT NULL, seal bytea, key_id int NOT NULL DEFAULT 1))sql",
    R"sql(CREATE INDEX open_approvals ON @approvals (position)
  WHERE state IN ('pending', 'given'))sql",
    // Ends the transaction unless a check counts the wanted number of rows.
    R"sql(CREATE FUNCTION @must(n bigint, want bigint, what text) RETURNS boolean
  LANGUAGE plpgsql AS $$
BEGIN
  IF n IS DISTINCT FROM want THEN RAISE EXCEPTION USING ERRCODE = 'IA001', MESSAGE = what; END IF;
  RETURN true;
END $$)sql",
    // Sets the latest time in the chain so far as well.
    R"sql(CREATE FUNCTION @follows_its_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE latest bigint;
BEGIN
  NEW.order_ms := NEW.time_ms;
  IF NEW.seq = 1 AND NEW.previous = decode(repeat('00', 32), 'hex') THEN RETURN NEW; END IF;
  SELECT e.order_ms INTO latest FROM @entries AS e
    WHERE e.chain = NEW.chain AND e.seq = NEW.seq - 1 AND e.hash = NEW.previous;
  IF FOUND THEN
    NEW.order_ms := greatest(NEW.time_ms, latest);
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'IA002', MESSAGE = 'entry ' || NEW.chain || '.' || NEW.seq ||
    ' does not follow the entry before it';
END $$)sql",
    R"sql(CREATE TRIGGER follows_its_chain BEFORE INSERT ON @entries
  FOR EACH ROW EXECUTE FUNCTION @follows_its_chain())sql",
    // The month whose partition has the values of an entry. Times outside of it count as its ends.
    R"sql(CREATE FUNCTION @value_month(time_ms bigint) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc('month', timestamp '1970-01-01' +
    make_interval(secs => least(greatest(time_ms, 0), 7258118400000) / 1000))::date $$)sql",
    // Makes the partitions of `count` months from `first` on. A month with values already in the
    // rest stays there.
    R"sql(CREATE FUNCTION @make_months(first date, count int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  start date := date_trunc('month', first)::date;
  made int := 0;
  space text := (SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE c.oid = '@entry_values'::regclass);
BEGIN
  FOR i IN 1..count LOOP
    IF to_regclass(format('%I.%I', space, 'entry_values_' || to_char(start, 'YYYYMM'))) IS NULL
       AND NOT EXISTS (SELECT FROM @entry_values_rest WHERE month = start) THEN
      EXECUTE format('CREATE TABLE %I.%I PARTITION OF %I.entry_values FOR VALUES FROM (%L) TO (%L)',
        space, 'entry_values_' || to_char(start, 'YYYYMM'), space, start,
        (start + interval '1 month')::date);
      made := made + 1;
    END IF;
    start := (start + interval '1 month')::date;
  END LOOP;
  RETURN made;
END $$)sql",
};

}  // namespace

std::span<const char* const> first_migration() {
    return k_first;
}

}  // namespace iam::store_postgres
