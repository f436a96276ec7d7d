-- A window of requests within the last 60 s, oldest first. Bucket n contains counts[n] requests, the last of them at
-- lasts[n]. A bucket takes requests for one second from its first one, so 61 buckets are enough. It expires 60 s after
-- its last request.
CREATE TYPE request_window AS (lasts bigint[], counts int[], opened_at bigint);

-- Reference tables: they span workspaces and contain no content.

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
  created_at bigint NOT NULL,
  -- How a workspace's replies are drafted. Null means approved sentences.
  drafting json,
  -- A webhook's previous secret, which also signs until it expires. Both secrets are sealed.
  previous_webhook_secret text,
  previous_webhook_secret_until bigint,
  shares json
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
  -- The lifetime that a key was created with, which its successor gets too.
  lifetime_ms bigint,
  -- The key's last four characters, which identify it in a list.
  last_four text,
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
  epoch bigint NOT NULL DEFAULT 0,
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
  edited_at bigint,
  deleted_at bigint,
  attachments json,
  -- Set if a person gave this answer elsewhere and recorded it in the console: who recorded it, when, and the data to
  -- undo it.
  recorded json,
  PRIMARY KEY (workspace_id, conversation_id, message_id)
);

-- This index is partial, so that only queries that need the order use it (`position > 0` is true for every message).
-- Without statistics, the planner cannot distinguish it from the primary key, and would read a whole conversation to
-- find one message.
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
  -- The response is deleted together with its conversation.
  conversation_id text COLLATE "C",
  PRIMARY KEY (workspace_id, operation, idempotency_key)
) WITH (fillfactor = 80);
CREATE INDEX writes_leased ON writes (workspace_id, lease_until) WHERE state = 'leased';
CREATE INDEX writes_expiring ON writes (workspace_id, expires_at);

-- Charged and reserved replies (api, inbox, page) and other counts, for one period of one workspace.
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

-- Charges of connected inboxes and Pages, once per source and id.
CREATE TABLE external_charges (
  workspace_id text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL CHECK (source IN ('inbox', 'page')),
  external_id text COLLATE "C" NOT NULL,
  period text COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, source, external_id)
);

-- `due_at` is the next attempt of a queued notification, or the end of the claim if it is being delivered. It is null
-- once the notification is finished.
CREATE TABLE notifications (
  workspace_id text COLLATE "C" NOT NULL,
  notification_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C",
  state text NOT NULL CHECK (state IN ('queued', 'delivering', 'delivered', 'failed')),
  verdict json,
  channels json NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  due_at bigint,
  delivered_at bigint,
  claim_token text,
  type text NOT NULL DEFAULT 'handoff.created',
  about json,
  PRIMARY KEY (workspace_id, notification_id)
);
CREATE INDEX notifications_due ON notifications (workspace_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notifications_newest ON notifications (workspace_id, created_at DESC, notification_id);

-- A workspace's use of language models in one period, by outcome.
CREATE TABLE model_usage (
  workspace_id text COLLATE "C" NOT NULL,
  period text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  drafts bigint NOT NULL,
  calls bigint NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  milliseconds bigint NOT NULL,
  readings bigint NOT NULL DEFAULT 0,
  checks bigint NOT NULL DEFAULT 0,
  wordings bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, period, outcome)
) WITH (fillfactor = 50);

-- People who use the console. Reference tables: they span workspaces and contain no workspace data.

CREATE TABLE accounts (
  account_id text COLLATE "C" PRIMARY KEY,
  email text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  password_hash text,
  is_installer boolean NOT NULL,
  created_at bigint NOT NULL,
  -- When the account's owner proved that the address is theirs, by a mailed link or on the operator's word. An
  -- installer's address always counts as verified.
  proven_at bigint,
  disabled_at bigint
);

-- Only one account can be the first, even if several people create one at the same time.
CREATE UNIQUE INDEX accounts_installer ON accounts (is_installer) WHERE is_installer;

CREATE TABLE members (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspace_directory ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'editor', 'reviewer')),
  joined_at bigint NOT NULL,
  PRIMARY KEY (account_id, workspace_id)
);
CREATE INDEX members_of_workspace ON members (workspace_id);

CREATE TABLE sessions (
  session_hash text COLLATE "C" PRIMARY KEY,
  session_id text COLLATE "C" NOT NULL UNIQUE,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  browser text NOT NULL,
  notices_seen_at bigint,
  -- Where a signed-in browser receives push notifications: sealed JSON of a push subscription and its keys.
  push text
) WITH (fillfactor = 80);
CREATE INDEX sessions_of_account ON sessions (account_id);
CREATE INDEX sessions_expiring ON sessions (expires_at);

