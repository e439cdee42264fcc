-- What a tool was held to be when it was called (badges, as JSON), and why the call was allowed or not.
ALTER TABLE call ADD COLUMN held TEXT;
ALTER TABLE call ADD COLUMN why TEXT;
UPDATE call SET why = substr(verdict, 9), verdict = 'denied' WHERE verdict LIKE 'denied: %';

-- Counts what was written to everything but the log of calls: whoever has read the rest need not read it again because
-- calls passed.
CREATE TABLE stamp (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    writes INTEGER NOT NULL
) STRICT;
INSERT INTO stamp VALUES (1, 0);

-- Calls that a person keeps under a name, to run them again.
CREATE TABLE saved_call (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    name        TEXT NOT NULL,
    arguments   TEXT NOT NULL,           -- JSON
    fingerprint TEXT NOT NULL,           -- the definition it was made for
    author      TEXT,
    saved_at    TEXT NOT NULL,
    seal        INTEGER NOT NULL,
    PRIMARY KEY (server, tool, name)
) STRICT, WITHOUT ROWID;

-- What was seen when a tool was called twice.
CREATE TABLE observation (
    id          INTEGER NOT NULL PRIMARY KEY,
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,           -- the definition that was called
    verdict     TEXT NOT NULL,
    sentence    TEXT NOT NULL,
    author      TEXT,
    seen_at     TEXT NOT NULL,
    seal        INTEGER NOT NULL
) STRICT;

-- The last calls a person made of each tool, to make them again. What looks secret is not in it.
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

-- Findings that a person does not want to hear of again, and why.
CREATE TABLE suppression (
    server      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    rule        TEXT NOT NULL,           -- a rule of the linter
    reason      TEXT NOT NULL,
    author      TEXT,
    made_at     TEXT NOT NULL,
    seal        INTEGER NOT NULL,
    PRIMARY KEY (server, tool, rule)
) STRICT, WITHOUT ROWID;
