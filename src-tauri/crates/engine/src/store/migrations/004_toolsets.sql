-- Toolsets whose tools may be known by the id of a definition alone, notes in the order they were added, which toolset is
-- equipped where, remarks that no model sees, and what an exported file looked like when it was written.

ALTER TABLE toolset ADD COLUMN description TEXT;

CREATE TABLE chosen (
    toolset  TEXT NOT NULL,
    server   TEXT NOT NULL,              -- '' with tool '': only the id is known
    tool     TEXT NOT NULL,
    id       TEXT NOT NULL,              -- the definition it was chosen with; '' is unknown
    added_at TEXT NOT NULL,
    seal     INTEGER NOT NULL,
    PRIMARY KEY (toolset, server, tool, id)
) STRICT, WITHOUT ROWID;
INSERT INTO chosen
    SELECT toolset, server, tool, coalesce(fingerprint, ''), added_at, 0 FROM toolset_tool;
DROP TABLE toolset_tool;
ALTER TABLE chosen RENAME TO toolset_tool;

CREATE TABLE written (
    server     TEXT NOT NULL,            -- '' with tool '': only the id is known
    tool       TEXT NOT NULL,
    id         TEXT NOT NULL,            -- the definition it is about, where no name is known
    toolset    TEXT NOT NULL,            -- '' is every toolset
    name       TEXT NOT NULL,
    text       TEXT NOT NULL,
    position   INTEGER NOT NULL,         -- notes are read in the order they were added
    author     TEXT,
    written_at TEXT NOT NULL,
    seal       INTEGER NOT NULL,
    PRIMARY KEY (server, tool, id, toolset, name)
) STRICT, WITHOUT ROWID;
INSERT INTO written
    SELECT server, tool, '', toolset, name, text, row_number() OVER (ORDER BY written_at), author, written_at, 0
    FROM note;
DROP TABLE note;
ALTER TABLE written RENAME TO note;

CREATE TABLE equipped (
    environment TEXT NOT NULL PRIMARY KEY,   -- '' is the base
    toolset     TEXT NOT NULL,
    equipped_at TEXT NOT NULL,
    seal        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE remark (
    server     TEXT NOT NULL,
    tool       TEXT NOT NULL,
    text       TEXT NOT NULL,
    author     TEXT,
    written_at TEXT NOT NULL,
    seal       INTEGER NOT NULL,
    PRIMARY KEY (server, tool)
) STRICT, WITHOUT ROWID;

ALTER TABLE export ADD COLUMN digests TEXT;   -- of its files as they were written, with blanks between
