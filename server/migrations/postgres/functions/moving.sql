-- Returns {transferId, role, state, peer, position, startedAt}, or null if there is no mark.
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

-- Completes a move. A target may serve from then on; a source stays frozen. Returns whether that move was in progress
-- here.
CREATE OR REPLACE FUNCTION complete_transfer(p_transfer text, p_peer text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_role text;
BEGIN
  UPDATE transfer SET state = 'complete', peer = p_peer WHERE transfer_id = p_transfer RETURNING role INTO v_role;
  IF v_role = 'target' THEN
    PERFORM unfreeze();
  END IF;
  RETURN v_role IS NOT NULL;
END $$;

CREATE OR REPLACE FUNCTION clear_transfer_mark() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM transfer WHERE is_only;
END $$;

CREATE OR REPLACE FUNCTION holds_data() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account('*');
  RETURN EXISTS (SELECT FROM workspace_directory) OR EXISTS (SELECT FROM accounts);
END $$;

-- Prevents all other changes for the rest of the transaction, so that the store can be filled. Returns why it cannot be
-- filled: 'data', or 'encoding' and its name; null if it can be filled. In a store without workspaces and accounts, the
-- only links are those printed at start.
CREATE OR REPLACE FUNCTION claim_empty() RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account('*');
  IF current_setting('server_encoding') <> 'UTF8' THEN
    RETURN 'encoding ' || current_setting('server_encoding');
  END IF;
  EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', array_to_string(moved_tables(), ', '));
  IF holds_data() OR EXISTS (SELECT FROM transfer) THEN
    RETURN 'data';
  END IF;
  DELETE FROM links;
  PERFORM reset_clock();
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION moved_tables() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['writes', 'external_charges', 'conversations', 'messages', 'notifications', 'usage', 'model_usage', 'profiles', 'keys',
    'workspaces', 'workspace_directory', 'key_directory', 'persona_drafts', 'persona_changes', 'conversation_replies', 'test_cases',
    'activity', 'taught_phrases', 'classifiers', 'receiver_directory', 'receivers', 'thread_directory', 'connections', 'threads', 'early_changes',
    'event_keys', 'refused_events', 'reply_drafts', 'outbox', 'outbox_claims', 'outbox_counters', 'draft_records', 'item_records', 'trials',
    'page_directory', 'pages', 'page_domains', 'page_uses', 'page_asks', 'page_links', 'page_days', 'page_items',
    'accounts', 'members', 'passkeys', 'sessions',
    'links', 'account_notices', 'audit_chains', 'audit_entries']
$$;

-- Refuses every change to a frozen table with the error of a read-only server. Only `write_rows` can change a target.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('understudy.is_filling', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'this data is being moved, or was moved, to another store' USING ERRCODE = 'read_only_sql_transaction';
END $$;

-- Refuses reads of a partly filled target.
CREATE OR REPLACE FUNCTION refuse_half_filled() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM transfer WHERE is_only AND role = 'target' AND state = 'copying') THEN
    RAISE EXCEPTION 'this data is being brought from another store' USING ERRCODE = 'read_only_sql_transaction';
  END IF;
END $$;

-- Freezes the tables. Waits for the changes in progress. After that, no process can make another change, even on an
-- open connection.
CREATE OR REPLACE FUNCTION freeze() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY moved_tables() LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER frozen BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I EXECUTE FUNCTION refuse_change()', v_table);
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
