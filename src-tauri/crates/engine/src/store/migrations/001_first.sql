-- Servers, what they said last, what people decided, and what was exported last.

CREATE TABLE server (
    name      TEXT NOT NULL PRIMARY KEY,
    source    TEXT NOT NULL,             -- JSON: how to reach it
    consent   TEXT NOT NULL,             -- hash of exactly what a person agreed to run
    added_at  TEXT NOT NULL,
    read_at   TEXT,                      -- when its tools were last read whole
    protocol  TEXT,
    failure   TEXT                       -- JSON: why the last attempt failed
) STRICT, WITHOUT ROWID;

CREATE TABLE tool (
    server    TEXT NOT NULL REFERENCES server (name) ON DELETE CASCADE,
    position  INTEGER NOT NULL,          -- in the server's own order
    raw       TEXT NOT NULL,             -- the bytes the server sent
    PRIMARY KEY (server, position)
) STRICT, WITHOUT ROWID;

-- No reference to server or tool: a decision outlives both and returns with them.
CREATE TABLE override (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    field       TEXT NOT NULL,           -- 'title' or a hint's key
    value       TEXT NOT NULL,           -- JSON
    because     TEXT,
    fingerprint TEXT,                    -- the definition it was made against
    decided_at  TEXT NOT NULL,
    PRIMARY KEY (server, tool, field)
) STRICT, WITHOUT ROWID;

CREATE TABLE export (
    target     TEXT NOT NULL PRIMARY KEY,
    path       TEXT NOT NULL,
    written_at TEXT NOT NULL,
    decisions  TEXT NOT NULL             -- the canonical document at that moment
) STRICT, WITHOUT ROWID;
