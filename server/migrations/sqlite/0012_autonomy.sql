-- Drafts that creators may still act on: the items that each proposed, and whether it would have been answered while autonomy
-- was off. Neither message nor reply is in it.
CREATE TABLE draft_records (
  workspace_id    TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  profile_id      TEXT NOT NULL,
  items           TEXT NOT NULL,              -- JSON: [{id, hash}]
  trial           TEXT CHECK (trial IN ('automatic', 'review')),
  outcome         TEXT CHECK (outcome IN ('unchanged', 'edited', 'rejected')),
  created_at      INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, idempotency_key),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX draft_records_by_time ON draft_records (created_at);

-- What became of an item's proposals since it was last changed or released.
CREATE TABLE item_records (
  workspace_id TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  item_id      TEXT NOT NULL,
  hash         TEXT NOT NULL,                 -- of the item as it was proposed
  proposed     INTEGER NOT NULL,
  unchanged    INTEGER NOT NULL,
  edited       INTEGER NOT NULL,
  rejected     INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, item_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What autonomy would have done for a profile while it was off, and what became of that.
CREATE TABLE trials (
  workspace_id TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  drafts       INTEGER NOT NULL,
  automatic    INTEGER NOT NULL,
  unchanged    INTEGER NOT NULL,              -- of those that would have been automatic
  edited       INTEGER NOT NULL,
  rejected     INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

ALTER TABLE model_usage ADD COLUMN readings INTEGER NOT NULL DEFAULT 0;
ALTER TABLE model_usage ADD COLUMN checks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE model_usage ADD COLUMN wordings INTEGER NOT NULL DEFAULT 0;
