// Holds the tables as SQL and judges the version of a file.
#include "store_sqlite/rows/schema.hpp"

#include <array>
#include <cstddef>
#include <string>

namespace iam::store_sqlite {
namespace {

// Opaque bytes (subjects, tools, texts of hosts) are BLOB and are compared byte by byte. Our own
// words and ids are TEXT. The columns deadline_* of a row are all set or all NULL, and so are
// expires_*. A commit writes whole pages. So an entry is one row with its values in it, a near
// outcome is in no index (see entry_rows.hpp), and no page names the end of the chain (see
// LastCommitFile). Only a program with the store's keys can make a seal, so rows of other programs
// count for nothing. key_id names the key of the seal.
constexpr char k_tables_sql[] = R"sql(
CREATE TABLE meta (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    schema_version INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    commits INTEGER NOT NULL
) STRICT;

CREATE TABLE entries (
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
CREATE INDEX entries_by_call ON entries (call_id) WHERE found_by <> 1;
CREATE INDEX far_outcomes ON entries (of_seq) WHERE found_by = 2;
CREATE INDEX undos ON entries (of_seq) WHERE found_by = 3;

CREATE TABLE undo_states (
    seq INTEGER PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('pending', 'undone'))
) STRICT;

CREATE TABLE policies (
    origin BLOB NOT NULL,
    tool BLOB NOT NULL,
    effect TEXT NOT NULL CHECK (effect IN ('allow', 'confirm', 'deny')),
    consent_digest BLOB CHECK (length(consent_digest) = 32),
    seal BLOB,
    key_id INTEGER NOT NULL DEFAULT 1,
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
    seal BLOB,
    key_id INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX grants_by_tool ON grants (origin, tool, user, workspace);

CREATE TABLE permissions (
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
    key_id INTEGER NOT NULL DEFAULT 1,
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
    approver_kind TEXT,
    expires_wall_ms INTEGER NOT NULL,
    expires_boot_ms INTEGER NOT NULL,
    expires_boot_id TEXT NOT NULL,
    expires_set_at_ms INTEGER NOT NULL,
    state TEXT NOT NULL,
    revision INTEGER NOT NULL,
    seal BLOB,
    key_id INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX approvals_by_state ON approvals (state, position);

CREATE TABLE trusts (
    server BLOB PRIMARY KEY,
    endpoint BLOB NOT NULL,
    trusted_by BLOB NOT NULL,
    since_ms INTEGER NOT NULL,
    seal BLOB,
    key_id INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

CREATE TABLE contracts (
    consent_digest BLOB PRIMARY KEY CHECK (length(consent_digest) = 32),
    text BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE freeze (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    reason BLOB NOT NULL,
    frozen_by BLOB NOT NULL,
    since_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE epochs (
    scope BLOB PRIMARY KEY,
    epoch INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meta (id, schema_version, epoch, commits) VALUES (1, 2, 0, 0);
)sql";

// Each script leads a ledger from a version to the next; the first one from version 1. The tables
// above are those of version 2.
constexpr std::array k_upgrades_sql{
    R"sql(
CREATE TABLE epochs (
    scope BLOB PRIMARY KEY,
    epoch INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
ALTER TABLE policies ADD COLUMN key_id INTEGER NOT NULL DEFAULT 1;
ALTER TABLE grants ADD COLUMN key_id INTEGER NOT NULL DEFAULT 1;
ALTER TABLE permissions ADD COLUMN key_id INTEGER NOT NULL DEFAULT 1;
ALTER TABLE approvals ADD COLUMN key_id INTEGER NOT NULL DEFAULT 1;
ALTER TABLE trusts ADD COLUMN key_id INTEGER NOT NULL DEFAULT 1;
UPDATE meta SET schema_version = 2 WHERE id = 1;
)sql",
    // The tree over the entries (ledger/sealed_tree.hpp). A tile is written as a whole, 8 KiB at
    // most, and grows in place.
    R"sql(
CREATE TABLE runs (
    first_leaf INTEGER PRIMARY KEY CHECK (first_leaf >= 0),
    chain INTEGER NOT NULL,
    first_seq INTEGER NOT NULL CHECK (first_seq > 0),
    count INTEGER NOT NULL CHECK (count > 0),
    UNIQUE (chain, first_seq)
) STRICT;

CREATE TABLE tiles (
    level INTEGER NOT NULL CHECK (level >= 0),
    position INTEGER NOT NULL CHECK (position >= 0),
    hashes BLOB NOT NULL,
    PRIMARY KEY (level, position)
) STRICT;

CREATE TABLE checkpoints (
    size INTEGER PRIMARY KEY CHECK (size >= 0),
    note TEXT NOT NULL,
    chain INTEGER NOT NULL,
    seq INTEGER NOT NULL
) STRICT;
UPDATE meta SET schema_version = 3 WHERE id = 1;
)sql",
};
static_assert(k_upgrades_sql.size() + 1 == k_schema_version);

// "iam1": tells our files from those of other programs (see file(1)).
constexpr std::int64_t k_application_id = 0x69616D31;
constexpr char k_set_application_id_sql[] = "PRAGMA application_id = 0x69616D31";

constexpr char k_application_id_sql[] = "PRAGMA application_id";
constexpr char k_count_tables_sql[] = "SELECT count(*) FROM sqlite_schema";
constexpr char k_version_sql[] = "SELECT schema_version FROM meta WHERE id = 1";
constexpr char k_journal_mode_sql[] = "PRAGMA journal_mode = WAL";

Result<void> switch_log_on(Connection& connection) {
    IAM_TRY(cursor, connection.query(k_journal_mode_sql));
    IAM_TRY(found, cursor.step());
    if (!found || cursor.bytes(0) != "wal") {
        return fail(Errc::unavailable,
                    "the ledger cannot keep a write-ahead log in its folder; keep the state on a "
                    "local file system");
    }
    return {};
}

/// Ends the transaction of a change of the tables. The next start looks at the tables again, so an
/// unknown outcome does no harm.
Result<void> commit_tables(Connection& connection) {
    Result<void> committed = connection.commit();
    if (!committed) committed.error().code = Errc::unavailable;
    return committed;
}

Result<void> upgrade_all(Connection& connection, int version) {
    for (int from = version; from < k_schema_version; ++from)
        IAM_CHECK(connection.execute_script(k_upgrades_sql[static_cast<std::size_t>(from - 1)]));
    return commit_tables(connection);
}

Result<void> make_all(Connection& connection) {
    IAM_CHECK(connection.execute_script(k_set_application_id_sql));
    IAM_CHECK(connection.execute_script(k_tables_sql));
    return upgrade_all(connection, 2);
}

}  // namespace

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

Result<void> make_tables(Connection& connection) {
    IAM_CHECK(switch_log_on(connection));
    IAM_CHECK(connection.execute(k_begin_sql));
    Result<void> done = make_all(connection);
    connection.roll_back();
    return done;
}

Result<void> upgrade_tables(Connection& connection, int version) {
    if (version == k_schema_version) return {};
    IAM_CHECK(connection.execute(k_begin_sql));
    Result<void> done = upgrade_all(connection, version);
    connection.roll_back();
    return done;
}

}  // namespace iam::store_sqlite
