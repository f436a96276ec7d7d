-- Connected inboxes. An epoch grows with whatever a draft may rest on: messages, edits, deletions, states.
ALTER TABLE conversations ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN edited_at INTEGER;
ALTER TABLE messages ADD COLUMN deleted_at INTEGER;
ALTER TABLE messages ADD COLUMN attachments TEXT;      -- JSON array
ALTER TABLE workspaces ADD COLUMN shares TEXT;         -- JSON; NULL: the default shares

CREATE TABLE connections (
  workspace_id  TEXT NOT NULL REFERENCES workspaces,
  connection_id TEXT NOT NULL,
  profile_id    TEXT NOT NULL,
  kind          TEXT NOT NULL,
  settings      TEXT NOT NULL,              -- JSON
  state         TEXT NOT NULL,
  paused_from   TEXT,                       -- the state before a pause
  sees_echo     INTEGER NOT NULL DEFAULT 0,
  last_event_at INTEGER,
  created_at    INTEGER NOT NULL,
  receiver_id   TEXT UNIQUE,
  secrets       TEXT NOT NULL DEFAULT '[]', -- JSON; sealed
  PRIMARY KEY (workspace_id, connection_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
) STRICT, WITHOUT ROWID;

CREATE TABLE threads (
  workspace_id    TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  connection_id   TEXT NOT NULL,
  thread_id       TEXT NOT NULL,
  wake_at         INTEGER,
  locked_until    INTEGER,
  held            TEXT,
  held_at         INTEGER,
  data            TEXT NOT NULL,            -- JSON
  PRIMARY KEY (workspace_id, conversation_id),
  UNIQUE (workspace_id, connection_id, thread_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX threads_waking ON threads (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX threads_held ON threads (workspace_id, held_at DESC) WHERE held IS NOT NULL;

CREATE TABLE early_changes (
  workspace_id    TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  message_id      TEXT NOT NULL,
  sent_at         INTEGER NOT NULL,
  body            TEXT,                     -- NULL: a deletion
  PRIMARY KEY (workspace_id, conversation_id, message_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE event_keys (
  workspace_id  TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  key_hash      TEXT NOT NULL,
  at            INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, connection_id, key_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_keys_by_time ON event_keys (at);

CREATE TABLE refused_events (
  workspace_id  TEXT NOT NULL,
  refusal_id    TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  at            INTEGER NOT NULL,
  data          TEXT NOT NULL,              -- JSON: outcome, hash, size, paths; never a value
  payload       TEXT,                       -- sealed
  PRIMARY KEY (workspace_id, refusal_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX refused_events_by_time ON refused_events (at);

CREATE TABLE reply_drafts (
  workspace_id    TEXT NOT NULL,
  draft_id        TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  connection_id   TEXT,                     -- NULL: an agent's
  epoch           INTEGER NOT NULL,
  state           TEXT NOT NULL,
  outbox_id       TEXT,
  created_at      INTEGER NOT NULL,
  data            TEXT NOT NULL,            -- JSON
  PRIMARY KEY (workspace_id, draft_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX reply_drafts_of_conversation ON reply_drafts (workspace_id, conversation_id, created_at DESC);
CREATE INDEX reply_drafts_newest ON reply_drafts (workspace_id, created_at DESC, draft_id);
CREATE INDEX reply_drafts_by_time ON reply_drafts (created_at);

CREATE TABLE outbox (
  workspace_id    TEXT NOT NULL,
  outbox_id       TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  connection_id   TEXT NOT NULL,
  profile_id      TEXT NOT NULL,
  state           TEXT NOT NULL,
  change_number   INTEGER NOT NULL,         -- grows with every change of any item of the workspace
  ended_at        INTEGER,
  data            TEXT NOT NULL,            -- JSON
  PRIMARY KEY (workspace_id, outbox_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_of_conversation ON outbox (workspace_id, conversation_id);
CREATE INDEX outbox_changes ON outbox (workspace_id, profile_id, change_number);
CREATE INDEX outbox_ended ON outbox (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE outbox_claims (
  workspace_id    TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  input_hash      TEXT NOT NULL,
  outbox_id       TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  response        TEXT NOT NULL,
  created_at      INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, idempotency_key),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_claims_of_conversation ON outbox_claims (workspace_id, conversation_id);

-- The last number that a change of a workspace's outbox had.
CREATE TABLE outbox_counters (
  workspace_id TEXT PRIMARY KEY,
  last_change  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whoever else changes a conversation, an import or a command, wakes its thread and outdates its drafts.
CREATE TRIGGER conversations_grow AFTER UPDATE OF state, message_count ON conversations
WHEN NEW.epoch = OLD.epoch AND (NEW.state <> OLD.state OR NEW.message_count > OLD.message_count)
BEGIN
  UPDATE conversations SET epoch = epoch + 1 WHERE workspace_id = NEW.workspace_id AND conversation_id = NEW.conversation_id;
  UPDATE threads SET wake_at = 0 WHERE workspace_id = NEW.workspace_id AND conversation_id = NEW.conversation_id;
END;

-- Notifications have a type, and some are of no conversation.
CREATE TABLE notifications_new (
  workspace_id    TEXT NOT NULL,
  notification_id TEXT NOT NULL,
  type            TEXT NOT NULL DEFAULT 'handoff.created',
  conversation_id TEXT,
  state           TEXT NOT NULL CHECK (state IN ('queued', 'delivering', 'delivered', 'failed')),
  due_at          INTEGER,                    -- queued: its next attempt; delivering: when the claim runs out
  claim_token     TEXT,
  attempts        INTEGER NOT NULL DEFAULT 0,
  created_at      INTEGER NOT NULL,
  delivered_at    INTEGER,
  verdict         TEXT,                       -- JSON
  about           TEXT,                       -- JSON
  channels        TEXT NOT NULL DEFAULT '{}', -- JSON
  PRIMARY KEY (workspace_id, notification_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations
) STRICT, WITHOUT ROWID;
INSERT INTO notifications_new (workspace_id, notification_id, conversation_id, state, due_at, claim_token, attempts, created_at,
    delivered_at, verdict, channels)
  SELECT workspace_id, notification_id, conversation_id, state, due_at, claim_token, attempts, created_at, delivered_at, verdict, channels
  FROM notifications;
DROP TABLE notifications;
ALTER TABLE notifications_new RENAME TO notifications;
CREATE INDEX notifications_due ON notifications (workspace_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notifications_by_time ON notifications (workspace_id, created_at DESC, notification_id);
CREATE INDEX notifications_finished ON notifications (created_at) WHERE due_at IS NULL;
CREATE INDEX notifications_of_conversation ON notifications (workspace_id, conversation_id, created_at DESC);
