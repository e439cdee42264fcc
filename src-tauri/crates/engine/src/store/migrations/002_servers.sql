-- Servers of every kind: how their tools are to be read, and what was learned when they were reached.

ALTER TABLE server ADD COLUMN enabled     INTEGER NOT NULL DEFAULT 1;
ALTER TABLE server ADD COLUMN destructive TEXT NOT NULL DEFAULT 'narrow';  -- how the hint is read when it is inferred
ALTER TABLE server ADD COLUMN open_world  TEXT NOT NULL DEFAULT 'byTool';
ALTER TABLE server ADD COLUMN list        INTEGER NOT NULL DEFAULT 0;      -- names the list of tools that is stored now
ALTER TABLE server ADD COLUMN era         TEXT;
ALTER TABLE server ADD COLUMN latency_ms  INTEGER;
ALTER TABLE server ADD COLUMN signed_in   TEXT;                            -- when, if somebody did
ALTER TABLE server ADD COLUMN issuer      TEXT;                            -- who signed them in
ALTER TABLE server ADD COLUMN challenge   TEXT;                            -- what it said when it refused us
ALTER TABLE server ADD COLUMN cut         TEXT;                            -- why its list ends before the server's
ALTER TABLE server ADD COLUMN remarks     TEXT NOT NULL DEFAULT '[]';      -- JSON: what was left out of a document
ALTER TABLE server ADD COLUMN output      TEXT NOT NULL DEFAULT '[]';      -- JSON: its last lines on standard error

CREATE TABLE preference (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL                  -- JSON
) STRICT, WITHOUT ROWID;
