-- The order of the exports: the last one has the greatest number. Two exports within one second have the same time.
ALTER TABLE export ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
