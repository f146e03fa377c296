// The tables, one migration function per version. A released migration is never changed: a change
// is a new one.
#include "schema.hpp"

#include "entry_rows.hpp"

#include <array>
#include <string>

namespace iam::store_sqlite {
namespace {

// Opaque bytes (subjects, tools, what hosts pass on) are BLOB, compared byte by byte; words and ids
// of our own are TEXT. Columns deadline_* and expires_* are all there or all NULL.
constexpr char k_schema_1_sql[] = R"sql(
CREATE TABLE meta (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    schema_version INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    commits INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    head BLOB NOT NULL CHECK (length(head) = 32)
) STRICT;

CREATE TABLE entries (
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    text TEXT NOT NULL,
    previous BLOB NOT NULL CHECK (length(previous) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    kind TEXT NOT NULL,
    call_id BLOB NOT NULL,
    of_chain INTEGER,
    of_seq INTEGER,
    CHECK ((of_chain IS NULL) = (of_seq IS NULL))
) STRICT;
CREATE INDEX entries_by_call ON entries (call_id, seq);
CREATE INDEX entries_by_origin ON entries (of_seq, of_chain, seq) WHERE of_seq IS NOT NULL;

CREATE TABLE payloads (
    seq INTEGER NOT NULL REFERENCES entries (seq),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    salt BLOB NOT NULL CHECK (length(salt) = 32),
    bytes BLOB NOT NULL,
    PRIMARY KEY (seq, position)
) STRICT;

CREATE TABLE undo_states (
    seq INTEGER PRIMARY KEY REFERENCES entries (seq),
    state TEXT NOT NULL CHECK (state IN ('pending', 'undone'))
) STRICT;

CREATE TABLE policies (
    origin BLOB NOT NULL,
    tool BLOB NOT NULL,
    effect TEXT NOT NULL CHECK (effect IN ('allow', 'confirm', 'deny')),
    PRIMARY KEY (origin, tool)
) STRICT, WITHOUT ROWID;

CREATE TABLE grants (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    origin BLOB NOT NULL,
    tool BLOB NOT NULL,
    user BLOB NOT NULL,
    workspace BLOB NOT NULL,
    session BLOB,
    agent BLOB,
    consent_digest BLOB NOT NULL CHECK (length(consent_digest) = 32),
    match_kind TEXT NOT NULL CHECK (match_kind IN ('tool', 'exact')),
    match_arguments BLOB NOT NULL CHECK (length(match_arguments) = 32),
    uses INTEGER CHECK (uses >= 0),
    deadline_wall_ms INTEGER,
    deadline_boot_ms INTEGER,
    deadline_boot_id TEXT,
    deadline_set_at_ms INTEGER,
    risk TEXT NOT NULL,
    granted_by BLOB NOT NULL,
    prompt_id TEXT NOT NULL,
    revision INTEGER NOT NULL
) STRICT;
CREATE INDEX grants_by_tool ON grants (origin, tool, user, workspace);

CREATE TABLE permissions (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    origin BLOB NOT NULL,
    tool BLOB NOT NULL,
    user BLOB NOT NULL,
    workspace BLOB NOT NULL,
    match_kind TEXT NOT NULL CHECK (match_kind IN ('tool', 'exact')),
    match_arguments BLOB NOT NULL CHECK (length(match_arguments) = 32),
    allow INTEGER NOT NULL CHECK (allow IN (0, 1)),
    consent_digest BLOB NOT NULL CHECK (length(consent_digest) = 32),
    expires_wall_ms INTEGER,
    expires_boot_ms INTEGER,
    expires_boot_id TEXT,
    expires_set_at_ms INTEGER,
    last_used_ms INTEGER,
    granted_by BLOB NOT NULL,
    revision INTEGER NOT NULL,
    UNIQUE (origin, tool, user, workspace, match_kind, match_arguments)
) STRICT;

CREATE TABLE approvals (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    call_id BLOB NOT NULL,
    origin BLOB NOT NULL,
    tool BLOB NOT NULL,
    user BLOB NOT NULL,
    workspace BLOB NOT NULL,
    session BLOB NOT NULL,
    agent BLOB NOT NULL,
    proposer_kind TEXT NOT NULL,
    proposer_model BLOB NOT NULL,
    proposer_provider BLOB NOT NULL,
    proposer_conversation_id BLOB NOT NULL,
    proposer_request_id BLOB NOT NULL,
    consent_digest BLOB NOT NULL CHECK (length(consent_digest) = 32),
    arguments_digest BLOB NOT NULL CHECK (length(arguments_digest) = 32),
    shown_digest BLOB NOT NULL CHECK (length(shown_digest) = 32),
    arguments BLOB NOT NULL,
    has_secrets INTEGER NOT NULL CHECK (has_secrets IN (0, 1)),
    instance BLOB NOT NULL,
    is_undo INTEGER NOT NULL CHECK (is_undo IN (0, 1)),
    always_refused_because BLOB NOT NULL,
    preview BLOB NOT NULL,
    approver_uid BLOB,
    approver_login BLOB,
    approver_channel BLOB,
    approver_locale BLOB,
    expires_wall_ms INTEGER NOT NULL,
    expires_boot_ms INTEGER NOT NULL,
    expires_boot_id TEXT NOT NULL,
    expires_set_at_ms INTEGER NOT NULL,
    state TEXT NOT NULL,
    revision INTEGER NOT NULL
) STRICT;
CREATE INDEX approvals_by_state ON approvals (state, position);

CREATE TABLE contracts (
    consent_digest BLOB PRIMARY KEY CHECK (length(consent_digest) = 32),
    text BLOB NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meta (id, schema_version, epoch, commits, last_seq, head)
VALUES (1, 0, 0, 0, 0, zeroblob(32));
)sql";

// Before, an answer's channel told what kind of approver gave it.
constexpr char k_schema_2_sql[] = R"sql(
ALTER TABLE approvals ADD COLUMN approver_kind TEXT;
UPDATE approvals
SET approver_kind = CASE
    WHEN approver_channel IN (CAST('program' AS BLOB), CAST('host_assertion' AS BLOB))
    THEN CAST(approver_channel AS TEXT) ELSE 'person' END
WHERE approver_uid IS NOT NULL;

CREATE TABLE freeze (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    reason BLOB NOT NULL,
    frozen_by BLOB NOT NULL,
    since_ms INTEGER NOT NULL
) STRICT;
)sql";

// A seal that is missing fits no row, so whatever writes a row without one has written nothing that counts.
constexpr char k_schema_3_sql[] = R"sql(
ALTER TABLE policies ADD COLUMN seal BLOB;
ALTER TABLE grants ADD COLUMN seal BLOB;
ALTER TABLE permissions ADD COLUMN seal BLOB;
ALTER TABLE approvals ADD COLUMN seal BLOB;
)sql";

// Payloads: one tree instead of two, for what every commit writes is every page that it touches. Grants and permissions: a match by keys.
constexpr char k_schema_4_sql[] = R"sql(
CREATE TABLE new_payloads (
    seq INTEGER NOT NULL REFERENCES entries (seq),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    salt BLOB NOT NULL CHECK (length(salt) = 32),
    bytes BLOB NOT NULL,
    PRIMARY KEY (seq, position)
) STRICT, WITHOUT ROWID;
INSERT INTO new_payloads (seq, position, name, salt, bytes)
SELECT seq, position, name, salt, bytes FROM payloads ORDER BY seq, position;
DROP TABLE payloads;
ALTER TABLE new_payloads RENAME TO payloads;

CREATE TABLE new_grants (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    origin BLOB NOT NULL,
    tool BLOB NOT NULL,
    user BLOB NOT NULL,
    workspace BLOB NOT NULL,
    session BLOB,
    agent BLOB,
    consent_digest BLOB NOT NULL CHECK (length(consent_digest) = 32),
    match_kind TEXT NOT NULL CHECK (match_kind IN ('tool', 'keys', 'exact')),
    match_arguments BLOB NOT NULL CHECK (length(match_arguments) = 32),
    uses INTEGER CHECK (uses >= 0),
    deadline_wall_ms INTEGER,
    deadline_boot_ms INTEGER,
    deadline_boot_id TEXT,
    deadline_set_at_ms INTEGER,
    risk TEXT NOT NULL,
    granted_by BLOB NOT NULL,
    prompt_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    seal BLOB
) STRICT;
INSERT INTO new_grants (position, id, origin, tool, user, workspace, session, agent, consent_digest, match_kind,
match_arguments, uses, deadline_wall_ms, deadline_boot_ms, deadline_boot_id,
deadline_set_at_ms, risk, granted_by, prompt_id, revision, seal)
SELECT position, id, origin, tool, user, workspace, session, agent, consent_digest, match_kind,
match_arguments, uses, deadline_wall_ms, deadline_boot_ms, deadline_boot_id,
deadline_set_at_ms, risk, granted_by, prompt_id, revision, seal FROM grants;
DROP TABLE grants;
ALTER TABLE new_grants RENAME TO grants;
CREATE INDEX grants_by_tool ON grants (origin, tool, user, workspace);

CREATE TABLE new_permissions (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    origin BLOB NOT NULL,
    tool BLOB NOT NULL,
    user BLOB NOT NULL,
    workspace BLOB NOT NULL,
    match_kind TEXT NOT NULL CHECK (match_kind IN ('tool', 'keys', 'exact')),
    match_arguments BLOB NOT NULL CHECK (length(match_arguments) = 32),
    allow INTEGER NOT NULL CHECK (allow IN (0, 1)),
    consent_digest BLOB NOT NULL CHECK (length(consent_digest) = 32),
    expires_wall_ms INTEGER,
    expires_boot_ms INTEGER,
    expires_boot_id TEXT,
    expires_set_at_ms INTEGER,
    last_used_ms INTEGER,
    granted_by BLOB NOT NULL,
    revision INTEGER NOT NULL,
    seal BLOB,
    UNIQUE (origin, tool, user, workspace, match_kind, match_arguments)
) STRICT;
INSERT INTO new_permissions (position, id, origin, tool, user, workspace, match_kind, match_arguments, allow,
consent_digest, expires_wall_ms, expires_boot_ms, expires_boot_id, expires_set_at_ms,
last_used_ms, granted_by, revision, seal)
SELECT position, id, origin, tool, user, workspace, match_kind, match_arguments, allow,
consent_digest, expires_wall_ms, expires_boot_ms, expires_boot_id, expires_set_at_ms,
last_used_ms, granted_by, revision, seal FROM permissions;
DROP TABLE permissions;
ALTER TABLE new_permissions RENAME TO permissions;
)sql";

