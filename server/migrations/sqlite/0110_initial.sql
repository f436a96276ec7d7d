-- Times are milliseconds since 1970 by the store's clock. JSON is kept as text. Ids are unique within their workspace.

CREATE TABLE workspaces (
  workspace_id                  TEXT PRIMARY KEY,
  name                          TEXT NOT NULL,
  plan                          TEXT NOT NULL,
  status                        TEXT NOT NULL CHECK (status IN ('active', 'inactive')),
  monthly_replies               INTEGER,      -- NULL: the plan's allowance
  allowed_origins               TEXT NOT NULL, -- JSON array
  notifications                 TEXT,         -- JSON; NULL: only the service log
  webhook_secret                TEXT,
  created_at                    INTEGER NOT NULL,
  -- How a workspace's replies are drafted. NULL means approved sentences.
  drafting                      TEXT,         -- JSON
  -- A webhook's previous secret, which also signs until it expires. Both secrets are sealed.
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
  lifetime_ms  INTEGER,                       -- as requested; a successor gets the same lifetime
  expires_at   INTEGER,
  revoked_at   INTEGER,
  last_used_at INTEGER,
  requests     INTEGER NOT NULL DEFAULT 0,
  successor_id TEXT,
  -- The key's last four characters, which identify it in a list.
  last_four    TEXT,
  PRIMARY KEY (workspace_id, key_id)
) STRICT, WITHOUT ROWID;

-- The persona is the last column, so that a lookup that needs only the revision never reads the persona's pages.
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
  next_position   INTEGER NOT NULL DEFAULT 0, -- the position of the next message; positions are never reused
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

-- Messages are stored in the order in which a draft reads them, so that the latest 40 are adjacent on disk.
CREATE TABLE messages (
  workspace_id    TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  sent_at         INTEGER NOT NULL,
  position        INTEGER NOT NULL,           -- order of arrival, for equal times
  message_id      TEXT NOT NULL,              -- given, or derived from time, direction and body
  direction       TEXT NOT NULL CHECK (direction IN ('inbound', 'outbound')),
  sender_type     TEXT,
  body            TEXT NOT NULL,
  edited_at       INTEGER,
  deleted_at      INTEGER,
  attachments     TEXT,                       -- JSON array
  -- JSON. Set if a person gave this answer elsewhere and recorded it in the console: who recorded it, when, and the
  -- data to undo it.
  recorded        TEXT,
  PRIMARY KEY (workspace_id, conversation_id, sent_at, position),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX messages_by_id ON messages (workspace_id, conversation_id, message_id);
CREATE INDEX messages_inbound ON messages (workspace_id, conversation_id, sent_at, position) WHERE direction = 'inbound';

-- One row for each idempotency key in use. This is a rowid table, because its rows are large and arrive in
-- chronological order.
CREATE TABLE writes (
  write_id        INTEGER PRIMARY KEY,
  workspace_id    TEXT NOT NULL,
  operation       TEXT NOT NULL CHECK (operation IN ('draft', 'handoff')),
  idempotency_key TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('leased', 'done', 'released')),
  input_hash      TEXT NOT NULL,
  expires_at      INTEGER NOT NULL,           -- from then on, a row without a lease counts as missing
  lease_token     TEXT,
  lease_until     INTEGER,
  period          TEXT,                       -- the period that this write's unit is charged to; NULL if none
  response        TEXT,
  trace           TEXT,
  -- The response is deleted together with its conversation.
  conversation_id TEXT,
  UNIQUE (workspace_id, operation, idempotency_key)
) STRICT;
CREATE INDEX writes_leased ON writes (lease_until) WHERE state = 'leased';
CREATE INDEX writes_expiring ON writes (expires_at) WHERE state <> 'leased';

