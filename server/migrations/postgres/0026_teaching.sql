-- The classifier of a profile that was stored last. It is derived from the persona, and trained again where there is none.
CREATE TABLE classifiers (
  workspace_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  hash text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
);
-- Compressing numbers again costs time and saves nothing.
ALTER TABLE classifiers ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Where training phrases came from: those that wait to be accepted, and those that were. A conversation may be gone by
-- now. The hash is that of the text, which is too long for a key.
CREATE TABLE taught_phrases (
  workspace_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('alias', 'near_miss')),
  text_hash text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  source text NOT NULL CHECK (source IN ('assistant', 'model', 'inbox', 'page')),
  state text NOT NULL CHECK (state IN ('suggested', 'accepted')),
  conversation_id text COLLATE "C",
  created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, item_id, kind, text_hash),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
);

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['classifiers', 'taught_phrases'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I USING (workspace_id = current_setting(''understudy.workspace'', true))', v_table);
  END LOOP;
END $$;

CREATE INDEX taught_phrases_of_conversation ON taught_phrases (workspace_id, conversation_id, profile_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX taught_phrases_of_fans ON taught_phrases (workspace_id, profile_id) WHERE source IN ('inbox', 'page');
