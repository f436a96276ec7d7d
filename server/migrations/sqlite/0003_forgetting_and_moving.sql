-- A write knows its conversation, so that its answer goes with it. An older one does not, and goes by its own time.
ALTER TABLE writes ADD COLUMN conversation_id TEXT;
CREATE INDEX writes_of_conversation ON writes (workspace_id, conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX charges_by_period ON charges (period);
CREATE INDEX notifications_finished ON notifications (created_at) WHERE due_at IS NULL;

-- At most one row: this data is being moved to another store or has been (source), or is being filled from one (target).
CREATE TABLE transfer (
  is_only     INTEGER PRIMARY KEY CHECK (is_only = 1),
  transfer_id TEXT NOT NULL,
  role        TEXT NOT NULL CHECK (role IN ('source', 'target')),
  state       TEXT NOT NULL CHECK (state IN ('copying', 'complete')),
  peer        TEXT NOT NULL,
  position    TEXT,                           -- a target's: up to where the source's rows are here
  started_at  INTEGER NOT NULL
) STRICT;