CREATE TABLE passkeys (
  credential_id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  name text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports json NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint
);
CREATE INDEX passkeys_of_account ON passkeys (account_id);

-- Tokens that work once: set-up links, invitations, password resets, and passkey challenges.
CREATE TABLE links (
  token_hash text COLLATE "C" PRIMARY KEY,
  link_id text COLLATE "C" NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('set_up', 'invitation', 'password_reset', 'challenge')),
  workspace_id text COLLATE "C" REFERENCES workspace_directory ON DELETE CASCADE,
  role text,
  email text COLLATE "C",
  account_id text COLLATE "C" REFERENCES accounts,
  made_by text,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  -- Whether using the link verifies its address, and whether a reset keeps the account's passkeys.
  proves_address boolean NOT NULL DEFAULT false,
  keeps_passkeys boolean NOT NULL DEFAULT false
);
CREATE INDEX links_of_workspace ON links (workspace_id) WHERE workspace_id IS NOT NULL;
CREATE INDEX links_expiring ON links (expires_at);

CREATE INDEX external_charges_by_period ON external_charges (workspace_id, period);

-- At most one row: this data is being moved or was moved to another store (source), or is being filled from one
-- (target).
CREATE TABLE transfer (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  transfer_id text NOT NULL,
  role text NOT NULL CHECK (role IN ('source', 'target')),
  state text NOT NULL CHECK (state IN ('copying', 'complete')),
  peer text NOT NULL,
  position text,
  started_at bigint NOT NULL
);

-- The creator's draft of a persona, in addition to the live one. A null persona means that nothing differs from the
-- live one.
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

-- Who changed what, and when. Each change creates one version.
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

-- A person's edit of a draft, for the next person who opens the conversation.
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

-- Charged replies of one day (YYYY-MM-DD in UTC), with drafts by decision.
CREATE TABLE activity (
  workspace_id text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  intent text COLLATE "C" NOT NULL,
  risk_level text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, day, source, intent, risk_level)
) WITH (fillfactor = 50);
CREATE INDEX notifications_of_conversation ON notifications (workspace_id, conversation_id, created_at DESC);

-- Finds the last stored draft of a conversation, for the person who reviews it.
CREATE INDEX writes_of_drafts ON writes (workspace_id, conversation_id, expires_at)
  WHERE operation = 'draft' AND state = 'stored' AND conversation_id IS NOT NULL;

-- The classifier that was last stored for a profile. It is derived from the persona, and is retrained if it is missing.
CREATE TABLE classifiers (
  workspace_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  hash text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
);

-- The numbers are already compressed. Compressing them again would cost time and save nothing.
ALTER TABLE classifiers ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The sources of suggested and accepted training phrases. A conversation may no longer exist. The hash stands for the
-- text, which is too long for a key.
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
CREATE INDEX taught_phrases_of_conversation ON taught_phrases (workspace_id, conversation_id, profile_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX taught_phrases_of_fans ON taught_phrases (workspace_id, profile_id) WHERE source IN ('inbox', 'page');

-- Notices to a person about new credentials of their account. Each session dismisses them separately.
CREATE TABLE account_notices (
  notice_id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('passkey_added', 'password_changed', 'password_reset', 'address_changed')),
  detail text NOT NULL,
  browser text NOT NULL,
  session_id text COLLATE "C", -- the session that made the change, which does not see the notice
  at bigint NOT NULL
);
CREATE INDEX account_notices_of_account ON account_notices (account_id, at);

-- The store's own time is the database's clock plus `offset_ms`. If the clock is set, `offset_ms` cancels the change.
-- If `seen_ms` is 0, no server has recorded this time yet. Each change of the offset begins an epoch.
CREATE TABLE clock (
  is_only        boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  epoch          bigint NOT NULL,
  offset_ms      bigint NOT NULL,
  seen_ms        bigint NOT NULL, -- the store's own time, as a server last recorded it
  doubt_ms       bigint NOT NULL, -- how far the clock was set ahead, less the time that has passed since
  doubt_until_ms bigint NOT NULL  -- when the doubt ends, in the store's own time
);
INSERT INTO clock VALUES (true, 1, 0, 0, 0, 0);

