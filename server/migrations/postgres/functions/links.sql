CREATE OR REPLACE FUNCTION link_json(p_link links) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('linkId', p_link.link_id, 'kind', p_link.kind, 'workspaceId', p_link.workspace_id, 'role', p_link.role,
    'email', p_link.email, 'accountId', p_link.account_id, 'madeBy', p_link.made_by, 'createdAt', p_link.created_at,
    'provesAddress', p_link.proves_address, 'keepsPasskeys', p_link.keeps_passkeys, 'expiresAt', p_link.expires_at)
$$;

-- Stores a link. `p_link`: {linkId, tokenHash, kind, lifetimeMs, workspaceId, role, email, accountId, madeBy,
-- provesAddress, keepsPasskeys}. Returns null if the inviting account does not own the workspace.
CREATE OR REPLACE FUNCTION make_link(p_link json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_confirmed bigint := confirmed_ms();
  v_account text := p_link ->> 'accountId';
  v_link links;
BEGIN
  PERFORM enter_account('*');
  IF p_link ->> 'kind' = 'invitation' AND v_account IS NOT NULL
      AND NOT EXISTS (SELECT FROM accounts WHERE account_id = v_account AND is_installer) THEN
    -- This lock makes a transaction that removes the role wait. That transaction then sees this invitation too.
    PERFORM 1 FROM members WHERE account_id = v_account AND workspace_id = p_link ->> 'workspaceId' AND role = 'owner' FOR SHARE;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  DELETE FROM links WHERE expires_at <= v_confirmed;
  IF p_link ->> 'kind' = 'set_up' THEN
    DELETE FROM links WHERE kind = 'set_up' AND token_hash NOT IN (
      SELECT token_hash FROM links WHERE kind = 'set_up' ORDER BY created_at DESC, token_hash LIMIT 19);
  ELSIF p_link ->> 'kind' = 'password_reset' THEN
    DELETE FROM links WHERE kind = 'password_reset' AND account_id IS NOT DISTINCT FROM v_account;
  ELSIF p_link ->> 'kind' = 'invitation' THEN
    DELETE FROM links WHERE kind = 'invitation' AND workspace_id IS NOT DISTINCT FROM p_link ->> 'workspaceId'
      AND email IS NOT DISTINCT FROM p_link ->> 'email';
    -- The second of two concurrent calls counts the first one's invitation.
    PERFORM 1 FROM workspace_directory WHERE workspace_id = p_link ->> 'workspaceId' FOR UPDATE;
    IF (SELECT count(*) FROM links WHERE workspace_id = p_link ->> 'workspaceId' AND kind = 'invitation' AND expires_at > v_now)
        >= (p_link ->> 'maxOpen')::int THEN
      RAISE EXCEPTION 'too many invitations' USING ERRCODE = 'US001'; -- rolls back the deletion above
    END IF;
  END IF;
  INSERT INTO links (token_hash, link_id, kind, workspace_id, role, email, account_id, made_by, created_at, expires_at, proves_address,
      keeps_passkeys)
    VALUES (p_link ->> 'tokenHash', p_link ->> 'linkId', p_link ->> 'kind', p_link ->> 'workspaceId', p_link ->> 'role',
      p_link ->> 'email', v_account, p_link ->> 'madeBy', v_now, v_now + (p_link ->> 'lifetimeMs')::bigint,
      (p_link ->> 'provesAddress')::boolean, (p_link ->> 'keepsPasskeys')::boolean)
    RETURNING * INTO v_link;
  RETURN link_json(v_link);
END $$;

CREATE OR REPLACE FUNCTION read_link(p_hash text, p_kind text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account('*');
  RETURN (SELECT link_json(l) FROM links l WHERE token_hash = p_hash AND kind = p_kind AND expires_at > now_ms());
END $$;

-- Deletes the link, so that nobody can use it a second time. Returns the deleted row, or a row of nulls.
CREATE OR REPLACE FUNCTION take_link(p_hash text, p_kind text) RETURNS links LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := now_ms();
  v_link links;
BEGIN
  DELETE FROM links WHERE token_hash = p_hash AND kind = p_kind AND expires_at > v_now RETURNING * INTO v_link;
  RETURN v_link;
END $$;

CREATE OR REPLACE FUNCTION use_link(p_hash text, p_kind text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_link links;
BEGIN
  PERFORM enter_account('*');
  v_link := take_link(p_hash, p_kind);
  RETURN CASE WHEN v_link.token_hash IS NOT NULL THEN link_json(v_link) END;
END $$;

CREATE OR REPLACE FUNCTION list_invitations(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(link_json(l) ORDER BY created_at DESC, link_id), '[]') FROM links l
    WHERE workspace_id = p_workspace AND kind = 'invitation' AND expires_at > now_ms());
END $$;

CREATE OR REPLACE FUNCTION withdraw_invitation(p_workspace text, p_link_id text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  DELETE FROM links WHERE workspace_id = p_workspace AND link_id = p_link_id AND kind = 'invitation';
  RETURN FOUND;
END $$;
