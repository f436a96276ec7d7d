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

-- Counts an attempt under each name, in windows beside those of addresses; seconds to wait where one is at its limit, else 0.
CREATE FUNCTION count_attempt(p_names text[], p_limits int[]) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_attempt record;
  v_wait int := 0;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR v_attempt IN SELECT name, max_count FROM unnest(p_names, p_limits) AS given(name, max_count) ORDER BY name COLLATE "C" LOOP
    v_wait := greatest(v_wait, take_failure(v_attempt.name, v_attempt.max_count));
  END LOOP;
  RETURN v_wait;
END $$;

CREATE FUNCTION open_session(p_hash text, p_session text, p_account text, p_browser text, p_idle_ms bigint, p_max_ms bigint)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  DELETE FROM sessions WHERE expires_at <= v_now;
  INSERT INTO sessions
    VALUES (p_hash, p_session, p_account, v_now, v_now, v_now + least(p_idle_ms, p_max_ms), v_now + p_max_ms, p_browser);
END $$;

-- Null: unknown, ended or expired. A session is written to at most every ten minutes.
CREATE FUNCTION use_session(p_hash text, p_workspace text, p_idle_ms bigint) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_session sessions;
  v_account accounts;
  v_role text;
BEGIN
  SELECT * INTO v_session FROM sessions WHERE session_hash = p_hash AND expires_at > v_now;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF v_session.last_seen_at <= v_now - 600000 THEN
    UPDATE sessions SET last_seen_at = v_now, expires_at = least(v_now + p_idle_ms, ends_at) WHERE session_hash = p_hash;
  END IF;
  SELECT * INTO v_account FROM accounts WHERE account_id = v_session.account_id;
  IF v_account.is_installer THEN
    SELECT 'owner' INTO v_role FROM workspace_directory WHERE workspace_id = p_workspace;
  ELSE
    SELECT role INTO v_role FROM members WHERE account_id = v_account.account_id AND workspace_id = p_workspace;
  END IF;
  RETURN json_build_object('sessionId', v_session.session_id, 'expiresAt', v_session.expires_at, 'accountId', v_account.account_id,
    'email', v_account.email, 'name', v_account.name, 'isInstaller', v_account.is_installer,
    'hasPassword', v_account.password_hash IS NOT NULL, 'role', v_role);
END $$;

CREATE FUNCTION list_sessions(p_account text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT coalesce(json_agg(json_build_object('sessionId', session_id, 'createdAt', created_at, 'lastSeenAt', last_seen_at,
      'expiresAt', expires_at, 'browser', browser) ORDER BY last_seen_at DESC, session_id), '[]')
    FROM sessions WHERE account_id = p_account AND expires_at > now_ms());
END $$;

