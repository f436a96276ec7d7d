CREATE OR REPLACE FUNCTION account_json(p_account accounts) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('accountId', p_account.account_id, 'email', p_account.email, 'name', p_account.name,
    'isInstaller', p_account.is_installer, 'passwordHash', p_account.password_hash,
    'isProven', p_account.is_installer OR p_account.proven_at IS NOT NULL, 'isDisabled', p_account.disabled_at IS NOT NULL)
$$;

CREATE OR REPLACE FUNCTION has_accounts() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account('*');
  RETURN EXISTS (SELECT FROM accounts);
END $$;

-- Returns the name of the outcome. A failure leaves the link valid.
CREATE OR REPLACE FUNCTION create_account(p_kind text, p_hash text, p_account text, p_email text, p_name text, p_password_hash text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_link links;
  v_email text;
  v_other accounts;
  v_now bigint := now_ms();
BEGIN
  PERFORM enter_account('*');
  IF p_kind = 'set_up' THEN
    LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE; -- if two callers have different links, one of them is first
  END IF;
  SELECT * INTO v_link FROM links WHERE token_hash = p_hash AND kind = p_kind AND expires_at > now_ms() FOR UPDATE;
  IF NOT FOUND OR (p_kind = 'set_up' AND EXISTS (SELECT FROM accounts)) THEN
    RETURN 'link_invalid';
  END IF;
  v_email := CASE WHEN p_kind = 'set_up' THEN p_email ELSE coalesce(v_link.email, p_email) END;
  SELECT * INTO v_other FROM accounts WHERE email = v_email FOR UPDATE;
  IF FOUND THEN
    IF v_other.is_installer OR v_other.proven_at IS NOT NULL OR v_other.disabled_at IS NOT NULL THEN
      RETURN 'email_taken';
    ELSIF NOT v_link.proves_address THEN
      RETURN 'address_unproven';
    END IF;
    -- Moves the old account's address out of the way until its memberships have been transferred.
    UPDATE accounts SET email = account_id WHERE account_id = v_other.account_id;
  END IF;
  INSERT INTO accounts (account_id, email, name, password_hash, is_installer, created_at, proven_at)
    VALUES (p_account, v_email, p_name, p_password_hash, p_kind = 'set_up', v_now, CASE WHEN v_link.proves_address THEN v_now END)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN CASE WHEN EXISTS (SELECT FROM accounts WHERE email = v_email) THEN 'email_taken' ELSE 'link_invalid' END;
  END IF;
  IF v_other.account_id IS NOT NULL THEN
    PERFORM take_over_account(v_other.account_id, p_account);
  END IF;
  DELETE FROM links WHERE token_hash = p_hash OR (p_kind = 'set_up' AND kind = 'set_up');
  IF v_link.workspace_id IS NOT NULL THEN
    PERFORM join_workspace_as(p_account, v_link.workspace_id, v_link.role);
  END IF;
  RETURN 'created';
END $$;

-- Finds an account by its id or its email address. The other parameter is null.
CREATE OR REPLACE FUNCTION read_account(p_account text, p_email text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account(coalesce(p_account, '*'));
  IF p_account IS NOT NULL THEN
    RETURN (SELECT account_json(a) FROM accounts a WHERE account_id = p_account);
  END IF;
  RETURN (SELECT account_json(a) FROM accounts a WHERE email = p_email);
END $$;

-- Transfers the old account's memberships to the person who verified the address, and deletes the old account and its
-- credentials.
CREATE OR REPLACE FUNCTION take_over_account(p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE members m SET account_id = p_to WHERE account_id = p_from
    AND NOT EXISTS (SELECT FROM members o WHERE o.account_id = p_to AND o.workspace_id = m.workspace_id);
  DELETE FROM members WHERE account_id = p_from;
  PERFORM erase_account(p_from);
END $$;

-- Sets an account's password. `p_password`: {hash, keptSessionId, keepsSessions, keepsPasskeys}
CREATE OR REPLACE FUNCTION set_password(p_account text, p_password json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts SET password_hash = p_password ->> 'hash' WHERE account_id = p_account;
  DELETE FROM links WHERE account_id = p_account AND kind = 'password_reset';
  IF NOT coalesce((p_password ->> 'keepsSessions')::boolean, false) THEN
    DELETE FROM sessions WHERE account_id = p_account AND session_id IS DISTINCT FROM p_password ->> 'keptSessionId';
  END IF;
  IF NOT coalesce((p_password ->> 'keepsPasskeys')::boolean, false) THEN
    DELETE FROM passkeys WHERE account_id = p_account;
  END IF;
END $$;

-- Changes an account's name and password. `p_password`: as in set_password, and {notice}. If it is null, the password
-- stays unchanged.
CREATE OR REPLACE FUNCTION change_account(p_account text, p_name text, p_password json) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account(p_account);
  UPDATE accounts SET name = coalesce(p_name, name) WHERE account_id = p_account;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF p_password IS NOT NULL THEN
    PERFORM set_password(p_account, p_password);
    PERFORM add_notice(p_account, 'password_changed', '', p_password -> 'notice');
  END IF;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION reset_password(p_hash text, p_password_hash text, p_notice json) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_link links;
  v_account accounts;
  v_other accounts;
  v_email text;
BEGIN
  PERFORM enter_account('*');
  SELECT * INTO v_link FROM links WHERE token_hash = p_hash AND kind = 'password_reset' AND expires_at > v_now FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO v_account FROM accounts WHERE account_id = v_link.account_id FOR UPDATE;
  IF NOT FOUND OR v_account.disabled_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
  v_email := coalesce(v_link.email, v_account.email);
  SELECT * INTO v_other FROM accounts WHERE email = v_email AND account_id <> v_account.account_id FOR UPDATE;
  IF FOUND THEN
    IF v_other.is_installer OR v_other.proven_at IS NOT NULL OR v_other.disabled_at IS NOT NULL THEN
      RETURN NULL;
    END IF;
    PERFORM take_over_account(v_other.account_id, v_account.account_id);
  END IF;
  UPDATE accounts SET email = v_email, proven_at = v_now WHERE account_id = v_account.account_id;
  PERFORM set_password(v_account.account_id, json_build_object('hash', p_password_hash, 'keepsPasskeys', v_link.keeps_passkeys));
  IF v_email = v_account.email THEN
    PERFORM add_notice(v_account.account_id, 'password_reset', '', p_notice);
  ELSE
    PERFORM add_notice(v_account.account_id, 'address_changed', v_email, p_notice);
  END IF;
  DELETE FROM links WHERE token_hash = p_hash;
  RETURN v_account.account_id;
END $$;

CREATE OR REPLACE FUNCTION workspaces_of(p_account text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_is_installer boolean;
  v_membership record;
  v_workspace workspaces;
  v_found jsonb := '[]';
BEGIN
  PERFORM enter_account(p_account);
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
