-- How long a key was to live when it was made: its successor gets the same.
ALTER TABLE keys ADD COLUMN lifetime_ms bigint;
UPDATE keys SET lifetime_ms = expires_at - created_at;

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