-- One session, or all of the account where none is named.
CREATE FUNCTION end_sessions(p_account text, p_session text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_ended int;
BEGIN
  DELETE FROM sessions WHERE account_id = p_account AND (p_session IS NULL OR session_id = p_session);
  GET DIAGNOSTICS v_ended = ROW_COUNT;
  RETURN v_ended;
END $$;

CREATE FUNCTION workspaces_of(p_account text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_is_installer boolean;
  v_membership record;
  v_workspace workspaces;
  v_found jsonb := '[]';
BEGIN
  SELECT is_installer INTO v_is_installer FROM accounts WHERE account_id = p_account;
  FOR v_membership IN
    SELECT workspace_id, 'owner' AS role FROM workspace_directory WHERE v_is_installer
    UNION ALL
    SELECT workspace_id, role FROM members WHERE account_id = p_account AND NOT v_is_installer
  LOOP
    PERFORM enter(v_membership.workspace_id);
    SELECT * INTO v_workspace FROM workspaces WHERE workspace_id = v_membership.workspace_id;
    IF FOUND THEN
      v_found := v_found || jsonb_build_object('workspaceId', v_workspace.workspace_id, 'name', v_workspace.name,
        'plan', v_workspace.plan, 'status', v_workspace.status, 'role', v_membership.role);
    END IF;
  END LOOP;
  RETURN (SELECT coalesce(json_agg(w ORDER BY w ->> 'name' COLLATE "C", w ->> 'workspaceId' COLLATE "C"), '[]')
    FROM jsonb_array_elements(v_found) AS w);
END $$;

CREATE FUNCTION add_passkey(p_passkey json) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO passkeys VALUES (p_passkey ->> 'credentialId', p_passkey ->> 'accountId', p_passkey ->> 'name', p_passkey ->> 'publicKey',
    (p_passkey ->> 'counter')::bigint, p_passkey -> 'transports', now_ms(), NULL) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;

CREATE FUNCTION list_passkeys(p_account text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT coalesce(json_agg(passkey_json(k) ORDER BY created_at, credential_id), '[]') FROM passkeys k WHERE account_id = p_account);
END $$;

CREATE FUNCTION read_passkey(p_credential text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT passkey_json(k) FROM passkeys k WHERE credential_id = p_credential);
END $$;

CREATE FUNCTION touch_passkey(p_credential text, p_counter bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  UPDATE passkeys SET counter = p_counter, last_used_at = now_ms() WHERE credential_id = p_credential;
END $$;

CREATE FUNCTION remove_passkey(p_account text, p_credential text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM passkeys WHERE account_id = p_account AND credential_id = p_credential;
  RETURN FOUND;
END $$;

CREATE FUNCTION list_members(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT coalesce(json_agg(json_build_object('accountId', a.account_id, 'email', a.email, 'name', a.name,
      'role', CASE WHEN a.is_installer THEN 'owner' ELSE m.role END, 'isInstaller', a.is_installer,
      'joinedAt', coalesce(m.joined_at, a.created_at),
      'lastSeenAt', (SELECT max(last_seen_at) FROM sessions s WHERE s.account_id = a.account_id))
      ORDER BY a.name COLLATE "C", a.account_id), '[]')
    FROM accounts a LEFT JOIN members m ON m.account_id = a.account_id AND m.workspace_id = p_workspace
    WHERE a.is_installer OR m.role IS NOT NULL);
END $$;

-- A null role removes the member.
CREATE FUNCTION change_member(p_workspace text, p_account text, p_role text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  IF p_role IS NULL THEN
    DELETE FROM members WHERE account_id = p_account AND workspace_id = p_workspace;
  ELSE
    UPDATE members SET role = p_role WHERE account_id = p_account AND workspace_id = p_workspace;
  END IF;
  RETURN FOUND;
END $$;

-- So that a list of keys can tell them apart; null for those made before.
ALTER TABLE keys ADD COLUMN last_four text;

CREATE OR REPLACE FUNCTION key_json(p_key keys) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('keyId', p_key.key_id, 'workspaceId', p_key.workspace_id, 'name', p_key.name,
    'scopes', p_key.scopes, 'createdAt', p_key.created_at, 'expiresAt', p_key.expires_at, 'revokedAt', p_key.revoked_at,
    'lastUsedAt', p_key.last_used_at, 'requests', p_key.requests, 'successorId', p_key.successor_id, 'lastFour', p_key.last_four)
$$;

DROP FUNCTION create_key(text, text, text, text, text[], bigint);
CREATE FUNCTION create_key(p_workspace text, p_key_id text, p_hash text, p_name text, p_scopes text[], p_lifetime_ms bigint,
  p_last_four text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_key keys;
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM workspaces WHERE workspace_id = p_workspace;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  v_key := add_key(p_workspace, p_key_id, p_hash, p_name, p_scopes, p_lifetime_ms);
  UPDATE keys SET last_four = p_last_four WHERE workspace_id = p_workspace AND key_id = p_key_id RETURNING * INTO v_key;
  RETURN key_json(v_key);
END $$;

-- Null when there is no such key, or it is revoked or expired.
DROP FUNCTION rotate_key(text, text, text, bigint);
CREATE FUNCTION rotate_key(p_key_id text, p_successor_id text, p_successor_hash text, p_overlap_ms bigint, p_last_four text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_workspace text := enter_workspace_of_key(p_key_id);
  v_key keys;
  v_successor keys;
BEGIN
  SELECT * INTO v_key FROM keys WHERE workspace_id = v_workspace AND key_id = p_key_id FOR UPDATE;
  IF NOT FOUND OR v_key.revoked_at IS NOT NULL OR v_key.expires_at <= now_ms() THEN
    RETURN NULL;
  END IF;
  v_successor := add_key(v_workspace, p_successor_id, p_successor_hash, v_key.name, v_key.scopes, v_key.lifetime_ms);
  UPDATE keys SET last_four = p_last_four WHERE workspace_id = v_workspace AND key_id = p_successor_id RETURNING * INTO v_successor;
  UPDATE keys SET expires_at = least(expires_at, v_successor.created_at + p_overlap_ms), successor_id = p_successor_id
    WHERE workspace_id = v_workspace AND key_id = p_key_id RETURNING * INTO v_key;
  RETURN json_build_object('previous', key_json(v_key), 'successor', key_json(v_successor));
END $$;
