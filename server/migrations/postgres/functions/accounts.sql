CREATE OR REPLACE FUNCTION account_json(p_account accounts) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('accountId', p_account.account_id, 'email', p_account.email, 'name', p_account.name,
    'isInstaller', p_account.is_installer, 'passwordHash', p_account.password_hash)
$$;

CREATE OR REPLACE FUNCTION has_accounts() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN EXISTS (SELECT FROM accounts);
END $$;

-- The name of an outcome. What fails gives the link back.
CREATE OR REPLACE FUNCTION create_account(p_kind text, p_hash text, p_account text, p_email text, p_name text, p_password_hash text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_link links;
  v_email text;
BEGIN
  IF p_kind = 'set_up' THEN
    LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE; -- of those who come with different links, one is the first
  END IF;
  SELECT * INTO v_link FROM links WHERE token_hash = p_hash AND kind = p_kind AND expires_at > now_ms() FOR UPDATE;
  IF NOT FOUND OR (p_kind = 'set_up' AND EXISTS (SELECT FROM accounts)) THEN
    RETURN 'link_invalid';
  END IF;
  v_email := CASE WHEN p_kind = 'set_up' THEN p_email ELSE coalesce(v_link.email, p_email) END;
  INSERT INTO accounts VALUES (p_account, v_email, p_name, p_password_hash, p_kind = 'set_up', now_ms()) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN CASE WHEN EXISTS (SELECT FROM accounts WHERE email = v_email) THEN 'email_taken' ELSE 'link_invalid' END;
  END IF;
  DELETE FROM links WHERE token_hash = p_hash OR (p_kind = 'set_up' AND kind = 'set_up');
  IF v_link.workspace_id IS NOT NULL THEN
    PERFORM join_workspace_as(p_account, v_link.workspace_id, v_link.role);
  END IF;
  RETURN 'created';
END $$;

-- By its id or its e-mail address; the other is null.
CREATE OR REPLACE FUNCTION read_account(p_account text, p_email text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  IF p_account IS NOT NULL THEN
    RETURN (SELECT account_json(a) FROM accounts a WHERE account_id = p_account);
  END IF;
  RETURN (SELECT account_json(a) FROM accounts a WHERE email = p_email);
END $$;

CREATE OR REPLACE FUNCTION change_account(p_account text, p_name text, p_password_hash text, p_kept_session text) RETURNS boolean
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

CREATE OR REPLACE FUNCTION reset_password(p_hash text, p_password_hash text) RETURNS text
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

CREATE OR REPLACE FUNCTION workspaces_of(p_account text) RETURNS json
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
