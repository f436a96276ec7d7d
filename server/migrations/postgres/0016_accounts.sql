-- People who use the console. Reference tables: they cross workspaces, and hold nothing of what a workspace contains.

CREATE TABLE accounts (
  account_id text COLLATE "C" PRIMARY KEY,
  email text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  password_hash text,
  is_installer boolean NOT NULL,
  created_at bigint NOT NULL
);
-- Only one account can be the first, whoever is at it at the same time.
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
  browser text NOT NULL
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

-- What works once: set-up links, invitations, password resets, and the challenges of passkeys.
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
  expires_at bigint NOT NULL
);
CREATE INDEX links_of_workspace ON links (workspace_id) WHERE workspace_id IS NOT NULL;
CREATE INDEX links_expiring ON links (expires_at);

-- So that a list of keys can tell them apart; null for those made before.
ALTER TABLE keys ADD COLUMN last_four text;
