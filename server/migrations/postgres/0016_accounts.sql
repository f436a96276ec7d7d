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

CREATE FUNCTION link_json(p_link links) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('linkId', p_link.link_id, 'kind', p_link.kind, 'workspaceId', p_link.workspace_id, 'role', p_link.role,
    'email', p_link.email, 'accountId', p_link.account_id, 'madeBy', p_link.made_by, 'createdAt', p_link.created_at,
    'expiresAt', p_link.expires_at)
$$;

CREATE FUNCTION account_json(p_account accounts) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('accountId', p_account.account_id, 'email', p_account.email, 'name', p_account.name,
    'isInstaller', p_account.is_installer, 'passwordHash', p_account.password_hash)
$$;

CREATE FUNCTION passkey_json(p_passkey passkeys) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('credentialId', p_passkey.credential_id, 'accountId', p_passkey.account_id, 'name', p_passkey.name,
    'publicKey', p_passkey.public_key, 'counter', p_passkey.counter, 'transports', p_passkey.transports,
    'createdAt', p_passkey.created_at, 'lastUsedAt', p_passkey.last_used_at)
$$;

CREATE FUNCTION has_accounts() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN EXISTS (SELECT FROM accounts);
END $$;

-- {linkId, tokenHash, kind, lifetimeMs, workspaceId, role, email, accountId, madeBy}
CREATE FUNCTION make_link(p_link json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_link links;
BEGIN
  DELETE FROM links WHERE expires_at <= v_now;
  IF p_link ->> 'kind' <> 'challenge' THEN
    DELETE FROM links WHERE kind = p_link ->> 'kind' AND workspace_id IS NOT DISTINCT FROM p_link ->> 'workspaceId'
      AND email IS NOT DISTINCT FROM p_link ->> 'email';
  END IF;
  INSERT INTO links VALUES (p_link ->> 'tokenHash', p_link ->> 'linkId', p_link ->> 'kind', p_link ->> 'workspaceId', p_link ->> 'role',
      p_link ->> 'email', p_link ->> 'accountId', p_link ->> 'madeBy', v_now, v_now + (p_link ->> 'lifetimeMs')::bigint)
    RETURNING * INTO v_link;
  RETURN link_json(v_link);
END $$;

CREATE FUNCTION read_link(p_hash text, p_kind text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT link_json(l) FROM links l WHERE token_hash = p_hash AND kind = p_kind AND expires_at > now_ms());
END $$;

-- Deletes the link, so that no second one can use it; what it was, or a row of nulls.
CREATE FUNCTION take_link(p_hash text, p_kind text) RETURNS links LANGUAGE plpgsql AS $$
DECLARE
  v_link links;
BEGIN
  DELETE FROM links WHERE token_hash = p_hash AND kind = p_kind AND expires_at > now_ms() RETURNING * INTO v_link;
  RETURN v_link;
END $$;

CREATE FUNCTION use_link(p_hash text, p_kind text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_link links := take_link(p_hash, p_kind);
BEGIN
  RETURN CASE WHEN v_link.token_hash IS NOT NULL THEN link_json(v_link) END;
END $$;

CREATE FUNCTION list_invitations(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT coalesce(json_agg(link_json(l) ORDER BY created_at DESC, link_id), '[]') FROM links l
    WHERE workspace_id = p_workspace AND kind = 'invitation' AND expires_at > now_ms());
END $$;

CREATE FUNCTION withdraw_invitation(p_workspace text, p_link_id text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM links WHERE workspace_id = p_workspace AND link_id = p_link_id AND kind = 'invitation';
  RETURN FOUND;
END $$;

CREATE FUNCTION join_workspace_as(p_account text, p_workspace text, p_role text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO members VALUES (p_account, p_workspace, p_role, now_ms())
  ON CONFLICT (account_id, workspace_id) DO UPDATE SET role = excluded.role
$$;

-- The name of an outcome. What fails gives the link back.
CREATE FUNCTION create_account(p_kind text, p_hash text, p_account text, p_email text, p_name text, p_password_hash text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_link links;
  v_email text;
BEGIN
  SELECT * INTO v_link FROM links WHERE token_hash = p_hash AND kind = p_kind AND expires_at > now_ms() FOR UPDATE;
  IF NOT FOUND OR (p_kind = 'set_up' AND EXISTS (SELECT FROM accounts)) THEN
    RETURN 'link_invalid';
  END IF;
  v_email := CASE WHEN p_kind = 'set_up' THEN p_email ELSE coalesce(v_link.email, p_email) END;
  INSERT INTO accounts VALUES (p_account, v_email, p_name, p_password_hash, p_kind = 'set_up', now_ms()) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN CASE WHEN EXISTS (SELECT FROM accounts WHERE email = v_email) THEN 'email_taken' ELSE 'link_invalid' END;
  END IF;
  DELETE FROM links WHERE token_hash = p_hash;
  IF v_link.workspace_id IS NOT NULL THEN
    PERFORM join_workspace_as(p_account, v_link.workspace_id, v_link.role);
  END IF;
  RETURN 'created';
END $$;

CREATE FUNCTION join_workspace(p_hash text, p_account text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_link links;
BEGIN
  SELECT * INTO v_link FROM links WHERE token_hash = p_hash AND kind = 'invitation' AND expires_at > now_ms() FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'link_invalid';
  END IF;
  IF NOT EXISTS (SELECT FROM accounts WHERE account_id = p_account AND email = v_link.email) THEN
    RETURN 'other_address';
  END IF;
  DELETE FROM links WHERE token_hash = p_hash;
  PERFORM join_workspace_as(p_account, v_link.workspace_id, v_link.role);
  RETURN 'joined';
END $$;

CREATE FUNCTION reset_password(p_hash text, p_password_hash text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_link links := take_link(p_hash, 'password_reset');
BEGIN
  IF v_link.account_id IS NOT NULL THEN
    UPDATE accounts SET password_hash = p_password_hash WHERE account_id = v_link.account_id;
    DELETE FROM sessions WHERE account_id = v_link.account_id;
  END IF;
  RETURN v_link.account_id;
END $$;

-- By its id or its e-mail address; the other is null.
CREATE FUNCTION read_account(p_account text, p_email text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  IF p_account IS NOT NULL THEN
    RETURN (SELECT account_json(a) FROM accounts a WHERE account_id = p_account);
  END IF;
  RETURN (SELECT account_json(a) FROM accounts a WHERE email = p_email);
END $$;

CREATE FUNCTION change_account(p_account text, p_name text, p_password_hash text, p_kept_session text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_found boolean;
BEGIN
  UPDATE accounts SET name = coalesce(p_name, name), password_hash = coalesce(p_password_hash, password_hash)
    WHERE account_id = p_account;
  v_found := FOUND;
  IF p_password_hash IS NOT NULL THEN
    DELETE FROM sessions WHERE account_id = p_account AND session_id IS DISTINCT FROM p_kept_session;
  END IF;
  RETURN v_found;
END $$;
