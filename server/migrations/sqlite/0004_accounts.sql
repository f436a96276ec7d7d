-- People who use the console. Reference tables: they cross workspaces, and hold nothing of what a workspace contains.

CREATE TABLE accounts (
  account_id    TEXT PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE,         -- lower case
  name          TEXT NOT NULL,
  password_hash TEXT,
  is_installer  INTEGER NOT NULL,             -- owner of every workspace
  created_at    INTEGER NOT NULL
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
  session_hash TEXT PRIMARY KEY,
  session_id   TEXT NOT NULL UNIQUE,
  account_id   TEXT NOT NULL REFERENCES accounts,
  created_at   INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL,              -- unless it is used before
  ends_at      INTEGER NOT NULL,              -- whatever happens
  browser      TEXT NOT NULL
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
  token_hash   TEXT PRIMARY KEY,
  link_id      TEXT NOT NULL UNIQUE,
  kind         TEXT NOT NULL CHECK (kind IN ('set_up', 'invitation', 'password_reset', 'challenge')),
  workspace_id TEXT REFERENCES workspaces ON DELETE CASCADE,
  role         TEXT,
  email        TEXT,
  account_id   TEXT REFERENCES accounts,
  made_by      TEXT,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX links_of_workspace ON links (workspace_id) WHERE workspace_id IS NOT NULL;
CREATE INDEX links_expiring ON links (expires_at);

-- So that a list of keys can tell them apart; null for those made before.
ALTER TABLE keys ADD COLUMN last_four TEXT;
