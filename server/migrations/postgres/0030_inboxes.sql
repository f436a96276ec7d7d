-- Connected inboxes. An epoch grows with whatever a draft may rest on: messages, edits, deletions, states.
ALTER TABLE conversations ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN edited_at bigint, ADD COLUMN deleted_at bigint, ADD COLUMN attachments json;
ALTER TABLE workspaces ADD COLUMN shares json;
ALTER TABLE notifications ALTER COLUMN conversation_id DROP NOT NULL, ALTER COLUMN verdict DROP NOT NULL,
  ADD COLUMN type text NOT NULL DEFAULT 'handoff.created', ADD COLUMN about json;

-- Reference tables: they cross workspaces, and hold no content.

CREATE TABLE receiver_directory (
  receiver_id text COLLATE "C" PRIMARY KEY,
  workspace_id text COLLATE "C" NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  UNIQUE (workspace_id, connection_id)
);

-- Threads that wait to be looked at, and those that are held.
CREATE TABLE thread_directory (
  workspace_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  wake_at bigint,
  held_at bigint,
  PRIMARY KEY (workspace_id, conversation_id)
) WITH (fillfactor = 70);
CREATE INDEX thread_directory_waking ON thread_directory (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX thread_directory_held ON thread_directory (workspace_id, held_at) WHERE held_at IS NOT NULL;

CREATE TABLE connections (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces,
  connection_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  settings json NOT NULL,
  state text NOT NULL,
  paused_from text,
  sees_echo boolean NOT NULL DEFAULT false,
  last_event_at bigint,
  created_at bigint NOT NULL,
  receiver_id text COLLATE "C",
  secrets json NOT NULL DEFAULT '[]',
  PRIMARY KEY (workspace_id, connection_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
) WITH (fillfactor = 70);

CREATE TABLE threads (
  workspace_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  wake_at bigint,
  locked_until bigint,
  held text,
  held_at bigint,
  data json NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id),
  UNIQUE (workspace_id, connection_id, thread_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) WITH (fillfactor = 70);

CREATE TABLE early_changes (
  workspace_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  sent_at bigint NOT NULL,
  body text,
  PRIMARY KEY (workspace_id, conversation_id, message_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
);

CREATE TABLE event_keys (
  workspace_id text COLLATE "C" NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  key_hash text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (workspace_id, connection_id, key_hash)
);
CREATE INDEX event_keys_by_time ON event_keys (workspace_id, at);

CREATE TABLE refused_events (
  workspace_id text COLLATE "C" NOT NULL,
  refusal_id text COLLATE "C" NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  data json NOT NULL,
  payload text,
  PRIMARY KEY (workspace_id, refusal_id)
);
CREATE INDEX refused_events_by_time ON refused_events (workspace_id, at);

CREATE TABLE reply_drafts (
  workspace_id text COLLATE "C" NOT NULL,
  draft_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  connection_id text COLLATE "C",
  epoch bigint NOT NULL,
  state text NOT NULL,
  outbox_id text COLLATE "C",
  created_at bigint NOT NULL,
  data json NOT NULL,
  PRIMARY KEY (workspace_id, draft_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) WITH (fillfactor = 80);
CREATE INDEX reply_drafts_of_conversation ON reply_drafts (workspace_id, conversation_id, created_at DESC);
CREATE INDEX reply_drafts_newest ON reply_drafts (workspace_id, created_at DESC, draft_id);

CREATE TABLE outbox (
  workspace_id text COLLATE "C" NOT NULL,
  outbox_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  state text NOT NULL,
  change_number bigint NOT NULL,
  ended_at bigint,
  data json NOT NULL,
  PRIMARY KEY (workspace_id, outbox_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX outbox_of_conversation ON outbox (workspace_id, conversation_id);
CREATE INDEX outbox_changes ON outbox (workspace_id, profile_id, change_number);
CREATE INDEX outbox_ended ON outbox (workspace_id, ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE outbox_claims (
  workspace_id text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  input_hash text NOT NULL,
  outbox_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  response text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, idempotency_key),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
);
CREATE INDEX outbox_claims_of_conversation ON outbox_claims (workspace_id, conversation_id);

CREATE TABLE outbox_counters (
  workspace_id text COLLATE "C" PRIMARY KEY,
  last_change bigint NOT NULL
) WITH (fillfactor = 20);

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['connections', 'threads', 'early_changes', 'event_keys', 'refused_events', 'reply_drafts', 'outbox',
                                 'outbox_claims', 'outbox_counters'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I USING (workspace_id = current_setting(''understudy.workspace'', true))', v_table);
  END LOOP;
END $$;
