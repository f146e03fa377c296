-- Makes the roles of a ledger on a PostgreSQL server and gives them their rights. Read it, then run
-- it as an administrator after `state init`, and again after each upgrade:
--
--   psql -v schema=iam -f postgres_roles.sql postgresql://HOST/DATABASE
--
-- No role here can log in. Give one to each login: GRANT iam_app TO desk_host_1;
--   iam_owner    owns schema and tables; a login that runs `state init` is a member of it
--   iam_app      reads and writes the ledger, chats and tasks; it cannot change or remove an entry
--   iam_auditor  reads the ledger, and neither chats nor tasks; values only with a host's keys
--   iam_eraser   removes values and their keys, and wraps keys anew; for a login with iam_app
--   iam_sealer   adds checkpoints; give it to a login with iam_app
-- The owner can do anything. Only checkpoints and witnesses show that it changed entries.
\set ON_ERROR_STOP on
BEGIN;
SELECT format('CREATE ROLE %I NOLOGIN', name)
  FROM unnest(ARRAY['iam_owner', 'iam_app', 'iam_auditor', 'iam_eraser', 'iam_sealer']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec

SELECT format('ALTER SCHEMA %I OWNER TO iam_owner', :'schema') \gexec
SELECT format('ALTER TABLE %I.%I OWNER TO iam_owner', n.nspname, c.relname)
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = :'schema' AND c.relkind IN ('r', 'p') \gexec
SELECT format('ALTER FUNCTION %s OWNER TO iam_owner', p.oid::regprocedure)
  FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
  WHERE n.nspname = :'schema' \gexec

SET LOCAL search_path TO :"schema";
REVOKE ALL ON ALL TABLES IN SCHEMA :"schema"
  FROM PUBLIC, iam_app, iam_auditor, iam_eraser, iam_sealer;
GRANT USAGE ON SCHEMA :"schema" TO iam_app, iam_auditor, iam_eraser, iam_sealer;

GRANT SELECT ON ALL TABLES IN SCHEMA :"schema" TO iam_app;
GRANT INSERT ON entries, outcomes, calls, undo_states, entry_values, value_keys, contracts, writers,
  epochs, policies, trusts, grants, permissions, approvals, "freeze" TO iam_app;
GRANT UPDATE ON undo_states, writers, epochs, guard,
  policies, trusts, grants, permissions, approvals, "freeze" TO iam_app;
GRANT DELETE ON undo_states, policies, trusts, grants, permissions, "freeze" TO iam_app;

-- A step of a chat is not changed. It goes with its chat.
GRANT INSERT ON chats, chat_steps, chat_days, tasks, task_runs, holds TO iam_app;
GRANT UPDATE ON chats, chat_days, tasks, task_runs, holds TO iam_app;
GRANT DELETE ON chats, tasks, task_runs, holds TO iam_app;

GRANT SELECT ON ALL TABLES IN SCHEMA :"schema" TO iam_auditor;
REVOKE SELECT ON chats, chat_steps, chat_days, tasks, task_runs, holds FROM iam_auditor;

GRANT SELECT ON entries, entry_values, value_keys TO iam_eraser;
GRANT DELETE ON entry_values, value_keys TO iam_eraser;
GRANT UPDATE ON value_keys, keks TO iam_eraser;

GRANT INSERT ON runs, tiles, checkpoints TO iam_sealer;
GRANT UPDATE ON tiles, checkpoints TO iam_sealer;
COMMIT;
