-- The rules that exports have denied in a client's file. Other denials in it are the user's own and stay.
CREATE TABLE written_denials (
    target   TEXT NOT NULL,
    path     TEXT NOT NULL,
    rules    TEXT NOT NULL,              -- a JSON list
    checksum INTEGER NOT NULL,
    PRIMARY KEY (target, path)
) STRICT, WITHOUT ROWID;
