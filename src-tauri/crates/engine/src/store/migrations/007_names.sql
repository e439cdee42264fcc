-- Names of tables and columns as in the code and on the command line. A row's checksum covers the name of its table, and
-- entries of the history name tables and columns: the migration updates both.

ALTER TABLE remark   RENAME TO comment;
ALTER TABLE equipped RENAME TO active_toolset;
ALTER TABLE former   RENAME TO tool_version;
ALTER TABLE stamp    RENAME TO write_counter;

ALTER TABLE active_toolset RENAME COLUMN equipped_at TO activated_at;
ALTER TABLE rule           RENAME COLUMN seen        TO written_at_refresh;
ALTER TABLE observation    RENAME COLUMN seen_at     TO observed_at;
ALTER TABLE suppression    RENAME COLUMN made_at     TO suppressed_at;
ALTER TABLE history        RENAME COLUMN act         TO summary;
ALTER TABLE history        RENAME COLUMN lasting     TO irreversible;
ALTER TABLE call           RENAME COLUMN held        TO effective_hints;
ALTER TABLE server         RENAME COLUMN list        TO list_id;
ALTER TABLE server         RENAME COLUMN tools       TO tool_count;
ALTER TABLE server         RENAME COLUMN first_read  TO first_refresh;
ALTER TABLE server         RENAME COLUMN cut         TO truncation;
ALTER TABLE server         RENAME COLUMN remarks     TO problems;

ALTER TABLE active_toolset RENAME COLUMN seal TO checksum;
ALTER TABLE comment        RENAME COLUMN seal TO checksum;
ALTER TABLE environment    RENAME COLUMN seal TO checksum;
ALTER TABLE export         RENAME COLUMN seal TO checksum;
ALTER TABLE history        RENAME COLUMN seal TO checksum;
ALTER TABLE note           RENAME COLUMN seal TO checksum;
ALTER TABLE observation    RENAME COLUMN seal TO checksum;
ALTER TABLE override       RENAME COLUMN seal TO checksum;
ALTER TABLE policy         RENAME COLUMN seal TO checksum;
ALTER TABLE preference     RENAME COLUMN seal TO checksum;
ALTER TABLE proposed_note  RENAME COLUMN seal TO checksum;
ALTER TABLE refresh        RENAME COLUMN seal TO checksum;
ALTER TABLE review         RENAME COLUMN seal TO checksum;
ALTER TABLE rule           RENAME COLUMN seal TO checksum;
ALTER TABLE saved_call     RENAME COLUMN seal TO checksum;
ALTER TABLE server         RENAME COLUMN seal TO checksum;
ALTER TABLE suppression    RENAME COLUMN seal TO checksum;
ALTER TABLE tool           RENAME COLUMN seal TO checksum;
ALTER TABLE tool_version   RENAME COLUMN seal TO checksum;
ALTER TABLE toolset        RENAME COLUMN seal TO checksum;
ALTER TABLE toolset_tool   RENAME COLUMN seal TO checksum;

-- The order of the exports: the last one has the greatest number. Two exports within one second have the same time.
ALTER TABLE export ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
