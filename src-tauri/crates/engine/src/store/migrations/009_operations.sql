-- The operations of a server's OpenAPI document, where only some become tools, as the last scan found them.
CREATE TABLE operation (
    server    TEXT NOT NULL REFERENCES server (name) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    is_chosen INTEGER NOT NULL,
    is_new    INTEGER NOT NULL,          -- added to the document after the operations were chosen
    PRIMARY KEY (server, name)
) STRICT, WITHOUT ROWID;
