-- Times are milliseconds since 1970 by the store's clock. JSON is kept as text. Ids are unique within their workspace.

CREATE TABLE workspaces (
  workspace_id    TEXT PRIMARY KEY,
  name            TEXT NOT NULL,
  plan            TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('active', 'inactive')),
  monthly_replies INTEGER,                    -- NULL: the plan's
  allowed_origins TEXT NOT NULL,              -- JSON array
  notifications   TEXT,                       -- JSON; NULL: only the service log
  webhook_secret  TEXT,
  created_at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
  workspace_id TEXT NOT NULL REFERENCES workspaces,
  key_id       TEXT NOT NULL UNIQUE,
  key_hash     TEXT NOT NULL UNIQUE,
  name         TEXT NOT NULL,
  scopes       TEXT NOT NULL,                 -- JSON array
  created_at   INTEGER NOT NULL,
  lifetime_ms  INTEGER,                       -- as asked for; a successor gets the same
  expires_at   INTEGER,
  revoked_at   INTEGER,
  last_used_at INTEGER,
  requests     INTEGER NOT NULL DEFAULT 0,
  successor_id TEXT,
  PRIMARY KEY (workspace_id, key_id)
) STRICT, WITHOUT ROWID;

-- The persona stands last: a look-up that needs only the revision never reads its pages.
CREATE TABLE profiles (
  workspace_id TEXT NOT NULL REFERENCES workspaces,
  profile_id   TEXT NOT NULL,
  display_name TEXT NOT NULL,
  status       TEXT NOT NULL CHECK (status IN ('active', 'inactive')),
  revision     TEXT NOT NULL,                 -- changes with display name, status and persona
  persona      TEXT NOT NULL,                 -- JSON
  PRIMARY KEY (workspace_id, profile_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE conversations (
  workspace_id    TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  profile_id      TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('open', 'awaiting_owner', 'closed')),
  channel         TEXT,
  message_count   INTEGER NOT NULL DEFAULT 0,
  next_position   INTEGER NOT NULL DEFAULT 0, -- of the next message; positions are never used twice
  last_message_at INTEGER,
  created_at      INTEGER NOT NULL,
  contact         TEXT,                       -- JSON
  relationship    TEXT,                       -- JSON
  PRIMARY KEY (workspace_id, conversation_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
) STRICT, WITHOUT ROWID;

CREATE INDEX conversations_by_activity ON conversations (workspace_id, last_message_at DESC, conversation_id);
CREATE INDEX conversations_by_state ON conversations (workspace_id, state, last_message_at DESC, conversation_id);

-- Kept in the order that a draft reads them: the latest 40 are neighbours on disk.
CREATE TABLE messages (
  workspace_id    TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  sent_at         INTEGER NOT NULL,
  position        INTEGER NOT NULL,           -- order of arrival, where times are equal
  message_id      TEXT NOT NULL,              -- given, or derived from time, direction and body
  direction       TEXT NOT NULL CHECK (direction IN ('inbound', 'outbound')),
  sender_type     TEXT,
  body            TEXT NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, sent_at, position),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX messages_by_id ON messages (workspace_id, conversation_id, message_id);
CREATE INDEX messages_inbound ON messages (workspace_id, conversation_id, sent_at, position) WHERE direction = 'inbound';

-- One row for each idempotency key in use. A rowid table: its rows are large and arrive in order of time.
CREATE TABLE writes (
  write_id        INTEGER PRIMARY KEY,
  workspace_id    TEXT NOT NULL,
  operation       TEXT NOT NULL CHECK (operation IN ('draft', 'handoff')),
  idempotency_key TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('leased', 'done', 'released')),
  input_hash      TEXT NOT NULL,
  expires_at      INTEGER NOT NULL,           -- a row that is not leased is as good as absent from here on
  lease_token     TEXT,
  lease_until     INTEGER,
  period          TEXT,                       -- the period that holds this write's unit; NULL: it holds none
  response        TEXT,
  trace           TEXT,
  UNIQUE (workspace_id, operation, idempotency_key)
) STRICT;

CREATE INDEX writes_leased ON writes (lease_until) WHERE state = 'leased';
CREATE INDEX writes_expiring ON writes (expires_at) WHERE state <> 'leased';

CREATE TABLE usage (
  workspace_id TEXT NOT NULL,
  period       TEXT NOT NULL,
  api          INTEGER NOT NULL DEFAULT 0 CHECK (api >= 0),  -- stored drafts and reserved ones
  inbox        INTEGER NOT NULL DEFAULT 0,
  page         INTEGER NOT NULL DEFAULT 0,
  replays      INTEGER NOT NULL DEFAULT 0,
  handoffs     INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, period)
) STRICT, WITHOUT ROWID;

CREATE TABLE charges (
  workspace_id TEXT NOT NULL,
  source       TEXT NOT NULL CHECK (source IN ('inbox', 'page')),
  external_id  TEXT NOT NULL,
  period       TEXT NOT NULL,
  PRIMARY KEY (workspace_id, source, external_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE notifications (
  workspace_id    TEXT NOT NULL,
  notification_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('queued', 'delivering', 'delivered', 'failed')),
  due_at          INTEGER,                    -- queued: its next attempt; delivering: when the claim runs out
  claim_token     TEXT,
  attempts        INTEGER NOT NULL DEFAULT 0,
  created_at      INTEGER NOT NULL,
  delivered_at    INTEGER,
  verdict         TEXT NOT NULL,              -- JSON
  channels        TEXT NOT NULL DEFAULT '{}', -- JSON
  PRIMARY KEY (workspace_id, notification_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations
) STRICT, WITHOUT ROWID;

CREATE INDEX notifications_due ON notifications (workspace_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notifications_by_time ON notifications (workspace_id, created_at DESC, notification_id);

-- One row that a readiness check writes to, to see that a commit is possible.
CREATE TABLE health (checked_at INTEGER NOT NULL) STRICT;
INSERT INTO health VALUES (0);
