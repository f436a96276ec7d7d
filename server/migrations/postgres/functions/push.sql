-- Returns the sessions of the workspace's members that receive push notifications. An installer receives those of every
-- workspace.
CREATE OR REPLACE FUNCTION pushed_sessions(p_workspace text) RETURNS SETOF sessions LANGUAGE sql STABLE AS $$
  SELECT s FROM sessions s JOIN accounts a ON a.account_id = s.account_id
  WHERE s.push IS NOT NULL AND s.expires_at > now_ms() AND a.disabled_at IS NULL
    AND (a.is_installer OR EXISTS (SELECT FROM members m WHERE m.account_id = a.account_id AND m.workspace_id = p_workspace))
$$;

-- Returns [{sessionId, accountId, push}].
CREATE OR REPLACE FUNCTION push_targets(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('sessionId', session_id, 'accountId', account_id, 'push', push)
      ORDER BY session_id), '[]') FROM pushed_sessions(p_workspace));
END $$;

-- Stores where a session receives push notifications; null removes it. Returns false if the session does not exist.
CREATE OR REPLACE FUNCTION keep_push(p_session text, p_push text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account('*');
  UPDATE sessions SET push = p_push WHERE session_id = p_session;
  RETURN FOUND;
END $$;
