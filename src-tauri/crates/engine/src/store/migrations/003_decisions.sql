-- Environments, rules, reviews, notes, toolsets, policies, the log of calls, former definitions, and the history of
-- every change. A row's seal is a checksum of its other columns: SQLite would not notice a flipped byte in a value.

CREATE TABLE environment (
    name      TEXT NOT NULL PRIMARY KEY,
    added_at  TEXT NOT NULL,
    seal      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- No reference to server, tool or environment: a decision outlives them all and returns with them.
CREATE TABLE decided (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    environment TEXT NOT NULL,           -- '' is the base
    field       TEXT NOT NULL,           -- 'title' or a hint's key
    value       TEXT NOT NULL,           -- JSON
    because     TEXT,
    fingerprint TEXT,                    -- the definition it was made against
    author      TEXT,
    decided_at  TEXT NOT NULL,
    seal        INTEGER NOT NULL,
    PRIMARY KEY (server, tool, environment, field)
) STRICT, WITHOUT ROWID;
INSERT INTO decided
    SELECT server, tool, '', field, value, because, fingerprint, NULL, decided_at, 0 FROM override;
DROP TABLE override;
ALTER TABLE decided RENAME TO override;

CREATE TABLE rule (
    environment TEXT NOT NULL,           -- '' is the base
    selector    TEXT NOT NULL,           -- SERVER.TOOL with * and ?
    field       TEXT NOT NULL,           -- a hint's key
    value       TEXT NOT NULL,           -- JSON
    because     TEXT,
    seen        INTEGER NOT NULL,        -- the newest refresh when it was written
    author      TEXT,
    decided_at  TEXT NOT NULL,
    seal        INTEGER NOT NULL,
    PRIMARY KEY (environment, selector, field)
) STRICT, WITHOUT ROWID;

CREATE TABLE review (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,           -- the definition that was reviewed
    author      TEXT,
    reviewed_at TEXT NOT NULL,
    seal        INTEGER NOT NULL,
    PRIMARY KEY (server, tool)
) STRICT, WITHOUT ROWID;

CREATE TABLE note (
    server     TEXT NOT NULL,
    tool       TEXT NOT NULL,
    toolset    TEXT NOT NULL,            -- '' is every toolset
    name       TEXT NOT NULL,
    text       TEXT NOT NULL,
    author     TEXT,
    written_at TEXT NOT NULL,
    seal       INTEGER NOT NULL,
    PRIMARY KEY (server, tool, toolset, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE toolset (
    name     TEXT NOT NULL PRIMARY KEY,
    added_at TEXT NOT NULL,
    seal     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE toolset_tool (
    toolset     TEXT NOT NULL,
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    fingerprint TEXT,                    -- the definition it was chosen with
    added_at    TEXT NOT NULL,
    seal        INTEGER NOT NULL,
    PRIMARY KEY (toolset, server, tool)
) STRICT, WITHOUT ROWID;

CREATE TABLE policy (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    environment TEXT NOT NULL,           -- '' is the base
    mode        TEXT NOT NULL,           -- how a call is met
    author      TEXT,
    decided_at  TEXT NOT NULL,
    seal        INTEGER NOT NULL,
    PRIMARY KEY (server, tool, environment)
) STRICT, WITHOUT ROWID;

-- What passed through the gateway or was run by hand. Old rows go; nothing is decided by them.
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
) STRICT;

CREATE TABLE history (
    id        INTEGER PRIMARY KEY,
    at        TEXT NOT NULL,
    author    TEXT NOT NULL,
    via       TEXT NOT NULL,             -- the door it came through
    act       TEXT NOT NULL,             -- what was done, in words
    size      INTEGER NOT NULL,          -- how many rows it changed
    changes   TEXT NOT NULL,             -- JSON: each row before and after
    lasting   INTEGER NOT NULL,          -- 1: it cannot be taken back here
    undoes    INTEGER,                   -- the entry that this one took back
    redoes    INTEGER,                   -- the entry that this one did again
    undone_by INTEGER,
    seal      INTEGER NOT NULL
) STRICT;

-- A reading that found something new. What decisions were made before or after is told by the number, not the clock.
CREATE TABLE refresh (
    id      INTEGER PRIMARY KEY,
    server  TEXT NOT NULL,
    at      TEXT NOT NULL,
    added   INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    gone    INTEGER NOT NULL,
    seal    INTEGER NOT NULL
) STRICT;
INSERT INTO refresh
    SELECT 1, '', max(read_at), 0, 0, 0, 0 FROM server WHERE read_at IS NOT NULL HAVING count(*) > 0;

CREATE TABLE listed (
    server      TEXT NOT NULL REFERENCES server (name) ON DELETE CASCADE,
    position    INTEGER NOT NULL,        -- in the server's own order
    name        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    since       INTEGER NOT NULL,        -- the refresh that brought this definition
    first       INTEGER NOT NULL,        -- the refresh that brought the tool
    seal        INTEGER NOT NULL,
    raw         TEXT NOT NULL,           -- the bytes the server sent
    PRIMARY KEY (server, position)
) STRICT, WITHOUT ROWID;
INSERT INTO listed SELECT server, position, '', '', 1, 1, 0, raw FROM tool;
DROP TABLE tool;
ALTER TABLE listed RENAME TO tool;

-- What a server said before. Bounded; what a decision or a review is about stays.
CREATE TABLE former (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    until       INTEGER NOT NULL,        -- the refresh that ended it
    since       INTEGER NOT NULL,
    gone        INTEGER NOT NULL,        -- 1: the tool went, 0: another definition came
    fingerprint TEXT NOT NULL,
    seal        INTEGER NOT NULL,
    raw         TEXT NOT NULL,
    PRIMARY KEY (server, tool, until)
) STRICT, WITHOUT ROWID;

ALTER TABLE server ADD COLUMN tools      INTEGER NOT NULL DEFAULT 0;  -- how many its list has
ALTER TABLE server ADD COLUMN first_read INTEGER;                     -- the refresh that brought its first list
ALTER TABLE server ADD COLUMN seal       INTEGER NOT NULL DEFAULT 0;
UPDATE server SET tools = (SELECT count(*) FROM tool WHERE tool.server = server.name);
UPDATE server SET first_read = 1 WHERE read_at IS NOT NULL;
ALTER TABLE export     ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE preference ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
