-- Notes that agents wrote and no person has accepted yet. In a table of their own, so that nothing that reads notes for a
-- model can find them. The columns are those of `note`.
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
    seal       INTEGER NOT NULL,
    PRIMARY KEY (server, tool, id, toolset, name)
) STRICT, WITHOUT ROWID;
