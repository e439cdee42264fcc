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
