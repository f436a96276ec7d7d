CREATE OR REPLACE FUNCTION key_json(p_key keys) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('keyId', p_key.key_id, 'workspaceId', p_key.workspace_id, 'name', p_key.name,
    'scopes', p_key.scopes, 'createdAt', p_key.created_at, 'expiresAt', p_key.expires_at, 'revokedAt', p_key.revoked_at,
    'lastUsedAt', p_key.last_used_at, 'requests', p_key.requests, 'successorId', p_key.successor_id, 'lastFour', p_key.last_four)
$$;

-- Limits the transaction to a key's workspace and returns that workspace's id, or null if the key does not exist.
CREATE OR REPLACE FUNCTION enter_workspace_of_key(p_key_id text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_workspace text;
BEGIN
  SELECT workspace_id INTO v_workspace FROM key_directory WHERE key_id = p_key_id;
  IF FOUND THEN
    PERFORM enter(v_workspace);
  END IF;
  RETURN v_workspace;
END $$;

CREATE OR REPLACE FUNCTION add_key(p_workspace text, p_key_id text, p_hash text, p_name text, p_scopes text[], p_lifetime_ms bigint)
RETURNS keys LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := now_ms();
  v_key keys;
BEGIN
  INSERT INTO keys (workspace_id, key_id, name, scopes, created_at, expires_at, lifetime_ms)
    VALUES (p_workspace, p_key_id, p_name, p_scopes, v_now, v_now + p_lifetime_ms, p_lifetime_ms) RETURNING * INTO v_key;
  INSERT INTO key_directory (key_hash, workspace_id, key_id) VALUES (p_hash, p_workspace, p_key_id);
  RETURN v_key;
END $$;

-- Returns how many keys are neither revoked nor expired. This locks the workspace's row, so that the second of two
-- concurrent calls counts the first one's key.
CREATE OR REPLACE FUNCTION keys_in_force(p_workspace text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  PERFORM 1 FROM workspace_directory WHERE workspace_id = p_workspace FOR UPDATE;
  RETURN (SELECT count(*) FROM keys WHERE workspace_id = p_workspace AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > v_now));
END $$;

-- Creates a key. Returns null if the workspace does not exist, or {isFull} if it has reached its limit of active keys.
CREATE OR REPLACE FUNCTION create_key(p_workspace text, p_key_id text, p_hash text, p_name text, p_scopes text[], p_lifetime_ms bigint,
  p_last_four text, p_max_active int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_key keys;
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM workspaces WHERE workspace_id = p_workspace;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF keys_in_force(p_workspace) >= p_max_active THEN
    RETURN json_build_object('isFull', true);
  END IF;
  v_key := add_key(p_workspace, p_key_id, p_hash, p_name, p_scopes, p_lifetime_ms);
  UPDATE keys SET last_four = p_last_four WHERE workspace_id = p_workspace AND key_id = p_key_id RETURNING * INTO v_key;
  RETURN key_json(v_key);
END $$;

-- Returns the keys of one workspace, or of all workspaces if `p_workspace` is null, newest first.
CREATE OR REPLACE FUNCTION list_keys(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_keys keys[] := ARRAY[]::keys[];
  v_workspace text;
BEGIN
  FOR v_workspace IN SELECT workspace_id FROM workspace_directory WHERE p_workspace IS NULL OR workspace_id = p_workspace LOOP
    PERFORM enter(v_workspace);
    v_keys := v_keys || ARRAY(SELECT k FROM keys k WHERE k.workspace_id = v_workspace);
  END LOOP;
  RETURN (SELECT coalesce(json_agg(key_json(k) ORDER BY (k).created_at DESC, (k).key_id), '[]') FROM unnest(v_keys) AS k);
END $$;

-- Revokes a key. Returns null if the key does not exist.
CREATE OR REPLACE FUNCTION revoke_key(p_key_id text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_workspace text := enter_workspace_of_key(p_key_id);
  v_now bigint := now_ms();
  v_key keys;
BEGIN
  UPDATE keys SET revoked_at = coalesce(revoked_at, v_now) WHERE workspace_id = v_workspace AND key_id = p_key_id
    RETURNING * INTO v_key;
  RETURN CASE WHEN FOUND THEN key_json(v_key) END;
END $$;

-- Creates a key's successor. Returns null if the key does not exist, is revoked or has expired, or {isFull} if an
-- overlap would leave too many active keys.
CREATE OR REPLACE FUNCTION rotate_key(p_key_id text, p_successor_id text, p_successor_hash text, p_overlap_ms bigint, p_last_four text,
  p_max_active int) RETURNS json
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
  IF p_overlap_ms > 0 AND keys_in_force(v_workspace) >= p_max_active THEN
    RETURN json_build_object('isFull', true);
  END IF;
  v_successor := add_key(v_workspace, p_successor_id, p_successor_hash, v_key.name, v_key.scopes, v_key.lifetime_ms);
  UPDATE keys SET last_four = p_last_four WHERE workspace_id = v_workspace AND key_id = p_successor_id RETURNING * INTO v_successor;
  UPDATE keys SET expires_at = least(expires_at, v_successor.created_at + p_overlap_ms), successor_id = p_successor_id
    WHERE workspace_id = v_workspace AND key_id = p_key_id RETURNING * INTO v_key;
  RETURN json_build_object('previous', key_json(v_key), 'successor', key_json(v_successor));
END $$;

-- Adds the given uses: [{workspaceId, keyId, lastUsedAt, requests}]. The commit is not durable.
CREATE OR REPLACE FUNCTION touch_keys(p_uses json) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_use record;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR v_use IN
    SELECT "workspaceId" AS workspace_id, "keyId" AS key_id, max("lastUsedAt") AS last_used_at, sum(requests)::bigint AS requests
    FROM json_to_recordset(p_uses) AS use("workspaceId" text, "keyId" text, "lastUsedAt" bigint, requests bigint)
    GROUP BY "workspaceId", "keyId" ORDER BY "workspaceId" COLLATE "C", "keyId" COLLATE "C"
  LOOP
    PERFORM enter(v_use.workspace_id);
    UPDATE keys SET last_used_at = greatest(last_used_at, v_use.last_used_at), requests = keys.requests + v_use.requests
      WHERE workspace_id = v_use.workspace_id AND key_id = v_use.key_id;
  END LOOP;
END $$;