// What every commit writes is every page that it touches, so an entry is one row with its values in it, and an outcome that stands near
// its intent is looked for there instead of in a tree: see entry_rows.hpp, also for what
// is in `payloads`.
constexpr char k_schema_5_sql[] = R"sql(
CREATE TABLE new_entries (
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    previous BLOB NOT NULL,
    hash BLOB NOT NULL,
    kind TEXT NOT NULL,
    call_id BLOB NOT NULL,
    of_chain INTEGER,
    of_seq INTEGER,
    text TEXT NOT NULL,
    payloads BLOB,
    is_near INTEGER NOT NULL AS (
        of_seq IS NOT NULL AND of_chain = 0 AND of_seq BETWEEN seq - 32 AND seq - 1
        AND kind IN ('outcome', 'undo_outcome')),
    CHECK ((of_chain IS NULL) = (of_seq IS NULL))
) STRICT;
)sql";

constexpr char k_schema_5_end_sql[] = R"sql(
CREATE TABLE new_undo_states (
    seq INTEGER PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('pending', 'undone'))
) STRICT;
INSERT INTO new_undo_states (seq, state) SELECT seq, state FROM undo_states;
DROP TABLE undo_states;
ALTER TABLE new_undo_states RENAME TO undo_states;
DROP TABLE payloads;
DROP TABLE entries;
ALTER TABLE new_entries RENAME TO entries;
CREATE INDEX entries_by_call ON entries (call_id) WHERE is_near = 0;
CREATE INDEX far_outcomes ON entries (of_seq)
WHERE is_near = 0 AND kind IN ('outcome', 'undo_outcome');
CREATE INDEX undos ON entries (of_seq) WHERE kind = 'undo_intent';
)sql";

