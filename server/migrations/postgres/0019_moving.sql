-- At most one row: this data is being moved to another store or has been (source), or is being filled from one (target).
CREATE TABLE transfer (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  transfer_id text NOT NULL,
  role text NOT NULL CHECK (role IN ('source', 'target')),
  state text NOT NULL CHECK (state IN ('copying', 'complete')),
  peer text NOT NULL,
  position text,
  started_at bigint NOT NULL
);
