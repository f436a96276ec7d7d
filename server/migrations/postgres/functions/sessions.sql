CREATE OR REPLACE FUNCTION open_session(p_hash text, p_session text, p_account text, p_browser text, p_idle_ms bigint, p_max_ms bigint)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_confirmed bigint := confirmed_ms();
BEGIN
  PERFORM enter_account('*');
  DELETE FROM sessions WHERE expires_at <= v_confirmed;
  INSERT INTO sessions (session_hash, session_id, account_id, created_at, last_seen_at, expires_at, ends_at, browser)
    VALUES (p_hash, p_session, p_account, v_now, v_now, v_now + least(p_idle_ms, p_max_ms), v_now + p_max_ms, p_browser);
END $$;

-- Returns null if the session is unknown, ended or expired, or if its account is disabled. A session is written at most
-- every ten minutes.
CREATE OR REPLACE FUNCTION use_session(p_hash text, p_workspace text, p_idle_ms bigint) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_session sessions;
  v_account accounts;
  v_role text;
BEGIN
  PERFORM enter_account('*');
  SELECT * INTO v_session FROM sessions WHERE session_hash = p_hash AND expires_at > v_now;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO v_account FROM accounts WHERE account_id = v_session.account_id;
  IF v_account.disabled_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
  IF v_session.last_seen_at <= v_now - 600000 THEN
    UPDATE sessions SET last_seen_at = v_now, expires_at = least(v_now + p_idle_ms, ends_at) WHERE session_hash = p_hash;
  END IF;
  IF v_account.is_installer THEN
    SELECT 'owner' INTO v_role FROM workspace_directory WHERE workspace_id = p_workspace;
  ELSE
    SELECT role INTO v_role FROM members WHERE account_id = v_account.account_id AND workspace_id = p_workspace;
  END IF;
  RETURN json_build_object('sessionId', v_session.session_id, 'expiresAt', v_session.expires_at, 'accountId', v_account.account_id,
    'email', v_account.email, 'name', v_account.name, 'isInstaller', v_account.is_installer,
    'hasPassword', v_account.password_hash IS NOT NULL, 'role', v_role);
END $$;

CREATE OR REPLACE FUNCTION list_sessions(p_account text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account(p_account);
  RETURN (SELECT coalesce(json_agg(json_build_object('sessionId', session_id, 'createdAt', created_at, 'lastSeenAt', last_seen_at,
      'expiresAt', expires_at, 'browser', browser) ORDER BY last_seen_at DESC, session_id), '[]')
    FROM sessions WHERE account_id = p_account AND expires_at > now_ms());
END $$;

-- Ends one session, or all of the account's sessions if `p_session` is null.
CREATE OR REPLACE FUNCTION end_sessions(p_account text, p_session text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_ended int;
BEGIN
  PERFORM enter_account(p_account);
  DELETE FROM sessions WHERE account_id = p_account AND (p_session IS NULL OR session_id = p_session);
  GET DIAGNOSTICS v_ended = ROW_COUNT;
  RETURN v_ended;
END $$;
