-- Times are milliseconds since 1970 by the store's clock. JSON is kept as text. Ids are unique within their workspace.

CREATE TABLE workspaces (
  workspace_id                  TEXT PRIMARY KEY,
  name                          TEXT NOT NULL,
  plan                          TEXT NOT NULL,
  status                        TEXT NOT NULL CHECK (status IN ('active', 'inactive')),
  monthly_replies               INTEGER,      -- NULL: the plan's
  allowed_origins               TEXT NOT NULL, -- JSON array
  notifications                 TEXT,         -- JSON; NULL: only the service log
  webhook_secret                TEXT,
  created_at                    INTEGER NOT NULL,
  -- How a workspace's replies are drafted; NULL: in approved sentences.
  drafting                      TEXT,         -- JSON
  -- A webhook's secret from before the present one, which signs beside it until its end. Both lie sealed.
  previous_webhook_secret       TEXT,
  previous_webhook_secret_until INTEGER,
  shares                        TEXT          -- JSON; NULL: the default shares
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
  -- The end of the key, by which a list tells keys apart.
  last_four    TEXT,
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
  epoch           INTEGER NOT NULL DEFAULT 0,
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
  edited_at       INTEGER,
  deleted_at      INTEGER,
  attachments     TEXT,                       -- JSON array
  -- Set where a person recorded, in the console, an answer that was given elsewhere: who, when, and what to take back. JSON.
  recorded        TEXT,
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
  -- The answer is deleted together with its conversation.
  conversation_id TEXT,
  UNIQUE (workspace_id, operation, idempotency_key)
) STRICT;
CREATE INDEX writes_leased ON writes (lease_until) WHERE state = 'leased';
CREATE INDEX writes_expiring ON writes (expires_at) WHERE state <> 'leased';

CREATE TABLE usage (
  workspace_id TEXT NOT NULL,
  period       TEXT NOT NULL,
  api          INTEGER NOT NULL DEFAULT 0 CHECK (api >= 0), -- stored drafts and reserved ones
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

-- One row that a readiness check writes to, to see that a commit is possible.
CREATE TABLE health (checked_at INTEGER NOT NULL) STRICT;
INSERT INTO health VALUES (0);

-- What language models did for a workspace in one period, by how their part ended.
CREATE TABLE model_usage (
  workspace_id  TEXT NOT NULL,
  period        TEXT NOT NULL,
  outcome       TEXT NOT NULL,
  drafts        INTEGER NOT NULL,
  calls         INTEGER NOT NULL,
  input_tokens  INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  milliseconds  INTEGER NOT NULL,
  readings      INTEGER NOT NULL DEFAULT 0,
  checks        INTEGER NOT NULL DEFAULT 0,
  wordings      INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, period, outcome)
) STRICT, WITHOUT ROWID;