-- Connected inboxes. A conversation's epoch increases whenever data that a draft may depend on changes: messages,
-- edits, deletions, states.

-- Reference tables: they span workspaces and contain no content.

CREATE TABLE receiver_directory (
  receiver_id text COLLATE "C" PRIMARY KEY,
  workspace_id text COLLATE "C" NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  UNIQUE (workspace_id, connection_id)
);

-- Threads that are due, and held threads.
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

-- Who did what, in one chain for each workspace and one ('*') for the installation. Entries are added at the end and
-- removed from the start. An entry's personal part can be erased, and the chain stays valid without it. These are
-- reference tables, because the installation's chain belongs to no workspace and no entry contains workspace data.
CREATE TABLE audit_chains (
  workspace_id text COLLATE "C" PRIMARY KEY,
  first_sequence bigint NOT NULL, -- the oldest entry that is kept
  anchor text NOT NULL,           -- the hash of the entry before that one; empty if there was none
  last_sequence bigint NOT NULL,
  last_hash text NOT NULL
) WITH (fillfactor = 80);

CREATE TABLE audit_entries (
  workspace_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  at bigint NOT NULL,
  body text NOT NULL,          -- JSON, as it was hashed: the action, its actor's id, its object
  personal text,               -- JSON: names, addresses, conversations; null if erased
  salt text,                   -- the salt of personal_hash; erased with the personal part
  personal_hash text NOT NULL,
  hash text NOT NULL,
  actor_id text COLLATE "C",   -- an erasure finds the entry by this id
  subject text COLLATE "C",    -- the conversation that the entry is about
  PRIMARY KEY (workspace_id, sequence)
);
CREATE INDEX audit_entries_of_actor ON audit_entries (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_of_subject ON audit_entries (workspace_id, subject) WHERE subject IS NOT NULL;

-- Drafts that creators may still act on: the items that each draft proposed ([{id, hash}]), and whether the draft would
-- have been automatic while autonomy was off. Contains neither the message nor the reply.
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

-- The outcomes of an item's proposals since the item was last changed or released. `hash` is the hash of the item's
-- content when it was proposed.
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

-- What autonomy would have decided for a profile's drafts while it was off, and how creators handled those drafts.
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
CREATE INDEX draft_records_by_time ON draft_records (workspace_id, created_at);

-- Receivers, each of which delivers the messages of one of a provider's applications, bots or mailboxes to one or more
-- connections. This is a reference table: it spans workspaces and contains no content. Its secrets are sealed.
CREATE TABLE receivers (
  receiver_id text COLLATE "C" PRIMARY KEY,
  workspace_id text COLLATE "C",
  is_pulled boolean NOT NULL,
  data json NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX receivers_pulled ON receivers (receiver_id) WHERE is_pulled;

CREATE INDEX sessions_told ON sessions (account_id) WHERE push IS NOT NULL;

-- Row-level security for data about people. A transaction sees the people of the workspace that it entered, the one
-- account that it works on, or everybody if it must (signing in, the operator's list, a backup). It sees nobody until
-- it sets one of these. Rows that belong to no workspace and no account, such as the link that creates the first
-- account, are visible only to a transaction that sees everybody.
CREATE POLICY own_people ON members USING (
  workspace_id = current_setting('understudy.workspace', true)
  OR current_setting('understudy.account', true) IN (account_id, '*'));
CREATE POLICY own_people ON links USING (
  workspace_id = current_setting('understudy.workspace', true)
  OR current_setting('understudy.account', true) IN (account_id, '*'));

-- An installer owns every workspace.
CREATE POLICY own_people ON accounts USING (
  current_setting('understudy.account', true) IN (account_id, '*')
  OR (is_installer AND current_setting('understudy.workspace', true) <> '')
  OR EXISTS (SELECT FROM members m
    WHERE m.account_id = accounts.account_id AND m.workspace_id = current_setting('understudy.workspace', true)));
CREATE POLICY own_people ON sessions USING (
  current_setting('understudy.account', true) IN (account_id, '*')
  OR EXISTS (SELECT FROM accounts a WHERE a.account_id = sessions.account_id));

-- Other members of a workspace cannot see a person's credentials.
CREATE POLICY own_people ON passkeys USING (current_setting('understudy.account', true) IN (account_id, '*'));
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['accounts', 'members', 'sessions', 'passkeys', 'links'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
  END LOOP;
END $$;

-- The console's inbox: the tab and position of each conversation. The functions that change a conversation update it
-- (`place_conversations`).
CREATE TABLE inbox_places (
  workspace_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  channel text COLLATE "C",
  tab text COLLATE "C" NOT NULL,
  urgency int NOT NULL,
  since bigint NOT NULL,
  last_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX inbox_places_by_time ON inbox_places (workspace_id, tab, last_at, conversation_id) INCLUDE (profile_id, channel);
CREATE INDEX inbox_places_by_urgency ON inbox_places (workspace_id, tab, urgency, since, conversation_id) INCLUDE (profile_id, channel);
CREATE INDEX inbox_places_by_channel ON inbox_places (workspace_id, channel);

-- Pages, which answer visitors from approved items.

-- A reference table: it spans workspaces and contains no content. It lists slugs and verified domains, each of which
-- belongs to one Page.
CREATE TABLE page_directory (
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  PRIMARY KEY (kind, name)
);
CREATE INDEX page_directory_of_page ON page_directory (workspace_id, slug);

CREATE TABLE pages (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces,
  slug text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  settings json NOT NULL,
  notice json,
  PRIMARY KEY (workspace_id, slug),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
) WITH (fillfactor = 50);

CREATE TABLE page_domains (
  workspace_id text COLLATE "C" NOT NULL,
  domain text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  token text NOT NULL,
  proven_at bigint,
  PRIMARY KEY (workspace_id, domain),
  FOREIGN KEY (workspace_id, slug) REFERENCES pages ON DELETE CASCADE
);

CREATE TABLE page_uses (
  workspace_id text COLLATE "C" NOT NULL,
  use_hash text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  network text COLLATE "C" NOT NULL,
  is_form boolean NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (workspace_id, use_hash)
);
CREATE INDEX page_uses_of_network ON page_uses (workspace_id, slug, network, at);
CREATE INDEX page_uses_by_time ON page_uses (workspace_id, at);

CREATE TABLE page_asks (
  workspace_id text COLLATE "C" NOT NULL,
  ask_id text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  question text NOT NULL,
  question_hash text COLLATE "C" NOT NULL,
  network text COLLATE "C",
  revision text NOT NULL,
  is_answered boolean NOT NULL,
  is_charged boolean NOT NULL,
  intent text NOT NULL,
  items json NOT NULL,
  conversation_id text COLLATE "C",
  PRIMARY KEY (workspace_id, ask_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
);
CREATE INDEX page_asks_of_question ON page_asks (workspace_id, slug, question_hash, at);
CREATE INDEX page_asks_newest ON page_asks (workspace_id, slug, at DESC, ask_id);
CREATE INDEX page_asks_of_conversation ON page_asks (workspace_id, conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX page_asks_by_time ON page_asks (workspace_id, at);
CREATE INDEX page_asks_of_networks ON page_asks (workspace_id, at) WHERE network IS NOT NULL;

CREATE TABLE page_links (
  workspace_id text COLLATE "C" NOT NULL,
  token_hash text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  contact text,
  resolved_at bigint,
  PRIMARY KEY (workspace_id, token_hash),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
);
CREATE INDEX page_links_of_conversation ON page_links (workspace_id, conversation_id);
CREATE INDEX page_links_with_contact ON page_links (workspace_id, conversation_id) WHERE contact IS NOT NULL;

CREATE TABLE page_days (
  workspace_id text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  replies bigint NOT NULL,
  handoffs bigint NOT NULL,
  PRIMARY KEY (workspace_id, slug, day)
) WITH (fillfactor = 50);

CREATE TABLE page_items (
  workspace_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  hash text NOT NULL,
  approved_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, item_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
);

-- Row-level security: even the tables' owner sees only the workspace that the transaction set, and nothing until one is
-- set.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY[
    'workspaces', 'keys', 'key_windows', 'profiles', 'conversations', 'messages', 'writes', 'usage',
    'external_charges', 'notifications', 'model_usage', 'persona_drafts', 'persona_changes',
    'conversation_replies', 'test_cases', 'activity', 'classifiers', 'taught_phrases', 'connections', 'threads',
    'early_changes', 'event_keys', 'refused_events', 'reply_drafts', 'outbox', 'outbox_claims', 'outbox_counters',
    'draft_records', 'item_records', 'trials', 'inbox_places', 'pages', 'page_domains', 'page_uses', 'page_asks',
    'page_links', 'page_days', 'page_items'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I USING (workspace_id = current_setting(''understudy.workspace'', true))', v_table);
  END LOOP;
END $$;
