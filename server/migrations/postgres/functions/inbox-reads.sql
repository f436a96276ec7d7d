-- Read-only queries on connected inboxes, and the removal of their expired data.

CREATE OR REPLACE FUNCTION read_receiver(p_receiver text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_at receiver_directory;
BEGIN
  SELECT * INTO v_at FROM receiver_directory WHERE receiver_id = p_receiver;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  PERFORM enter(v_at.workspace_id);
  RETURN (SELECT connection_json(c) || jsonb_build_object('workspaceId', c.workspace_id, 'now', now_ms()) FROM connections c
    WHERE c.workspace_id = v_at.workspace_id AND c.connection_id = v_at.connection_id);
END $$;

-- Returns null if the workspace does not exist.
CREATE OR REPLACE FUNCTION list_connections(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  IF NOT EXISTS (SELECT FROM workspaces WHERE workspace_id = p_workspace) THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT coalesce(json_agg(connection_json(c) ORDER BY c.connection_id), '[]') FROM connections c
    WHERE c.workspace_id = p_workspace AND c.state <> 'removed');
END $$;

-- Returns the workspaces with a thread that is due, the longest waiting first. If `p_held_ms` is given, returns those
-- with a thread that has been held for less than that time instead.
CREATE OR REPLACE FUNCTION waking_workspaces(p_held_ms bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  IF p_held_ms IS NOT NULL THEN
    RETURN (SELECT coalesce(json_agg(workspace_id), '[]') FROM (SELECT DISTINCT workspace_id FROM thread_directory
      WHERE held_at > v_now - p_held_ms ORDER BY workspace_id LIMIT p_limit) AS w);
  END IF;
  RETURN (SELECT coalesce(json_agg(workspace_id ORDER BY first), '[]') FROM (SELECT workspace_id, min(wake_at) AS first FROM thread_directory
    WHERE wake_at <= v_now GROUP BY workspace_id ORDER BY first LIMIT p_limit) AS w);
END $$;

CREATE OR REPLACE FUNCTION waking_threads(p_workspace text, p_held_ms bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  PERFORM enter(p_workspace);
  IF p_held_ms IS NOT NULL THEN
    RETURN (SELECT coalesce(json_agg(conversation_id ORDER BY held_at DESC, conversation_id), '[]') FROM (
      SELECT d.conversation_id, d.held_at FROM thread_directory d
        JOIN threads t ON t.workspace_id = p_workspace AND t.conversation_id = d.conversation_id
        JOIN connections c ON c.workspace_id = p_workspace AND c.connection_id = t.connection_id
      WHERE d.workspace_id = p_workspace AND d.held_at > v_now - p_held_ms AND c.state NOT IN ('paused', 'removed')
      ORDER BY d.held_at DESC, d.conversation_id LIMIT p_limit) AS held);
  END IF;
  RETURN (SELECT coalesce(json_agg(conversation_id ORDER BY wake_at), '[]') FROM (SELECT conversation_id, wake_at FROM thread_directory
    WHERE workspace_id = p_workspace AND wake_at <= v_now ORDER BY wake_at LIMIT p_limit) AS due);
END $$;

-- Returns drafts, newest first. A draft from an earlier epoch is `superseded`, even if no step has recorded that yet.
CREATE OR REPLACE FUNCTION list_drafts(p_workspace text, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(draft_json(d) || CASE WHEN d.state IN ('waiting', 'queued') AND d.epoch < c.epoch
      AND coalesce(o.state, '') NOT IN ('claimed', 'uncertain') THEN '{"state":"superseded"}'::jsonb ELSE '{}' END
      ORDER BY d.created_at DESC, d.draft_id), '[]')
    FROM (SELECT * FROM reply_drafts WHERE workspace_id = p_workspace ORDER BY created_at DESC, draft_id LIMIT p_limit) AS n
    JOIN reply_drafts d ON d.workspace_id = p_workspace AND d.draft_id = n.draft_id
    JOIN conversations c ON c.workspace_id = p_workspace AND c.conversation_id = d.conversation_id
    LEFT JOIN outbox o ON o.workspace_id = p_workspace AND o.outbox_id = d.outbox_id);
END $$;

CREATE OR REPLACE FUNCTION list_outbox(p_workspace text, p_profile text, p_after bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_last bigint;
BEGIN
  PERFORM enter(p_workspace);
  v_last := coalesce((SELECT last_change FROM outbox_counters WHERE workspace_id = p_workspace), 0);
  PERFORM 1 FROM profiles WHERE workspace_id = p_workspace AND profile_id = p_profile AND status = 'active';
  IF NOT FOUND THEN
    RETURN json_build_object('items', NULL, 'last', v_last, 'outdated', json_build_array());
  END IF;
  RETURN json_build_object('last', v_last,
    'items', (SELECT coalesce(json_agg(outbox_json(o) || jsonb_build_object('change', o.change_number) ORDER BY o.change_number), '[]') FROM (
      SELECT * FROM outbox WHERE workspace_id = p_workspace AND profile_id = p_profile AND change_number > coalesce(p_after, 0)
        AND (p_after IS NOT NULL OR state IN ('ready', 'claimed')) ORDER BY change_number LIMIT p_limit) AS n
      JOIN outbox o ON o.workspace_id = p_workspace AND o.outbox_id = n.outbox_id),
    'outdated', (SELECT coalesce(json_agg(DISTINCT o.conversation_id), '[]') FROM outbox o
      JOIN thread_directory d ON d.workspace_id = p_workspace AND d.conversation_id = o.conversation_id
      WHERE o.workspace_id = p_workspace AND o.profile_id = p_profile AND o.state IN ('ready', 'claimed') AND d.wake_at <= v_now));
END $$;

-- Performs one step for one workspace. `p_ages` contains milliseconds by name. Returns how many rows were removed or
-- lost their text.
CREATE OR REPLACE FUNCTION expire_inbox(p_workspace text, p_ages json, p_limit int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_rows int;
  v_sum int := 0;
  v_conversations text[];
BEGIN
  PERFORM enter(p_workspace);
  DELETE FROM event_keys k USING (SELECT connection_id, key_hash FROM event_keys
      WHERE workspace_id = p_workspace AND at < v_now - (p_ages ->> 'eventKeyMs')::bigint LIMIT p_limit) AS old
    WHERE k.workspace_id = p_workspace AND k.connection_id = old.connection_id AND k.key_hash = old.key_hash;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_sum := v_sum + v_rows;
  DELETE FROM refused_events WHERE workspace_id = p_workspace AND at < v_now - (p_ages ->> 'eventKeyMs')::bigint;
  UPDATE refused_events SET payload = NULL
    WHERE workspace_id = p_workspace AND payload IS NOT NULL AND at < v_now - (p_ages ->> 'unreadablePayloadMs')::bigint;
  WITH gone AS (
    DELETE FROM reply_drafts WHERE workspace_id = p_workspace AND draft_id = ANY (ARRAY(SELECT draft_id FROM reply_drafts
      WHERE workspace_id = p_workspace AND created_at < v_now - (p_ages ->> 'draftMs')::bigint ORDER BY created_at LIMIT p_limit))
    RETURNING conversation_id
  )
  SELECT count(*), array_agg(DISTINCT conversation_id) INTO v_rows, v_conversations FROM gone;
  v_sum := v_sum + v_rows;
  DELETE FROM outbox WHERE workspace_id = p_workspace AND outbox_id = ANY (ARRAY(SELECT outbox_id FROM outbox
    WHERE workspace_id = p_workspace AND ended_at < v_now - (p_ages ->> 'outboxMs')::bigint ORDER BY ended_at LIMIT p_limit));
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_sum := v_sum + v_rows;
  DELETE FROM outbox_claims c USING outbox o WHERE c.workspace_id = p_workspace AND o.workspace_id = p_workspace
    AND o.outbox_id = c.outbox_id AND o.ended_at < v_now - (p_ages ->> 'outboxTextMs')::bigint;
  UPDATE outbox SET data = (data::jsonb || '{"text":null}')::json WHERE workspace_id = p_workspace
    AND ended_at < v_now - (p_ages ->> 'outboxTextMs')::bigint AND data ->> 'text' IS NOT NULL;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  PERFORM place_conversations(p_workspace, v_conversations);
  RETURN v_sum + v_rows;
END $$;

CREATE OR REPLACE FUNCTION sealed_secrets(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('workspaceId', p_workspace, 'connectionId', c.connection_id, 'sealed', s ->> 'sealed')
      ORDER BY c.connection_id), '[]')
    FROM connections c CROSS JOIN LATERAL json_array_elements(c.secrets) AS s WHERE c.workspace_id = p_workspace);
END $$;

-- Deletes all unreadable payloads of the workspace, because each one may contain anyone's words.
CREATE OR REPLACE FUNCTION forget_payloads(p_workspace text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_rows int;
BEGIN
  PERFORM enter(p_workspace);
  UPDATE refused_events SET payload = NULL WHERE workspace_id = p_workspace AND payload IS NOT NULL;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  RETURN v_rows;
END $$;

CREATE OR REPLACE FUNCTION replace_sealed(p_workspace text, p_connection text, p_sealed text, p_next text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  UPDATE connections SET secrets = replace(secrets::text, to_json(p_sealed)::text, to_json(p_next)::text)::json
    WHERE workspace_id = p_workspace AND connection_id = p_connection AND position(to_json(p_sealed)::text IN secrets::text) > 0;
  RETURN FOUND;
END $$;
