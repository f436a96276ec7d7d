-- What the creator is writing, besides what is live; a persona of null: nothing differs from that.
CREATE TABLE persona_drafts (
  workspace_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  base_revision text,
  unpublished int NOT NULL,
  updated_at bigint NOT NULL,
  updated_by text NOT NULL,
  persona json,
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
);

-- Who changed what and when. Each change made one version.
CREATE TABLE persona_changes (
  workspace_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  at bigint NOT NULL,
  account_id text COLLATE "C",
  by_name text NOT NULL,
  action text NOT NULL,
  item_kind text,
  item_id text,
  title text NOT NULL,
  conversation_id text COLLATE "C",
  before text,
  after text,
  PRIMARY KEY (workspace_id, profile_id, version),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
);

-- What a person made of a draft, for whoever opens the conversation next.
CREATE TABLE conversation_replies (
  workspace_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  reply text NOT NULL,
  by_name text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
);

CREATE TABLE test_cases (
  workspace_id text COLLATE "C" NOT NULL,
  case_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  message text NOT NULL,
  history text NOT NULL,
  expected text,
  created_at bigint NOT NULL,
  by_name text NOT NULL,
  PRIMARY KEY (workspace_id, case_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
);

-- What was charged on one day (YYYY-MM-DD in UTC), drafts by what they decided.
CREATE TABLE activity (
  workspace_id text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  intent text COLLATE "C" NOT NULL,
  risk_level text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, day, source, intent, risk_level)
) WITH (fillfactor = 50);

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['persona_drafts', 'persona_changes', 'conversation_replies', 'test_cases', 'activity'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I USING (workspace_id = current_setting(''understudy.workspace'', true))', v_table);
  END LOOP;
END $$;

CREATE INDEX notifications_of_conversation ON notifications (workspace_id, conversation_id, created_at DESC);