// A page that names the end would be written by every commit: see LastCommitFile. And what decides by which index an entry is found is
// computed once, by the program, not for each index by SQLite: see FoundBy.
constexpr char k_schema_6_sql[] = R"sql(
CREATE TABLE new_meta (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    schema_version INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    commits INTEGER NOT NULL
) STRICT;
INSERT INTO new_meta (id, schema_version, epoch, commits)
SELECT id, schema_version, epoch, commits FROM meta;
DROP TABLE meta;
ALTER TABLE new_meta RENAME TO meta;

CREATE TABLE new_entries (
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    previous BLOB NOT NULL,
    hash BLOB NOT NULL,
    kind TEXT NOT NULL,
    call_id BLOB NOT NULL,
    of_chain INTEGER,
    of_seq INTEGER,
    found_by INTEGER NOT NULL,
    text TEXT NOT NULL,
    payloads BLOB,
    CHECK ((of_chain IS NULL) = (of_seq IS NULL))
) STRICT;
INSERT INTO new_entries (seq, previous, hash, kind, call_id, of_chain, of_seq, found_by, text,
payloads)
SELECT seq, previous, hash, kind, call_id, of_chain, of_seq,
CASE WHEN of_seq IS NULL OR of_chain <> 0 THEN 0
     WHEN kind IN ('outcome', 'undo_outcome') THEN
     CASE WHEN of_seq BETWEEN seq - 32 AND seq - 1 THEN 1 ELSE 2 END
     WHEN kind = 'undo_intent' THEN 3
     ELSE 0 END,
