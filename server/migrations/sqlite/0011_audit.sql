-- Who did what, in one chain for each workspace and one ('*') for the installation. Entries are added and, from the old end,
-- removed; what is personal in one can be erased, and its chain still holds. Shared: the installation's chain is of no workspace.
CREATE TABLE audit_chains (
  workspace_id   TEXT PRIMARY KEY,
  first_sequence INTEGER NOT NULL,            -- the oldest entry that is kept
  anchor         TEXT NOT NULL,               -- the hash of the entry before that one; empty: there was none
  last_sequence  INTEGER NOT NULL,
  last_hash      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_entries (
  workspace_id  TEXT NOT NULL,
  sequence      INTEGER NOT NULL,
  at            INTEGER NOT NULL,
  body          TEXT NOT NULL,                -- JSON, as it was hashed: what was done, by which id, to what
  personal      TEXT,                         -- JSON: names, addresses, conversations; null: erased
  salt          TEXT,                         -- of personal_hash; goes with what is personal
  personal_hash TEXT NOT NULL,
  hash          TEXT NOT NULL,
  actor_id      TEXT,                         -- by which an erasure finds it
  subject       TEXT,                         -- the conversation that it is about
  PRIMARY KEY (workspace_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_entries_of_actor ON audit_entries (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_of_subject ON audit_entries (workspace_id, subject) WHERE subject IS NOT NULL;
