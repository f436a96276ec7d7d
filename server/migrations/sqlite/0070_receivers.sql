-- What brings messages of one application, bot or mailbox of a provider, for one connection or for many.
CREATE TABLE receivers (
  receiver_id  TEXT PRIMARY KEY,
  workspace_id TEXT,                        -- NULL: the operator's
  is_pulled    INTEGER NOT NULL,
  data         TEXT NOT NULL                -- JSON; secrets in it are sealed
) STRICT, WITHOUT ROWID;
CREATE INDEX receivers_pulled ON receivers (receiver_id) WHERE is_pulled = 1;
