-- Requests within the last 60 s, oldest first: bucket n holds counts[n] requests, the last of them at lasts[n]. A bucket
-- takes requests for one second from its first, so 61 buckets suffice; it leaves 60 s after its last request.
CREATE TYPE request_window AS (lasts bigint[], counts int[], opened_at bigint);

-- Reference tables: they cross workspaces, and hold no content.

CREATE TABLE workspace_directory (
  workspace_id text COLLATE "C" PRIMARY KEY,
  notifications_due_at bigint
);
CREATE INDEX workspace_directory_due ON workspace_directory (notifications_due_at) WHERE notifications_due_at IS NOT NULL;

CREATE TABLE key_directory (
  key_hash text COLLATE "C" PRIMARY KEY,
  workspace_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL UNIQUE
);

CREATE UNLOGGED TABLE address_windows (
  address text COLLATE "C" PRIMARY KEY,
  failures request_window NOT NULL,
  last_at bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX address_windows_idle ON address_windows (last_at);

-- Tenant tables: every primary key begins with workspace_id.

CREATE TABLE workspaces (
  workspace_id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('creator', 'studio', 'agency')),
  status text NOT NULL CHECK (status IN ('active', 'inactive')),
  monthly_replies bigint CHECK (monthly_replies >= 0),
  allowed_origins text[] NOT NULL,
  notifications json,
  webhook_secret text,
  created_at bigint NOT NULL
);

CREATE TABLE keys (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces,
  key_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint,
  requests bigint NOT NULL DEFAULT 0,
  successor_id text COLLATE "C",
  PRIMARY KEY (workspace_id, key_id)
) WITH (fillfactor = 80);

CREATE UNLOGGED TABLE key_windows (
  workspace_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  requests request_window NOT NULL,
  PRIMARY KEY (workspace_id, key_id)
) WITH (fillfactor = 50);

CREATE TABLE profiles (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces,
  profile_id text COLLATE "C" NOT NULL,
  display_name text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'inactive')),
  persona json NOT NULL,
  revision text NOT NULL,
  PRIMARY KEY (workspace_id, profile_id)
);

CREATE TABLE conversations (
  workspace_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  channel text,
  contact json,
  relationship json,
  state text NOT NULL CHECK (state IN ('open', 'awaiting_owner', 'closed')),
  messages bigint NOT NULL DEFAULT 0,
  last_message_at bigint,
  PRIMARY KEY (workspace_id, conversation_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
);
CREATE INDEX conversations_newest ON conversations (workspace_id, last_message_at DESC NULLS LAST, conversation_id);
CREATE INDEX conversations_by_state ON conversations (workspace_id, state, last_message_at DESC NULLS LAST, conversation_id);

CREATE TABLE messages (
  workspace_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  direction text NOT NULL CHECK (direction IN ('inbound', 'outbound')),
  sender_type text,
  body text NOT NULL,
  sent_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, message_id)
);
-- Partial, so that only what asks for an order takes it (`position > 0` holds for every message): without statistics the
-- planner cannot tell it from the primary key, and would read a whole conversation to find one message.
CREATE INDEX messages_in_order ON messages (workspace_id, conversation_id, sent_at, position) WHERE position > 0;
CREATE INDEX messages_inbound ON messages (workspace_id, conversation_id, sent_at, position) WHERE direction = 'inbound';

-- One row for each logical write. `charged_period` is set while a lease reserves a unit of that period's allowance.
CREATE TABLE writes (
  workspace_id text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL CHECK (operation IN ('draft', 'handoff')),
  idempotency_key text COLLATE "C" NOT NULL,
  input_hash text NOT NULL,
  state text NOT NULL CHECK (state IN ('leased', 'stored', 'released')),
  lease_token text,
  lease_until bigint,
  charged_period text COLLATE "C",
  expires_at bigint NOT NULL,
  response text,
  trace text,
  PRIMARY KEY (workspace_id, operation, idempotency_key)
) WITH (fillfactor = 80);
CREATE INDEX writes_leased ON writes (workspace_id, lease_until) WHERE state = 'leased';
CREATE INDEX writes_expiring ON writes (workspace_id, expires_at);

-- Replies charged or reserved (api, inbox, page), and what else is counted, in one period of one workspace.
CREATE TABLE usage (
  workspace_id text COLLATE "C" NOT NULL,
  period text COLLATE "C" NOT NULL,
  api bigint NOT NULL DEFAULT 0 CHECK (api >= 0),
  inbox bigint NOT NULL DEFAULT 0 CHECK (inbox >= 0),
  page bigint NOT NULL DEFAULT 0 CHECK (page >= 0),
  replays bigint NOT NULL DEFAULT 0,
  handoffs bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, period)
) WITH (fillfactor = 20);

-- What connected inboxes and creator Pages charged, once per source and id.
CREATE TABLE external_charges (
  workspace_id text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL CHECK (source IN ('inbox', 'page')),
  external_id text COLLATE "C" NOT NULL,
  period text COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, source, external_id)
);

-- `due_at`: when a queued one is tried next, or when the claim of a delivering one runs out; null when it is finished.
CREATE TABLE notifications (
  workspace_id text COLLATE "C" NOT NULL,
  notification_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'delivering', 'delivered', 'failed')),
  verdict json NOT NULL,
  channels json NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  due_at bigint,
  delivered_at bigint,
  claim_token text,
  PRIMARY KEY (workspace_id, notification_id)
);
CREATE INDEX notifications_due ON notifications (workspace_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notifications_newest ON notifications (workspace_id, created_at DESC, notification_id);

-- The second lock: whoever owns the tables sees only the workspace that the transaction set, and nothing before it is set.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['workspaces', 'keys', 'key_windows', 'profiles', 'conversations', 'messages', 'writes',
                                 'usage', 'external_charges', 'notifications'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I USING (workspace_id = current_setting(''understudy.workspace'', true))', v_table);
  END LOOP;
END $$;