CREATE INDEX writes_of_conversation ON writes (workspace_id, conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX charges_by_period ON charges (period);

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

-- People who use the console. Reference tables: they cross workspaces, and hold nothing of what a workspace contains.

CREATE TABLE accounts (
  account_id    TEXT PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE,         -- lower case
  name          TEXT NOT NULL,
  password_hash TEXT,
  is_installer  INTEGER NOT NULL,             -- owner of every workspace
  created_at    INTEGER NOT NULL,
  -- When it was shown that an account's address is its owner's: by a link mailed to it, or on the operator's word. The
  -- installer's counts as proven.
  proven_at     INTEGER,
  disabled_at   INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE members (
  account_id   TEXT NOT NULL REFERENCES accounts,
  workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  role         TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'reviewer')),
  joined_at    INTEGER NOT NULL,
  PRIMARY KEY (account_id, workspace_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_of_workspace ON members (workspace_id);

CREATE TABLE sessions (
  session_hash    TEXT PRIMARY KEY,
  session_id      TEXT NOT NULL UNIQUE,
  account_id      TEXT NOT NULL REFERENCES accounts,
  created_at      INTEGER NOT NULL,
  last_seen_at    INTEGER NOT NULL,
  expires_at      INTEGER NOT NULL,           -- unless it is used before
  ends_at         INTEGER NOT NULL,           -- whatever happens
  browser         TEXT NOT NULL,
  notices_seen_at INTEGER,
  -- Where a browser that is signed in is told that somebody needs its person: sealed JSON of a push subscription and its keys.
  push            TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_account ON sessions (account_id);
CREATE INDEX sessions_expiring ON sessions (expires_at);

CREATE TABLE passkeys (
  credential_id TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES accounts,
  name          TEXT NOT NULL,
  public_key    TEXT NOT NULL,
  counter       INTEGER NOT NULL,
  transports    TEXT NOT NULL,                -- JSON array
  created_at    INTEGER NOT NULL,
  last_used_at  INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_of_account ON passkeys (account_id);

-- What works once: set-up links, invitations, password resets, and the challenges of passkeys.
CREATE TABLE links (
  token_hash     TEXT PRIMARY KEY,
  link_id        TEXT NOT NULL UNIQUE,
  kind           TEXT NOT NULL CHECK (kind IN ('set_up', 'invitation', 'password_reset', 'challenge')),
  workspace_id   TEXT REFERENCES workspaces ON DELETE CASCADE,
  role           TEXT,
  email          TEXT,
  account_id     TEXT REFERENCES accounts,
  made_by        TEXT,
  created_at     INTEGER NOT NULL,
  expires_at     INTEGER NOT NULL,
  -- Whether using the link proves its address, and whether a reset leaves the passkeys of the account.
  proves_address INTEGER NOT NULL DEFAULT 0,
  keeps_passkeys INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX links_of_workspace ON links (workspace_id) WHERE workspace_id IS NOT NULL;
CREATE INDEX links_expiring ON links (expires_at);

-- What the creator is writing, besides what is live; a persona of NULL: nothing differs from that.
CREATE TABLE persona_drafts (
  workspace_id  TEXT NOT NULL,
  profile_id    TEXT NOT NULL,
  version       INTEGER NOT NULL,             -- grows with each change
  base_revision TEXT,                         -- what was live when the draft began
  unpublished   INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL,
  updated_by    TEXT NOT NULL,
  persona       TEXT,                         -- JSON
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Who changed what and when. Each change made one version.
CREATE TABLE persona_changes (
  workspace_id    TEXT NOT NULL,
  profile_id      TEXT NOT NULL,
  version         INTEGER NOT NULL,
  at              INTEGER NOT NULL,
  account_id      TEXT,
  by_name         TEXT NOT NULL,
  action          TEXT NOT NULL,
  item_kind       TEXT,
  item_id         TEXT,
  title           TEXT NOT NULL,
  conversation_id TEXT,
  before          TEXT,                       -- JSON
  after           TEXT,                       -- JSON
  PRIMARY KEY (workspace_id, profile_id, version),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What a person made of a draft, for whoever opens the conversation next.
CREATE TABLE conversation_replies (
  workspace_id    TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  reply           TEXT NOT NULL,
  by_name         TEXT NOT NULL,
  at              INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE test_cases (
  workspace_id TEXT NOT NULL,
  case_id      TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  name         TEXT NOT NULL,
  message      TEXT NOT NULL,
  history      TEXT NOT NULL,                 -- JSON
  expected     TEXT,                          -- JSON
  created_at   INTEGER NOT NULL,
  by_name      TEXT NOT NULL,
  PRIMARY KEY (workspace_id, case_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What was charged on one day, drafts by what they decided.
CREATE TABLE activity (
  workspace_id TEXT NOT NULL,
  day          TEXT NOT NULL,                 -- YYYY-MM-DD in UTC
  source       TEXT NOT NULL,
  intent       TEXT NOT NULL,
  risk_level   TEXT NOT NULL,
  count        INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day, source, intent, risk_level)
) STRICT, WITHOUT ROWID;

-- The classifier of a profile that was stored last. It is derived from the persona, and trained again where there is none.
CREATE TABLE classifiers (
  workspace_id TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  hash         TEXT NOT NULL,                 -- of what it was trained from
  bytes        BLOB NOT NULL,
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT;

-- Where training phrases came from: those that wait to be accepted, and those that were. A conversation may be gone by now.
CREATE TABLE taught_phrases (
  workspace_id    TEXT NOT NULL,
  profile_id      TEXT NOT NULL,
  item_id         TEXT NOT NULL,
  kind            TEXT NOT NULL CHECK (kind IN ('alias', 'near_miss')),
  text_hash       TEXT NOT NULL,              -- of the text, which is too long for a key
  text            TEXT NOT NULL,
  source          TEXT NOT NULL CHECK (source IN ('assistant', 'model', 'inbox', 'page')),
  state           TEXT NOT NULL CHECK (state IN ('suggested', 'accepted')),
  conversation_id TEXT,
  created_at      INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, item_id, kind, text_hash),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX taught_phrases_of_conversation ON taught_phrases (workspace_id, conversation_id, profile_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX taught_phrases_of_fans ON taught_phrases (workspace_id, profile_id) WHERE source IN ('inbox', 'page');

-- What a person is told of new credentials of their account. Each session dismisses them for itself.
CREATE TABLE account_notices (
  notice_id  TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind IN ('passkey_added', 'password_changed', 'password_reset', 'address_changed')),
  detail     TEXT NOT NULL,
  browser    TEXT NOT NULL,
  session_id TEXT,                            -- the session that did it, which is not told
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_notices_of_account ON account_notices (account_id, at);

-- The store's own time beside the computer's clock: that plus `offset_ms`, which changes by as much as the clock is set.
-- 0 in `seen_ms`: nobody has served this database since it has such a time.
CREATE TABLE clock (
  is_only        INTEGER PRIMARY KEY CHECK (is_only = 1),
  offset_ms      INTEGER NOT NULL,
  seen_ms        INTEGER NOT NULL,            -- the store's own time, as a server saw it last
  doubt_ms       INTEGER NOT NULL,            -- how far the clock was set ahead without that time having passed since
  doubt_until_ms INTEGER NOT NULL             -- in the store's own time
) STRICT;
INSERT INTO clock VALUES (1, 0, 0, 0, 0);

-- Connected inboxes. An epoch grows with whatever a draft may rest on: messages, edits, deletions, states.

CREATE TABLE connections (
  workspace_id  TEXT NOT NULL REFERENCES workspaces,
  connection_id TEXT NOT NULL,
  profile_id    TEXT NOT NULL,
  kind          TEXT NOT NULL,
  settings      TEXT NOT NULL,                -- JSON
  state         TEXT NOT NULL,
  paused_from   TEXT,                         -- the state before a pause
  sees_echo     INTEGER NOT NULL DEFAULT 0,
  last_event_at INTEGER,
  created_at    INTEGER NOT NULL,
  receiver_id   TEXT UNIQUE,
  secrets       TEXT NOT NULL DEFAULT '[]',   -- JSON; sealed
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
  data            TEXT NOT NULL,              -- JSON
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
  body            TEXT,                       -- NULL: a deletion
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
  data          TEXT NOT NULL,                -- JSON: outcome, hash, size, paths; never a value
  payload       TEXT,                         -- sealed
  PRIMARY KEY (workspace_id, refusal_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX refused_events_by_time ON refused_events (at);

CREATE TABLE reply_drafts (
  workspace_id    TEXT NOT NULL,
  draft_id        TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  connection_id   TEXT,                       -- NULL: an agent's
  epoch           INTEGER NOT NULL,
  state           TEXT NOT NULL,
  outbox_id       TEXT,
  created_at      INTEGER NOT NULL,
  data            TEXT NOT NULL,              -- JSON
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
  change_number   INTEGER NOT NULL,           -- grows with every change of any item of the workspace
  ended_at        INTEGER,
  data            TEXT NOT NULL,              -- JSON
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
CREATE TABLE notifications (
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
CREATE INDEX notifications_due ON notifications (workspace_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notifications_by_time ON notifications (workspace_id, created_at DESC, notification_id);
CREATE INDEX notifications_finished ON notifications (created_at) WHERE due_at IS NULL;
CREATE INDEX notifications_of_conversation ON notifications (workspace_id, conversation_id, created_at DESC);

-- Who did what, in one chain for each workspace and one ('*') for the installation. Entries are added and, from the old end,
-- removed; what is personal in one can be erased, and its chain still holds. Shared: the installation's chain is of no workspace.
CREATE TABLE audit_chains (
  workspace_id   TEXT PRIMARY KEY,
  first_sequence INTEGER NOT NULL,            -- the oldest entry that is kept
  anchor         TEXT NOT NULL,               -- the hash of the entry before that one; empty: there was none
  last_sequence  INTEGER NOT NULL,
  last_hash      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_entries (
  workspace_id  TEXT NOT NULL,
  sequence      INTEGER NOT NULL,
  at            INTEGER NOT NULL,
  body          TEXT NOT NULL,                -- JSON, as it was hashed: what was done, by which id, to what
  personal      TEXT,                         -- JSON: names, addresses, conversations; null: erased
  salt          TEXT,                         -- of personal_hash; goes with what is personal
  personal_hash TEXT NOT NULL,
  hash          TEXT NOT NULL,
  actor_id      TEXT,                         -- by which an erasure finds it
  subject       TEXT,                         -- the conversation that it is about
  PRIMARY KEY (workspace_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_entries_of_actor ON audit_entries (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_of_subject ON audit_entries (workspace_id, subject) WHERE subject IS NOT NULL;

-- Drafts that creators may still act on: the items that each proposed, and whether it would have been answered while autonomy
-- was off. Neither message nor reply is in it.
CREATE TABLE draft_records (
  workspace_id    TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  profile_id      TEXT NOT NULL,
  items           TEXT NOT NULL,              -- JSON: [{id, hash}]
  trial           TEXT CHECK (trial IN ('automatic', 'review')),
  outcome         TEXT CHECK (outcome IN ('unchanged', 'edited', 'rejected')),
  created_at      INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, idempotency_key),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX draft_records_by_time ON draft_records (created_at);

-- What became of an item's proposals since it was last changed or released.
CREATE TABLE item_records (
  workspace_id TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  item_id      TEXT NOT NULL,
  hash         TEXT NOT NULL,                 -- of the item as it was proposed
  proposed     INTEGER NOT NULL,
  unchanged    INTEGER NOT NULL,
  edited       INTEGER NOT NULL,
  rejected     INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, item_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What autonomy would have done for a profile while it was off, and what became of that.
CREATE TABLE trials (
  workspace_id TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  drafts       INTEGER NOT NULL,
  automatic    INTEGER NOT NULL,
  unchanged    INTEGER NOT NULL,              -- of those that would have been automatic
  edited       INTEGER NOT NULL,
  rejected     INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What brings messages of one application, bot or mailbox of a provider, for one connection or for many.
CREATE TABLE receivers (
  receiver_id  TEXT PRIMARY KEY,
  workspace_id TEXT,                          -- NULL: the operator's
  is_pulled    INTEGER NOT NULL,
  data         TEXT NOT NULL                  -- JSON; secrets in it are sealed
) STRICT, WITHOUT ROWID;
CREATE INDEX receivers_pulled ON receivers (receiver_id) WHERE is_pulled = 1;

CREATE INDEX sessions_told ON sessions (account_id) WHERE push IS NOT NULL;

-- Where each conversation stands in the console's inbox: kept with each change, so that a page reads its own rows alone.
CREATE TABLE inbox_places (
  workspace_id    TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  profile_id      TEXT NOT NULL,
  channel         TEXT,
  tab             TEXT NOT NULL,
  urgency         INTEGER NOT NULL,
  since           INTEGER NOT NULL,
  last_at         INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- They end with what a filter asks for, so that a count needs nothing but the index.
CREATE INDEX inbox_places_by_time ON inbox_places (workspace_id, tab, last_at, conversation_id, profile_id, channel);
CREATE INDEX inbox_places_by_urgency ON inbox_places (workspace_id, tab, urgency, since, conversation_id, profile_id, channel);
CREATE INDEX inbox_places_by_channel ON inbox_places (workspace_id, channel) WHERE channel IS NOT NULL;

-- Where each conversation belongs, by its state, its last message and its newest draft.
CREATE VIEW inbox_placing (workspace_id, conversation_id, profile_id, channel, tab, urgency, since, last_at) AS
SELECT c.workspace_id, c.conversation_id, c.profile_id, c.channel,
  CASE c.state WHEN 'awaiting_owner' THEN 'waiting' WHEN 'closed' THEN 'done' ELSE ifnull((
    SELECT CASE
      WHEN m.direction = 'inbound' AND m.message_id = (SELECT t.data ->> 'answeredTo' FROM threads t
        WHERE t.workspace_id = c.workspace_id AND t.conversation_id = c.conversation_id) THEN 'done'
      WHEN m.direction = 'inbound' THEN iif((
        SELECT d.data ->> 'riskLevel' = 'safe' AND NOT d.data ->> 'requiresCreator' AND d.epoch >= c.epoch AND d.state IN ('waiting', 'queued')
        FROM reply_drafts d WHERE d.workspace_id = c.workspace_id AND d.conversation_id = c.conversation_id
        ORDER BY d.created_at DESC, d.draft_id LIMIT 1), 'automatic', 'proposals')
      WHEN m.recorded IS NULL AND (
        SELECT d.data ->> 'riskLevel' = 'safe' AND NOT d.data ->> 'requiresCreator' AND d.data ->> 'reply' = m.body
        FROM reply_drafts d WHERE d.workspace_id = c.workspace_id AND d.conversation_id = c.conversation_id
        ORDER BY d.created_at DESC, d.draft_id LIMIT 1) THEN 'automatic'
      ELSE 'done' END
    FROM messages m WHERE m.workspace_id = c.workspace_id AND m.conversation_id = c.conversation_id AND m.deleted_at IS NULL
    ORDER BY m.sent_at DESC, m.position DESC LIMIT 1), 'done') END,
  ifnull(iif(c.state = 'awaiting_owner', (
    SELECT CASE n.verdict ->> 'urgency' WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 ELSE 2 END FROM notifications n
    WHERE n.workspace_id = c.workspace_id AND n.conversation_id = c.conversation_id ORDER BY n.created_at DESC LIMIT 1), NULL), 2),
  coalesce(iif(c.state = 'awaiting_owner', (SELECT n.created_at FROM notifications n
    WHERE n.workspace_id = c.workspace_id AND n.conversation_id = c.conversation_id ORDER BY n.created_at DESC LIMIT 1), NULL),
    c.last_message_at, 0),
  ifnull(c.last_message_at, 0)
FROM conversations c;

-- To insert a conversation here places it anew.
CREATE TRIGGER inbox_placing_keeps INSTEAD OF INSERT ON inbox_placing
BEGIN
  INSERT INTO inbox_places SELECT * FROM inbox_placing WHERE workspace_id = NEW.workspace_id AND conversation_id = NEW.conversation_id
    ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET profile_id = excluded.profile_id, channel = excluded.channel,
      tab = excluded.tab, urgency = excluded.urgency, since = excluded.since, last_at = excluded.last_at
    WHERE (profile_id, channel, tab, urgency, since, last_at) IS NOT
      (excluded.profile_id, excluded.channel, excluded.tab, excluded.urgency, excluded.since, excluded.last_at);
END;

CREATE TRIGGER places_of_new_conversations AFTER INSERT ON conversations
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;

CREATE TRIGGER places_of_conversations AFTER UPDATE OF profile_id, channel, state, epoch, last_message_at ON conversations
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;

CREATE TRIGGER places_of_new_messages AFTER INSERT ON messages
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;

CREATE TRIGGER places_of_messages AFTER UPDATE ON messages
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;

CREATE TRIGGER places_of_gone_messages AFTER DELETE ON messages
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (OLD.workspace_id, OLD.conversation_id);
END;

CREATE TRIGGER places_of_new_threads AFTER INSERT ON threads
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;

CREATE TRIGGER places_of_threads AFTER UPDATE OF data ON threads
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;

CREATE TRIGGER places_of_new_drafts AFTER INSERT ON reply_drafts
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;

CREATE TRIGGER places_of_drafts AFTER UPDATE OF epoch, state, data ON reply_drafts
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;

CREATE TRIGGER places_of_gone_drafts AFTER DELETE ON reply_drafts
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (OLD.workspace_id, OLD.conversation_id);
END;

CREATE TRIGGER places_of_new_notifications AFTER INSERT ON notifications WHEN NEW.conversation_id IS NOT NULL
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;

CREATE TRIGGER places_of_gone_notifications AFTER DELETE ON notifications WHEN OLD.conversation_id IS NOT NULL
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (OLD.workspace_id, OLD.conversation_id);
END;

-- Pages, which answer visitors from approved items.
CREATE TABLE pages (
  workspace_id TEXT NOT NULL REFERENCES workspaces,
  slug         TEXT NOT NULL UNIQUE,
  profile_id   TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  settings     TEXT NOT NULL,                 -- JSON
  notice       TEXT,                          -- JSON: the gathered notice that was queued last
  PRIMARY KEY (workspace_id, slug),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
) STRICT, WITHOUT ROWID;

-- Domains of creators. Of those that several claim, one is proven.
CREATE TABLE page_domains (
  workspace_id TEXT NOT NULL,
  domain       TEXT NOT NULL,
  slug         TEXT NOT NULL,
  token        TEXT NOT NULL,                 -- what the TXT record must hold
  proven_at    INTEGER,
  PRIMARY KEY (workspace_id, domain),
  FOREIGN KEY (workspace_id, slug) REFERENCES pages ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX page_domains_proven ON page_domains (domain) WHERE proven_at IS NOT NULL;

-- Proofs and tickets that were spent: each of them is one ask that counts.
CREATE TABLE page_uses (
  workspace_id TEXT NOT NULL,
  use_hash     TEXT NOT NULL,
  slug         TEXT NOT NULL,
  network      TEXT NOT NULL,                 -- a hash with a daily salt
  is_form      INTEGER NOT NULL,
  at           INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, use_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_uses_of_network ON page_uses (workspace_id, slug, network, at);
CREATE INDEX page_uses_by_time ON page_uses (at);

CREATE TABLE page_asks (
  workspace_id    TEXT NOT NULL,
  ask_id          TEXT NOT NULL,
  slug            TEXT NOT NULL,
  at              INTEGER NOT NULL,
  question        TEXT NOT NULL,
  question_hash   TEXT NOT NULL,
  network         TEXT,                       -- as in page_uses; NULL after a day
  revision        TEXT NOT NULL,
  is_answered     INTEGER NOT NULL,
  is_charged      INTEGER NOT NULL,
  intent          TEXT NOT NULL,
  items           TEXT NOT NULL,              -- JSON array
  conversation_id TEXT,
  PRIMARY KEY (workspace_id, ask_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX page_asks_of_question ON page_asks (workspace_id, slug, question_hash, at);
CREATE INDEX page_asks_newest ON page_asks (workspace_id, slug, at DESC, ask_id);
CREATE INDEX page_asks_of_conversation ON page_asks (workspace_id, conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX page_asks_by_time ON page_asks (at);
CREATE INDEX page_asks_of_networks ON page_asks (at) WHERE network IS NOT NULL;

-- Secret links under which visitors find the creator's answer.
CREATE TABLE page_links (
  workspace_id    TEXT NOT NULL,
  token_hash      TEXT NOT NULL,
  slug            TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  created_at      INTEGER NOT NULL,
  contact         TEXT,                       -- sealed
  resolved_at     INTEGER,                    -- since when nobody waits for the creator, as far as that was seen
  PRIMARY KEY (workspace_id, token_hash),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX page_links_of_conversation ON page_links (workspace_id, conversation_id);
CREATE INDEX page_links_with_contact ON page_links (workspace_id, conversation_id) WHERE contact IS NOT NULL;

CREATE TABLE page_days (
  workspace_id TEXT NOT NULL,
  slug         TEXT NOT NULL,
  day          TEXT NOT NULL,                 -- of UTC, such as 2026-11-23
  replies      INTEGER NOT NULL,
  handoffs     INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, slug, day)
) STRICT, WITHOUT ROWID;

-- Since when an item reads as it does, for the date beside it.
CREATE TABLE page_items (
  workspace_id TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  item_id      TEXT NOT NULL,
  hash         TEXT NOT NULL,
  approved_at  INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, item_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
) STRICT, WITHOUT ROWID;
