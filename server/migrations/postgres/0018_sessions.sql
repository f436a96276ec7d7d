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
