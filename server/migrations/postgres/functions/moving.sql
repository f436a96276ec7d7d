-- {transferId, role, state, peer, position, startedAt}, or null.
CREATE OR REPLACE FUNCTION transfer_mark() RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT json_build_object('transferId', transfer_id, 'role', role, 'state', state, 'peer', peer, 'position', position,
    'startedAt', started_at) FROM transfer);
END $$;

CREATE OR REPLACE FUNCTION set_transfer_mark(p_transfer text, p_role text, p_state text, p_peer text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO transfer (transfer_id, role, state, peer, started_at) VALUES (p_transfer, p_role, p_state, p_peer, now_ms())
    ON CONFLICT (is_only) DO UPDATE SET transfer_id = p_transfer, role = p_role, state = p_state, peer = p_peer;
END $$;

CREATE OR REPLACE FUNCTION clear_transfer_mark() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM transfer WHERE is_only;
END $$;

CREATE OR REPLACE FUNCTION holds_data() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN EXISTS (SELECT FROM workspace_directory) OR EXISTS (SELECT FROM accounts);
END $$;

-- What every change of a frozen table meets: the same as on a read-only server.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'this data is being moved, or was moved, to another store' USING ERRCODE = 'read_only_sql_transaction';
END $$;

-- Waits for changes under way, then no process can make another one, whatever it has open.
CREATE OR REPLACE FUNCTION freeze() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_table text;
BEGIN
  PERFORM unfreeze();
  FOREACH v_table IN ARRAY ARRAY['writes', 'external_charges', 'conversations', 'messages', 'notifications', 'usage', 'model_usage',
                                 'profiles', 'keys', 'workspaces', 'workspace_directory', 'key_directory',
                                 'persona_drafts', 'persona_changes', 'conversation_replies', 'test_cases', 'activity',
                                 'accounts', 'members', 'passkeys', 'sessions', 'links'] LOOP
    EXECUTE format('CREATE TRIGGER frozen BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I EXECUTE FUNCTION refuse_change()', v_table);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION unfreeze() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_table regclass;
BEGIN
  FOR v_table IN SELECT tgrelid FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE t.tgname = 'frozen' AND c.relnamespace = 'understudy'::regnamespace
  LOOP
    EXECUTE format('DROP TRIGGER frozen ON %s', v_table);
  END LOOP;
END $$;