text, payloads FROM entries ORDER BY seq;
DROP TABLE entries;
ALTER TABLE new_entries RENAME TO entries;
CREATE INDEX entries_by_call ON entries (call_id) WHERE found_by <> 1;
CREATE INDEX far_outcomes ON entries (of_seq) WHERE found_by = 2;
CREATE INDEX undos ON entries (of_seq) WHERE found_by = 3;
)sql";

// "iam1": tells our files from those of other programs (see file(1)).
constexpr std::int64_t k_application_id = 0x69616D31;
constexpr char k_set_application_id_sql[] = "PRAGMA application_id = 0x69616D31";

constexpr char k_application_id_sql[] = "PRAGMA application_id";
constexpr char k_count_tables_sql[] = "SELECT count(*) FROM sqlite_schema";
constexpr char k_version_sql[] = "SELECT schema_version FROM meta WHERE id = 1";
constexpr char k_set_version_sql[] = "UPDATE meta SET schema_version = ?1 WHERE id = 1";
constexpr char k_page_size_sql[] = "PRAGMA page_size = 2048";
constexpr char k_journal_mode_sql[] = "PRAGMA journal_mode = WAL";

// Of version 5 and before.
constexpr char k_old_end_sql[] = "SELECT last_seq, head FROM meta WHERE id = 1";

// Of version 4 and before.
constexpr char k_entries_sql[] = "SELECT seq FROM entries ORDER BY seq";
constexpr char k_payloads_sql[] =
    "SELECT name, salt, bytes FROM payloads WHERE seq = ?1 ORDER BY position";
constexpr char k_move_entry_sql[] =
    "INSERT INTO new_entries (seq, previous, hash, kind, call_id, of_chain, of_seq, text, "
    "payloads) "
    "SELECT seq, previous, hash, kind, call_id, of_chain, of_seq, text, ?2 "
    "FROM entries WHERE seq = ?1";

Result<std::string> packed_payloads(Connection& connection, std::int64_t seq) {
    IAM_TRY(cursor, connection.query(k_payloads_sql, seq));
    std::vector<ledger::Payload> payloads;
    for (;;) {
        IAM_TRY(more, cursor.step());
        if (!more) return pack_values(payloads);
        IAM_TRY(salt, cursor.digest(1));
        payloads.push_back({cursor.bytes(0), salt.bytes, cursor.bytes(2)});
    }
}

/// Each entry with its values into its one row.
Result<void> move_entries(Connection& connection) {
    IAM_TRY(cursor, connection.query(k_entries_sql));
    for (;;) {
        IAM_TRY(more, cursor.step());
        if (!more) return {};
        const std::int64_t seq = cursor.integer(0);
        IAM_TRY(packed, packed_payloads(connection, seq));
        std::optional<Blob> values;
        if (!packed.empty()) values = Blob{packed};
        IAM_CHECK(connection.execute(k_move_entry_sql, seq, values));
    }
}

Result<void> migrate_to_1(Connection& connection, const RecordSeal& /*seal*/) {
    IAM_CHECK(connection.execute_script(k_set_application_id_sql));
    return connection.execute_script(k_schema_1_sql);
}

Result<void> migrate_to_2(Connection& connection, const RecordSeal& /*seal*/) {
    return connection.execute_script(k_schema_2_sql);
}

