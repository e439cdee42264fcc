-- Generated from the migrations by a test of migrations.rs.

CREATE TABLE server (
    name      TEXT NOT NULL PRIMARY KEY,
    source    TEXT NOT NULL,             -- JSON: how to reach it
    consent   TEXT NOT NULL,             -- hash of exactly what a person agreed to run
    added_at  TEXT NOT NULL,
    read_at   TEXT,                      -- when its tools were last read whole
    protocol  TEXT,
    failure   TEXT                       -- JSON: why the last attempt failed
, enabled     INTEGER NOT NULL DEFAULT 1, destructive TEXT NOT NULL DEFAULT 'narrow', open_world  TEXT NOT NULL DEFAULT 'byTool', list_id        INTEGER NOT NULL DEFAULT 0, era         TEXT, latency_ms  INTEGER, signed_in   TEXT, issuer      TEXT, challenge   TEXT, truncation         TEXT, problems     TEXT NOT NULL DEFAULT '[]', output      TEXT NOT NULL DEFAULT '[]', tool_count      INTEGER NOT NULL DEFAULT 0, first_refresh INTEGER, checksum       INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;

CREATE TABLE preference (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL                  -- JSON
, checksum INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;

CREATE TABLE environment (
    name      TEXT NOT NULL PRIMARY KEY,
    added_at  TEXT NOT NULL,
    checksum      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE "override" (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    environment TEXT NOT NULL,           -- '' is the base
    field       TEXT NOT NULL,           -- 'title' or a hint's key
    value       TEXT NOT NULL,           -- JSON
    because     TEXT,
    fingerprint TEXT,                    -- the definition it was made against
    author      TEXT,
    decided_at  TEXT NOT NULL,
    checksum        INTEGER NOT NULL,
    PRIMARY KEY (server, tool, environment, field)
) STRICT, WITHOUT ROWID;

CREATE TABLE rule (
    environment TEXT NOT NULL,           -- '' is the base
    selector    TEXT NOT NULL,           -- SERVER.TOOL with * and ?
    field       TEXT NOT NULL,           -- a hint's key
    value       TEXT NOT NULL,           -- JSON
    because     TEXT,
    written_at_refresh        INTEGER NOT NULL,        -- the newest refresh when it was written
    author      TEXT,
    decided_at  TEXT NOT NULL,
    checksum        INTEGER NOT NULL,
    PRIMARY KEY (environment, selector, field)
) STRICT, WITHOUT ROWID;

CREATE TABLE review (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,           -- the definition that was reviewed
    author      TEXT,
    reviewed_at TEXT NOT NULL,
    checksum        INTEGER NOT NULL,
    PRIMARY KEY (server, tool)
) STRICT, WITHOUT ROWID;

CREATE TABLE toolset (
    name     TEXT NOT NULL PRIMARY KEY,
    added_at TEXT NOT NULL,
    checksum     INTEGER NOT NULL
, description TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE policy (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    environment TEXT NOT NULL,           -- '' is the base
    mode        TEXT NOT NULL,           -- how a call is met
    author      TEXT,
    decided_at  TEXT NOT NULL,
    checksum        INTEGER NOT NULL,
    PRIMARY KEY (server, tool, environment)
) STRICT, WITHOUT ROWID;

CREATE TABLE call (
    id        INTEGER PRIMARY KEY,
    at        TEXT NOT NULL,
    server    TEXT NOT NULL,
    tool      TEXT NOT NULL,
    client    TEXT,
    arguments TEXT NOT NULL,
    verdict   TEXT NOT NULL,
    outcome   TEXT,
    took_ms   INTEGER
, effective_hints TEXT, why TEXT) STRICT;

CREATE TABLE history (
    id        INTEGER PRIMARY KEY,
    at        TEXT NOT NULL,
    author    TEXT NOT NULL,
    via       TEXT NOT NULL,             -- the door it came through
    summary       TEXT NOT NULL,             -- what was done, in words
    size      INTEGER NOT NULL,          -- how many rows it changed
    changes   TEXT NOT NULL,             -- JSON: each row before and after
    irreversible   INTEGER NOT NULL,          -- 1: it cannot be taken back here
    undoes    INTEGER,                   -- the entry that this one took back
    redoes    INTEGER,                   -- the entry that this one did again
    undone_by INTEGER,
    checksum      INTEGER NOT NULL
) STRICT;

CREATE TABLE refresh (
    id      INTEGER PRIMARY KEY,
    server  TEXT NOT NULL,
    at      TEXT NOT NULL,
    added   INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    gone    INTEGER NOT NULL,
    checksum    INTEGER NOT NULL
) STRICT;

CREATE TABLE "tool" (
    server      TEXT NOT NULL REFERENCES server (name) ON DELETE CASCADE,
    position    INTEGER NOT NULL,        -- in the server's own order
    name        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    since       INTEGER NOT NULL,        -- the refresh that brought this definition
    first       INTEGER NOT NULL,        -- the refresh that brought the tool
    checksum        INTEGER NOT NULL,
    raw         TEXT NOT NULL,           -- the bytes the server sent
    PRIMARY KEY (server, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE "tool_version" (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    until       INTEGER NOT NULL,        -- the refresh that ended it
    since       INTEGER NOT NULL,
    gone        INTEGER NOT NULL,        -- 1: the tool went, 0: another definition came
    fingerprint TEXT NOT NULL,
    checksum        INTEGER NOT NULL,
    raw         TEXT NOT NULL,
    PRIMARY KEY (server, tool, until)
) STRICT, WITHOUT ROWID;

CREATE TABLE "toolset_tool" (
    toolset  TEXT NOT NULL,
    server   TEXT NOT NULL,              -- '' with tool '': only the id is known
    tool     TEXT NOT NULL,
    id       TEXT NOT NULL,              -- the definition it was chosen with; '' is unknown
    added_at TEXT NOT NULL,
    checksum     INTEGER NOT NULL,
    PRIMARY KEY (toolset, server, tool, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE "note" (
    server     TEXT NOT NULL,            -- '' with tool '': only the id is known
    tool       TEXT NOT NULL,
    id         TEXT NOT NULL,            -- the definition it is about, where no name is known
    toolset    TEXT NOT NULL,            -- '' is every toolset
    name       TEXT NOT NULL,
    text       TEXT NOT NULL,
    position   INTEGER NOT NULL,         -- notes are read in the order they were added
    author     TEXT,
    written_at TEXT NOT NULL,
    checksum       INTEGER NOT NULL,
    PRIMARY KEY (server, tool, id, toolset, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE "active_toolset" (
    environment TEXT NOT NULL PRIMARY KEY,   -- '' is the base
    toolset     TEXT NOT NULL,
    activated_at TEXT NOT NULL,
    checksum        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE "comment" (
    server     TEXT NOT NULL,
    tool       TEXT NOT NULL,
    text       TEXT NOT NULL,
    author     TEXT,
    written_at TEXT NOT NULL,
    checksum       INTEGER NOT NULL,
    PRIMARY KEY (server, tool)
) STRICT, WITHOUT ROWID;

CREATE TABLE "write_counter" (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    writes INTEGER NOT NULL
) STRICT;

CREATE TABLE saved_call (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    name        TEXT NOT NULL,
    arguments   TEXT NOT NULL,           -- JSON
    fingerprint TEXT NOT NULL,           -- the definition it was made for
    author      TEXT,
    saved_at    TEXT NOT NULL,
    checksum        INTEGER NOT NULL,
    PRIMARY KEY (server, tool, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE observation (
    id          INTEGER NOT NULL PRIMARY KEY,
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,           -- the definition that was called
    verdict     TEXT NOT NULL,
    sentence    TEXT NOT NULL,
    author      TEXT,
    observed_at     TEXT NOT NULL,
    checksum        INTEGER NOT NULL
) STRICT;

CREATE TABLE run (
    id        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    server    TEXT NOT NULL,
    tool      TEXT NOT NULL,
    at        TEXT NOT NULL,
    arguments TEXT NOT NULL,             -- JSON
    left_out  TEXT NOT NULL,             -- the names of arguments that were not kept, as JSON
    verdict   TEXT NOT NULL,
    outcome   TEXT,
    took_ms   INTEGER
) STRICT;

CREATE INDEX run_of ON run (server, tool, id);

CREATE TABLE suppression (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    rule        TEXT NOT NULL,           -- a rule of the linter
    reason      TEXT NOT NULL,
    author      TEXT,
    suppressed_at     TEXT NOT NULL,
    checksum        INTEGER NOT NULL,
    PRIMARY KEY (server, tool, rule)
) STRICT, WITHOUT ROWID;

CREATE TABLE proposed_note (
    server     TEXT NOT NULL,
    tool       TEXT NOT NULL,
    id         TEXT NOT NULL,
    toolset    TEXT NOT NULL,
    name       TEXT NOT NULL,
    text       TEXT NOT NULL,
    position   INTEGER NOT NULL,
    author     TEXT,
    written_at TEXT NOT NULL,
    checksum       INTEGER NOT NULL,
    PRIMARY KEY (server, tool, id, toolset, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE export (
    target     TEXT NOT NULL,
    path       TEXT NOT NULL,
    written_at TEXT NOT NULL,
    decisions  TEXT NOT NULL,            -- the canonical document at that moment
    digests    TEXT,
    servers    TEXT,
    sequence   INTEGER NOT NULL DEFAULT 0,
    checksum   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (target, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE guess_correction (
    server       TEXT NOT NULL,
    tool         TEXT NOT NULL,
    hint         TEXT NOT NULL,
    guess        INTEGER NOT NULL,       -- the wrong value
    rule         TEXT NOT NULL,          -- the rule of the inference that decided it
    author       TEXT,
    corrected_at TEXT NOT NULL,
    checksum     INTEGER NOT NULL,
    PRIMARY KEY (server, tool, hint)
) STRICT, WITHOUT ROWID;

CREATE TABLE operation (
    server    TEXT NOT NULL REFERENCES server (name) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    is_chosen INTEGER NOT NULL,
    is_new    INTEGER NOT NULL,          -- added to the document after the operations were chosen
    PRIMARY KEY (server, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE written_denials (
    target   TEXT NOT NULL,
    path     TEXT NOT NULL,
    rules    TEXT NOT NULL,              -- a JSON list
    checksum INTEGER NOT NULL,
    PRIMARY KEY (target, path)
) STRICT, WITHOUT ROWID;

INSERT INTO write_counter VALUES (1, 0);
