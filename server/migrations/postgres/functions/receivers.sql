-- Returns a receiver as it is stored, locked until the commit, and the current time.
CREATE OR REPLACE FUNCTION load_receiver(p_receiver text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_data json;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(chr(31), 'receiver', p_receiver), 0));
  SELECT data INTO v_data FROM receivers WHERE receiver_id = p_receiver FOR UPDATE;
  RETURN json_build_object('record', v_data, 'now', now_ms(), 'lived', lived_ms());
END $$;

-- Stores a receiver; null removes it.
CREATE OR REPLACE FUNCTION save_receiver(p_receiver text, p_data json) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  IF p_data IS NULL THEN
    DELETE FROM receivers WHERE receiver_id = p_receiver;
    RETURN;
  END IF;
  INSERT INTO receivers VALUES (p_receiver, p_data ->> 'workspaceId', (p_data ->> 'isPulled')::boolean, p_data)
    ON CONFLICT (receiver_id) DO UPDATE SET workspace_id = excluded.workspace_id, is_pulled = excluded.is_pulled, data = excluded.data;
END $$;

CREATE OR REPLACE FUNCTION find_receiver(p_receiver text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT data::jsonb || jsonb_build_object('now', now_ms()) FROM receivers WHERE receiver_id = p_receiver);
END $$;

-- Returns the receivers that deliver messages to a workspace or belong to it. If `p_workspace` is null, returns all
-- receivers, or with `p_pulled` those that must be polled and that nobody is polling, by the rules of the step "lease".
CREATE OR REPLACE FUNCTION list_receivers(p_workspace text, p_pulled boolean) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT coalesce(json_agg(data ORDER BY receiver_id), '[]') FROM receivers r
    WHERE (NOT p_pulled OR (r.is_pulled AND json_array_length(r.data -> 'links') > 0
      AND coalesce(r.data -> 'problem' ->> 'code', '') <> 'token_refused'
      AND NOT coalesce((r.data -> 'lease' ->> 'until')::numeric BETWEEN lived_ms() + 1 AND lived_ms() + 300000, false)))
      AND (p_workspace IS NULL OR r.workspace_id = p_workspace OR EXISTS (
      SELECT FROM json_array_elements(r.data -> 'links') AS link WHERE link ->> 'workspaceId' = p_workspace)));
END $$;
