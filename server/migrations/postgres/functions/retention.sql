-- Removes expired data in small commits.

-- Performs one step of the retention of conversations: examines `p_limit` conversations after the given one, and
-- removes at most that many messages sent more than `p_older_ms` ago. Returns the conversations that have had no
-- message since, which are removed entirely.
CREATE OR REPLACE FUNCTION expire_messages(p_workspace text, p_after text, p_older_ms bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_sent_before bigint := confirmed_ms() - p_older_ms;
  v_conversation record;
  v_removed int;
  v_messages int := 0;
  v_seen int := 0;
  v_last text := p_after;
  v_whole text[] := ARRAY[]::text[];
BEGIN
  PERFORM enter(p_workspace);
  FOR v_conversation IN
    SELECT conversation_id AS id, last_message_at < v_sent_before AS is_over FROM conversations
    WHERE workspace_id = p_workspace AND conversation_id > p_after ORDER BY conversation_id LIMIT p_limit
  LOOP
    v_seen := v_seen + 1;
    IF v_conversation.is_over THEN
      v_whole := v_whole || v_conversation.id;
    ELSE
      PERFORM 1 FROM messages WHERE workspace_id = p_workspace AND conversation_id = v_conversation.id AND position > 0
        AND sent_at < v_sent_before LIMIT 1;
      IF FOUND THEN
        PERFORM 1 FROM conversations WHERE workspace_id = p_workspace AND conversation_id = v_conversation.id FOR UPDATE;
        DELETE FROM messages m USING (
            SELECT message_id FROM messages WHERE workspace_id = p_workspace AND conversation_id = v_conversation.id AND position > 0
              AND sent_at < v_sent_before ORDER BY sent_at, position LIMIT p_limit - v_messages) AS oldest
          WHERE m.workspace_id = p_workspace AND m.conversation_id = v_conversation.id AND m.message_id = oldest.message_id;
        GET DIAGNOSTICS v_removed = ROW_COUNT;
        UPDATE conversations SET messages = messages - v_removed
          WHERE workspace_id = p_workspace AND conversation_id = v_conversation.id;
        PERFORM place_conversations(p_workspace, ARRAY[v_conversation.id]);
        v_messages := v_messages + v_removed;
        IF v_messages >= p_limit THEN
          RETURN json_build_object('messages', v_messages, 'whole', v_whole, 'next', v_last);
        END IF;
      END IF;
    END IF;
    v_last := v_conversation.id;
  END LOOP;
  RETURN json_build_object('messages', v_messages, 'whole', v_whole, 'next', CASE WHEN v_seen = p_limit THEN v_last END);
END $$;

-- Performs one step: removes finished notifications and records of drafts that are older than the given ages, and the
-- ids of charges from before the given number of months. Their counts stay.
CREATE OR REPLACE FUNCTION expire_records(p_workspace text, p_notification_ms bigint, p_charge_months int, p_draft_ms bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := confirmed_ms();
  v_period text := to_char(to_timestamp(v_now / 1000.0) AT TIME ZONE 'UTC' - make_interval(months => p_charge_months), 'YYYY-MM');
  v_notifications int;
  v_charges int;
  v_drafts int;
  v_conversations text[];
BEGIN
  PERFORM enter(p_workspace);
  WITH gone AS (
    DELETE FROM notifications WHERE workspace_id = p_workspace AND notification_id = ANY (ARRAY(
      SELECT notification_id FROM notifications
      WHERE workspace_id = p_workspace AND created_at < v_now - p_notification_ms AND state IN ('delivered', 'failed')
      ORDER BY created_at LIMIT p_limit))
    RETURNING conversation_id
  )
  SELECT count(*), array_agg(DISTINCT conversation_id) INTO v_notifications, v_conversations FROM gone;
  DELETE FROM external_charges e USING (
      SELECT source, external_id FROM external_charges WHERE workspace_id = p_workspace AND period < v_period LIMIT p_limit) AS old
    WHERE e.workspace_id = p_workspace AND e.source = old.source AND e.external_id = old.external_id;
  GET DIAGNOSTICS v_charges = ROW_COUNT;
  DELETE FROM draft_records WHERE workspace_id = p_workspace AND idempotency_key = ANY (ARRAY(
    SELECT idempotency_key FROM draft_records WHERE workspace_id = p_workspace AND created_at < v_now - p_draft_ms
    ORDER BY created_at LIMIT p_limit));
  GET DIAGNOSTICS v_drafts = ROW_COUNT;
  PERFORM place_conversations(p_workspace, v_conversations);
  RETURN json_build_object('notifications', v_notifications, 'charges', v_charges, 'drafts', v_drafts);
END $$;

-- Performs one small commit of a purge: continues after a workspace, removes expired data, and returns the position to
-- continue from; `next` is null at the end. Each call removes at most `p_limit` rows of each kind and examines that
-- many workspaces. Within a workspace, it continues at the time that it reached (`from`), past the removed rows. Until
-- the next vacuum, a scan from the beginning would read all of them again.
CREATE OR REPLACE FUNCTION purge(p_after text, p_limit int, p_from bigint DEFAULT 0) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := lived_ms();
  v_workspace text;
  v_last text := p_after;
  v_from bigint := p_from;
  v_reached bigint;
  v_seen int := 0;
  v_removed int;
  v_stored int;
  v_ended int;
  v_responses int := 0;
  v_leases int := 0;
BEGIN
  FOR v_workspace IN
    SELECT workspace_id FROM workspace_directory WHERE workspace_id > p_after ORDER BY workspace_id LIMIT p_limit
  LOOP
    PERFORM enter(v_workspace);
    v_ended := sweep(v_workspace, p_limit - v_leases);
    WITH expired AS (
      SELECT operation, idempotency_key FROM writes
      WHERE workspace_id = v_workspace AND expires_at >= v_from AND expires_at <= v_now AND state <> 'leased'
      ORDER BY expires_at LIMIT p_limit FOR UPDATE SKIP LOCKED
    ), removed AS (
      DELETE FROM writes w USING expired e
      WHERE w.workspace_id = v_workspace AND w.operation = e.operation AND w.idempotency_key = e.idempotency_key
      RETURNING w.state, w.expires_at
    )
    SELECT count(*), count(*) FILTER (WHERE state = 'stored'), max(expires_at) INTO v_removed, v_stored, v_reached FROM removed;
    v_responses := v_responses + v_stored;
    v_leases := v_leases + v_ended;
    v_seen := v_seen + 1;
    IF v_removed >= p_limit OR v_leases >= p_limit OR v_responses >= p_limit THEN
      RETURN json_build_object('responses', v_responses, 'leases', v_leases, 'next', v_last, 'from', coalesce(v_reached, v_from));
    END IF;
    v_last := v_workspace;
    v_from := 0;
  END LOOP;
  RETURN json_build_object('responses', v_responses, 'leases', v_leases, 'next', CASE WHEN v_seen = p_limit THEN v_last END, 'from', 0);
END $$;

-- Removes at most `p_limit` addresses without a failure in the last two minutes, oldest first. Returns how many were
-- removed.
CREATE OR REPLACE FUNCTION purge_addresses(p_limit int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_before bigint := lived_ms() - 120000;
  v_removed int;
BEGIN
  DELETE FROM address_windows WHERE address = ANY (ARRAY(
    SELECT address FROM address_windows WHERE last_at < v_before ORDER BY last_at LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS v_removed = ROW_COUNT;
  RETURN v_removed;
END $$;