Result<void> migrate_to_3(Connection& connection, const RecordSeal& seal) {
    IAM_CHECK(connection.execute_script(k_schema_3_sql));
    return seal_all(connection, seal);
}

Result<void> migrate_to_4(Connection& connection, const RecordSeal& /*seal*/) {
    return connection.execute_script(k_schema_4_sql);
}

Result<void> migrate_to_5(Connection& connection, const RecordSeal& /*seal*/) {
    IAM_CHECK(connection.execute_script(k_schema_5_sql));
    IAM_CHECK(move_entries(connection));
    return connection.execute_script(k_schema_5_end_sql);
}

Result<void> migrate_to_6(Connection& connection, const RecordSeal& /*seal*/) {
    return connection.execute_script(k_schema_6_sql);
}

using Migration = Result<void> (*)(Connection&, const RecordSeal&);
constexpr std::array<Migration, k_schema_version> k_migrations{
    migrate_to_1, migrate_to_2, migrate_to_3, migrate_to_4, migrate_to_5, migrate_to_6};

Result<void> run_migration(Connection& connection, int version, const RecordSeal& seal) {
    IAM_CHECK(k_migrations[static_cast<std::size_t>(version) - 1](connection, seal));
    IAM_CHECK(connection.execute(k_set_version_sql, std::int64_t{version}));
    Result<void> committed = connection.commit();
    // Whether a step was taken is read again at the next start: nothing hangs on this answer.
    if (!committed) committed.error().code = Errc::unavailable;
    return committed;
}

Error not_brought(const Connection& connection, int version, const Error& why) {
    if (why.code != Errc::corrupt || version == 1) return why;
    return Error{why.code, "the ledger " + connection.path() +
                               " says that it is of schema version " + std::to_string(version - 1) +
                               " and cannot be brought to version " + std::to_string(version) +
                               ": " + why.message};
}

Result<void> switch_log_on(Connection& connection) {
    // Small pages, since a commit writes, hashes and syncs whole ones. Only a file that is still empty takes their size.
    IAM_CHECK(connection.execute_script(k_page_size_sql));
    IAM_TRY(cursor, connection.query(k_journal_mode_sql));
    IAM_TRY(found, cursor.step());
    if (!found || cursor.bytes(0) != "wal") {
        return fail(Errc::unavailable,
                    "the ledger cannot keep a write-ahead log in its folder; keep the state on a "
                    "local file system");
    }
    return {};
}

}  // namespace

Result<LastCommit> read_old_end(Connection& connection) {
    IAM_TRY(cursor, connection.query(k_old_end_sql));
    IAM_TRY(found, cursor.step());
    if (!found) return LastCommit{};
    IAM_TRY(hash, cursor.digest(1));
    return LastCommit{std::nullopt, static_cast<std::uint64_t>(cursor.integer(0)), hash};
}

Result<int> schema_version(Connection& connection) {
    IAM_TRY(tables, connection.number(k_count_tables_sql));
    IAM_TRY(application, connection.number(k_application_id_sql));
    if (tables == 0 && application == 0) return 0;
    const std::string ledger = "the ledger " + connection.path();
    if (application != k_application_id) {
        return fail(Errc::corrupt, ledger +
                                       " is no ledger but a database of another program; move it "
                                       "away, or name another state folder");
    }
    IAM_TRY(version, connection.number(k_version_sql));
    if (version < 1) {
        return fail(Errc::corrupt, ledger + " says that it is of schema version " +
                                       std::to_string(version) +
                                       ", which never was: something else changed it; restore the "
                                       "state folder from a backup");
    }
    if (version > k_schema_version) {
        return fail(Errc::corrupt, ledger + " is of schema version " + std::to_string(version) +
                                       ", and this program knows versions up to " +
                                       std::to_string(k_schema_version) +
                                       "; use the newer program that wrote it, or restore the "
                                       "state folder from a backup");
    }
    return static_cast<int>(version);
}

Result<void> migrate(Connection& connection, int version, const RecordSeal& seal) {
    IAM_CHECK(switch_log_on(connection));
    for (int next = version + 1; next <= k_schema_version; ++next) {
        IAM_CHECK(connection.execute(k_begin_sql));
        Result<void> done = run_migration(connection, next, seal);
        connection.roll_back();
        if (!done) return tl::unexpected(not_brought(connection, next, done.error()));
    }
    return {};
}

}  // namespace iam::store_sqlite
