-- Drafts that creators may still act on: the items that each proposed ([{id, hash}]), and whether it would have been answered while
-- autonomy was off. Neither message nor reply is in it.
CREATE TABLE draft_records (
  workspace_id text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  items json NOT NULL,
  trial text CHECK (trial IN ('automatic', 'review')),
  outcome text CHECK (outcome IN ('unchanged', 'edited', 'rejected')),
  created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, idempotency_key),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
);

-- What became of an item's proposals since it was last changed or released. The hash is that of the item as it was proposed.
CREATE TABLE item_records (
  workspace_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  hash text NOT NULL,
  proposed bigint NOT NULL,
  unchanged bigint NOT NULL,
  edited bigint NOT NULL,
  rejected bigint NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, item_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) WITH (fillfactor = 50);

-- What autonomy would have done for a profile while it was off, and what became of that.
CREATE TABLE trials (
  workspace_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  drafts bigint NOT NULL,
  automatic bigint NOT NULL,
  unchanged bigint NOT NULL,
  edited bigint NOT NULL,
  rejected bigint NOT NULL,
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) WITH (fillfactor = 50);

ALTER TABLE model_usage ADD COLUMN readings bigint NOT NULL DEFAULT 0;
ALTER TABLE model_usage ADD COLUMN checks bigint NOT NULL DEFAULT 0;
ALTER TABLE model_usage ADD COLUMN wordings bigint NOT NULL DEFAULT 0;

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['draft_records', 'item_records', 'trials'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I USING (workspace_id = current_setting(''understudy.workspace'', true))', v_table);
  END LOOP;
END $$;

CREATE INDEX draft_records_by_time ON draft_records (workspace_id, created_at);
