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
