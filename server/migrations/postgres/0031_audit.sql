-- Who did what, in one chain for each workspace and one ('*') for the installation. Entries are added and, from the old end,
-- removed; what is personal in one can be erased, and its chain still holds. Reference tables: the installation's chain is of no
-- workspace, and no entry holds what a workspace contains.
CREATE TABLE audit_chains (
  workspace_id text COLLATE "C" PRIMARY KEY,
  first_sequence bigint NOT NULL, -- the oldest entry that is kept
  anchor text NOT NULL,           -- the hash of the entry before that one; empty: there was none
  last_sequence bigint NOT NULL,
  last_hash text NOT NULL
) WITH (fillfactor = 80);

CREATE TABLE audit_entries (
  workspace_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  at bigint NOT NULL,
  body text NOT NULL,          -- JSON, as it was hashed: what was done, by which id, to what
  personal text,               -- JSON: names, addresses, conversations; null: erased
  salt text,                   -- of personal_hash; goes with what is personal
  personal_hash text NOT NULL,
  hash text NOT NULL,
  actor_id text COLLATE "C",   -- by which an erasure finds it
  subject text COLLATE "C",    -- the conversation that it is about
  PRIMARY KEY (workspace_id, sequence)
);
CREATE INDEX audit_entries_of_actor ON audit_entries (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_of_subject ON audit_entries (workspace_id, subject) WHERE subject IS NOT NULL;
