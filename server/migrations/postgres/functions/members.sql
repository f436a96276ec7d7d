CREATE OR REPLACE FUNCTION join_workspace_as(p_account text, p_workspace text, p_role text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO members VALUES (p_account, p_workspace, p_role, now_ms())
  ON CONFLICT (account_id, workspace_id) DO UPDATE SET role = excluded.role
$$;

CREATE OR REPLACE FUNCTION join_workspace(p_hash text, p_account text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_link links;
  v_account accounts;
BEGIN
  PERFORM enter_account('*');
  SELECT * INTO v_link FROM links WHERE token_hash = p_hash AND kind = 'invitation' AND expires_at > now_ms() FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'link_invalid';
  END IF;
  SELECT * INTO v_account FROM accounts WHERE account_id = p_account;
  IF v_account.email IS DISTINCT FROM v_link.email THEN
    RETURN 'other_address';
  END IF;
  IF NOT v_account.is_installer AND v_account.proven_at IS NULL
      AND NOT EXISTS (SELECT FROM members WHERE account_id = p_account AND workspace_id = v_link.workspace_id) THEN
    RETURN 'address_unproven';
  END IF;
  DELETE FROM links WHERE token_hash = p_hash;
  PERFORM join_workspace_as(p_account, v_link.workspace_id, v_link.role);
  RETURN 'joined';
END $$;

CREATE OR REPLACE FUNCTION list_members(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('accountId', a.account_id, 'email', a.email, 'name', a.name,
      'role', CASE WHEN a.is_installer THEN 'owner' ELSE m.role END, 'isInstaller', a.is_installer,
      'isProven', a.is_installer OR a.proven_at IS NOT NULL, 'joinedAt', coalesce(m.joined_at, a.created_at),
      'lastSeenAt', (SELECT max(last_seen_at) FROM sessions s WHERE s.account_id = a.account_id))
      ORDER BY a.name COLLATE "C", a.account_id), '[]')
    FROM accounts a LEFT JOIN members m ON m.account_id = a.account_id AND m.workspace_id = p_workspace
    WHERE a.is_installer OR m.role IS NOT NULL);
END $$;

-- Changes a member's role; null removes the member. If that was the last membership of an account with an unverified
-- address, the account is removed too. A person who is no longer an owner loses their open invitations, including old
-- ones that record only the inviter's name.
CREATE OR REPLACE FUNCTION change_member(p_workspace text, p_account text, p_role text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  PERFORM enter_account(p_account);
  IF p_role IS NULL THEN
    DELETE FROM members WHERE account_id = p_account AND workspace_id = p_workspace;
  ELSE
    UPDATE members SET role = p_role WHERE account_id = p_account AND workspace_id = p_workspace;
  END IF;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF p_role IS DISTINCT FROM 'owner' THEN
    DELETE FROM links WHERE workspace_id = p_workspace AND kind = 'invitation' AND (account_id = p_account
      OR (account_id IS NULL AND made_by = (SELECT name FROM accounts WHERE account_id = p_account)));
  END IF;
  -- Removes an account with an unverified address and no memberships left. Its address then becomes free again.
  IF p_role IS NULL AND NOT EXISTS (SELECT FROM members WHERE account_id = p_account)
      AND EXISTS (SELECT FROM accounts WHERE account_id = p_account AND NOT is_installer AND proven_at IS NULL) THEN
    PERFORM erase_account(p_account);
  END IF;
  RETURN true;
END $$;
