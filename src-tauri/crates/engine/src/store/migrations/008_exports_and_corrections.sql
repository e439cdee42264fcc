-- The last export to each file. Before, a target had one row, so an export to a second file forgot the first. An export may
-- be limited to servers, in a JSON list. The migration copies the rows, whose checksums cover the new column.

ALTER TABLE export RENAME TO former_export;

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

-- Inferred values that users marked as wrong.
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