CREATE TABLE usage (
  workspace_id TEXT NOT NULL,
  period       TEXT NOT NULL,
  api          INTEGER NOT NULL DEFAULT 0 CHECK (api >= 0), -- stored and reserved drafts
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

-- One row that a readiness check writes, to find out whether a commit is possible.
CREATE TABLE health (checked_at INTEGER NOT NULL) STRICT;
INSERT INTO health VALUES (0);

-- A workspace's use of language models in one period, by outcome.
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

-- At most one row: this data is being moved or was moved to another store (source), or is being filled from one
-- (target).
CREATE TABLE transfer (
  is_only     INTEGER PRIMARY KEY CHECK (is_only = 1),
  transfer_id TEXT NOT NULL,
  role        TEXT NOT NULL CHECK (role IN ('source', 'target')),
  state       TEXT NOT NULL CHECK (state IN ('copying', 'complete')),
  peer        TEXT NOT NULL,
  position    TEXT,                           -- for a target: how far the source's rows have arrived
  started_at  INTEGER NOT NULL
) STRICT;

-- People who use the console. These tables span workspaces and contain no workspace data.

CREATE TABLE accounts (
  account_id    TEXT PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE,         -- in lower case
  name          TEXT NOT NULL,
  password_hash TEXT,
  is_installer  INTEGER NOT NULL,             -- whether the account owns every workspace
  created_at    INTEGER NOT NULL,
  -- When the account's owner proved that the address is theirs, by a mailed link or on the operator's word. An
  -- installer's address always counts as verified.
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
  expires_at      INTEGER NOT NULL,           -- when the session expires, unless it is used earlier
  ends_at         INTEGER NOT NULL,           -- when the session ends in any case
  browser         TEXT NOT NULL,
  notices_seen_at INTEGER,
  -- Where a signed-in browser receives push notifications: sealed JSON of a push subscription and its keys.
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

-- Tokens that work once: set-up links, invitations, password resets, and passkey challenges.
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
  -- Whether using the link verifies its address, and whether a reset keeps the account's passkeys.
  proves_address INTEGER NOT NULL DEFAULT 0,
  keeps_passkeys INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX links_of_workspace ON links (workspace_id) WHERE workspace_id IS NOT NULL;
CREATE INDEX links_expiring ON links (expires_at);

-- The creator's draft of a persona, in addition to the live one. A NULL persona means that nothing differs from the
-- live one.
CREATE TABLE persona_drafts (
  workspace_id  TEXT NOT NULL,
  profile_id    TEXT NOT NULL,
  version       INTEGER NOT NULL,             -- increases with each change
  base_revision TEXT,                         -- the live revision when the draft began
  unpublished   INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL,
  updated_by    TEXT NOT NULL,
  persona       TEXT,                         -- JSON
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Who changed what, and when. Each change creates one version.
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

-- A person's edit of a draft, for the next person who opens the conversation.
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

-- Charged replies of one day, with drafts by decision.
CREATE TABLE activity (
  workspace_id TEXT NOT NULL,
  day          TEXT NOT NULL,                 -- YYYY-MM-DD in UTC
  source       TEXT NOT NULL,
  intent       TEXT NOT NULL,
  risk_level   TEXT NOT NULL,
  count        INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day, source, intent, risk_level)
) STRICT, WITHOUT ROWID;

-- The classifier that was last stored for a profile. It is derived from the persona, and is retrained if it is missing.
CREATE TABLE classifiers (
  workspace_id TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  hash         TEXT NOT NULL,                 -- the hash of the training data
  bytes        BLOB NOT NULL,
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT;

-- The sources of suggested and accepted training phrases. A conversation may no longer exist.
CREATE TABLE taught_phrases (
  workspace_id    TEXT NOT NULL,
  profile_id      TEXT NOT NULL,
  item_id         TEXT NOT NULL,
  kind            TEXT NOT NULL CHECK (kind IN ('alias', 'near_miss')),
  text_hash       TEXT NOT NULL,              -- the hash of the text, which is too long for a key
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

-- Notices to a person about new credentials of their account. Each session dismisses them separately.
CREATE TABLE account_notices (
  notice_id  TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind IN ('passkey_added', 'password_changed', 'password_reset', 'address_changed')),
  detail     TEXT NOT NULL,
  browser    TEXT NOT NULL,
  session_id TEXT,                            -- the session that made the change, which does not see the notice
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_notices_of_account ON account_notices (account_id, at);

-- The store's own time is the computer's clock plus `offset_ms`. If the clock is set, `offset_ms` cancels the change.
-- If `seen_ms` is 0, no server has recorded this time yet.
CREATE TABLE clock (
  is_only        INTEGER PRIMARY KEY CHECK (is_only = 1),
  offset_ms      INTEGER NOT NULL,
  seen_ms        INTEGER NOT NULL,            -- the store's own time, as a server last recorded it
  doubt_ms       INTEGER NOT NULL,            -- how far the clock was set ahead, less the time that has passed since
  doubt_until_ms INTEGER NOT NULL             -- when the doubt ends, in the store's own time
) STRICT;
INSERT INTO clock VALUES (1, 0, 0, 0, 0);

-- Connected inboxes. A conversation's epoch increases whenever data that a draft may depend on changes: messages,
-- edits, deletions, states.

CREATE TABLE connections (
  workspace_id  TEXT NOT NULL REFERENCES workspaces,
  connection_id TEXT NOT NULL,
  profile_id    TEXT NOT NULL,
  kind          TEXT NOT NULL,
  settings      TEXT NOT NULL,                -- JSON
  state         TEXT NOT NULL,
  paused_from   TEXT,                         -- the state to restore when a pause ends
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
  body            TEXT,                       -- NULL for a deletion
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
  payload       TEXT,                         -- the sealed payload
  PRIMARY KEY (workspace_id, refusal_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX refused_events_by_time ON refused_events (at);

CREATE TABLE reply_drafts (
  workspace_id    TEXT NOT NULL,
  draft_id        TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  connection_id   TEXT,                       -- NULL for an agent's draft
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
  change_number   INTEGER NOT NULL,           -- increases with every change of any item in the workspace
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

-- The number of the last change in a workspace's outbox.
CREATE TABLE outbox_counters (
  workspace_id TEXT PRIMARY KEY,
  last_change  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A change to a conversation from elsewhere, such as an import or a command, wakes its thread and supersedes its
-- drafts.
CREATE TRIGGER conversations_grow AFTER UPDATE OF state, message_count ON conversations
WHEN NEW.epoch = OLD.epoch AND (NEW.state <> OLD.state OR NEW.message_count > OLD.message_count)
BEGIN
  UPDATE conversations SET epoch = epoch + 1 WHERE workspace_id = NEW.workspace_id AND conversation_id = NEW.conversation_id;
  UPDATE threads SET wake_at = 0 WHERE workspace_id = NEW.workspace_id AND conversation_id = NEW.conversation_id;
END;

-- Notifications have a type, and some belong to no conversation.
CREATE TABLE notifications (
  workspace_id    TEXT NOT NULL,
  notification_id TEXT NOT NULL,
  type            TEXT NOT NULL DEFAULT 'handoff.created',
  conversation_id TEXT,
  state           TEXT NOT NULL CHECK (state IN ('queued', 'delivering', 'delivered', 'failed')),
  due_at          INTEGER,                    -- queued: its next attempt; delivering: the end of its claim
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

-- Who did what, in one chain for each workspace and one ('*') for the installation. Entries are added at the end and
-- removed from the start. An entry's personal part can be erased, and the chain stays valid without it. The
-- installation's chain belongs to no workspace.
CREATE TABLE audit_chains (
  workspace_id   TEXT PRIMARY KEY,
  first_sequence INTEGER NOT NULL,            -- the oldest entry that is kept
  anchor         TEXT NOT NULL,               -- the hash of the entry before that one; empty if there was none
  last_sequence  INTEGER NOT NULL,
  last_hash      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_entries (
  workspace_id  TEXT NOT NULL,
  sequence      INTEGER NOT NULL,
  at            INTEGER NOT NULL,
  body          TEXT NOT NULL,                -- JSON, as it was hashed: the action, its actor's id, its object
  personal      TEXT,                         -- JSON: names, addresses, conversations; null if erased
  salt          TEXT,                         -- the salt of personal_hash; erased with the personal part
  personal_hash TEXT NOT NULL,
  hash          TEXT NOT NULL,
  actor_id      TEXT,                         -- an erasure finds the entry by this id
  subject       TEXT,                         -- the conversation that the entry is about
  PRIMARY KEY (workspace_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_entries_of_actor ON audit_entries (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_of_subject ON audit_entries (workspace_id, subject) WHERE subject IS NOT NULL;

-- Drafts that creators may still act on: the items that each draft proposed, and whether the draft would have been
-- automatic while autonomy was off. Contains neither the message nor the reply.
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

-- The outcomes of an item's proposals since the item was last changed or released.
CREATE TABLE item_records (
  workspace_id TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  item_id      TEXT NOT NULL,
  hash         TEXT NOT NULL,                 -- the hash of the item's content when it was proposed
  proposed     INTEGER NOT NULL,
  unchanged    INTEGER NOT NULL,
  edited       INTEGER NOT NULL,
  rejected     INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, item_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What autonomy would have decided for a profile's drafts while it was off, and how creators handled those drafts.
CREATE TABLE trials (
  workspace_id TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  drafts       INTEGER NOT NULL,
  automatic    INTEGER NOT NULL,
  unchanged    INTEGER NOT NULL,              -- this and the next two count only drafts that would have been automatic
  edited       INTEGER NOT NULL,
  rejected     INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Receivers, each of which delivers the messages of one of a provider's applications, bots or mailboxes to one or more
-- connections.
CREATE TABLE receivers (
  receiver_id  TEXT PRIMARY KEY,
  workspace_id TEXT,                          -- NULL if it belongs to the operator
  is_pulled    INTEGER NOT NULL,
  data         TEXT NOT NULL                  -- JSON with sealed secrets
) STRICT, WITHOUT ROWID;
CREATE INDEX receivers_pulled ON receivers (receiver_id) WHERE is_pulled = 1;

CREATE INDEX sessions_told ON sessions (account_id) WHERE push IS NOT NULL;

-- The position of each conversation in the console's inbox. Each change updates it, so that a page reads only its own
-- rows.
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

-- These indexes end with the columns that filters use, so that a count reads only the index.
CREATE INDEX inbox_places_by_time ON inbox_places (workspace_id, tab, last_at, conversation_id, profile_id, channel);
CREATE INDEX inbox_places_by_urgency ON inbox_places (workspace_id, tab, urgency, since, conversation_id, profile_id, channel);
CREATE INDEX inbox_places_by_channel ON inbox_places (workspace_id, channel) WHERE channel IS NOT NULL;

-- The position of each conversation, which its state, its last message and its newest draft determine.
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

-- Inserting a conversation here updates its position.
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
  notice       TEXT,                          -- JSON: the last combined notice that was queued
  PRIMARY KEY (workspace_id, slug),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
) STRICT, WITHOUT ROWID;

-- Creators' domains. If several creators claim one domain, at most one of them has verified it.
CREATE TABLE page_domains (
  workspace_id TEXT NOT NULL,
  domain       TEXT NOT NULL,
  slug         TEXT NOT NULL,
  token        TEXT NOT NULL,                 -- the value that the TXT record must have
  proven_at    INTEGER,
  PRIMARY KEY (workspace_id, domain),
  FOREIGN KEY (workspace_id, slug) REFERENCES pages ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX page_domains_proven ON page_domains (domain) WHERE proven_at IS NOT NULL;

-- Used proofs and tickets. Each one counts as one question.
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
  contact         TEXT,                       -- the visitor's sealed contact details
  resolved_at     INTEGER,                    -- since when the conversation has not been waiting for the creator, as last checked
  PRIMARY KEY (workspace_id, token_hash),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX page_links_of_conversation ON page_links (workspace_id, conversation_id);
CREATE INDEX page_links_with_contact ON page_links (workspace_id, conversation_id) WHERE contact IS NOT NULL;

CREATE TABLE page_days (
  workspace_id TEXT NOT NULL,
  slug         TEXT NOT NULL,
  day          TEXT NOT NULL,                 -- in UTC, such as 2026-11-23
  replies      INTEGER NOT NULL,
  handoffs     INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, slug, day)
) STRICT, WITHOUT ROWID;

-- The time since which an item has had its current text, for the date that the Page shows.
CREATE TABLE page_items (
  workspace_id TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  item_id      TEXT NOT NULL,
  hash         TEXT NOT NULL,
  approved_at  INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, item_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
) STRICT, WITHOUT ROWID;
