-- Deletes conversations with all their related data. Each call is one small commit.

-- Returns the next conversations of a workspace, each with its handle as it is stored. The service compares handles in
-- the form in which people write them.
CREATE OR REPLACE FUNCTION contact_handles(p_workspace text, p_after text, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (
    SELECT coalesce(json_agg(json_build_object('conversationId', id, 'handle', handle) ORDER BY id), '[]') FROM (
      SELECT conversation_id AS id, contact ->> 'handle' AS handle FROM conversations
      WHERE workspace_id = p_workspace AND conversation_id > p_after ORDER BY conversation_id LIMIT p_limit) AS page
  );
END $$;

-- Returns the conversations with the given ids, with their related data.
CREATE OR REPLACE FUNCTION contact_conversations(p_workspace text, p_conversations text[]) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (
    SELECT coalesce(json_agg(json_build_object('conversationId', c.conversation_id, 'channel', c.channel, 'messages', c.messages,
      'notifications', (SELECT count(*) FROM notifications n WHERE n.workspace_id = p_workspace AND n.conversation_id = c.conversation_id),
      'responses', (SELECT count(*) FROM writes w WHERE w.workspace_id = p_workspace AND w.conversation_id = c.conversation_id),
      'phrases', (SELECT count(*) FROM taught_phrases t WHERE t.workspace_id = p_workspace AND t.conversation_id = c.conversation_id))
      ORDER BY c.conversation_id), '[]')
    FROM conversations c
    WHERE c.workspace_id = p_workspace AND c.conversation_id = ANY (p_conversations)
  );
END $$;

-- Performs one step of deleting a conversation: deletes at most `p_limit` messages. The last step also deletes the
-- conversation with all its related data. If `p_silent_ms` is given, skips a conversation with a message within that
-- time.
CREATE OR REPLACE FUNCTION forget_conversation(p_workspace text, p_conversation text, p_silent_ms bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_messages int;
  v_notifications int := 0;
  v_is_gone boolean;
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation
    AND (p_silent_ms IS NULL OR last_message_at < confirmed_ms() - p_silent_ms) FOR UPDATE;
  IF NOT FOUND THEN
    RETURN json_build_object('messages', 0, 'notifications', 0, 'isOver', true, 'isGone', false);
  END IF;
  DELETE FROM messages m USING (
      SELECT message_id FROM messages WHERE workspace_id = p_workspace AND conversation_id = p_conversation AND position > 0
      ORDER BY sent_at, position LIMIT p_limit) AS oldest
    WHERE m.workspace_id = p_workspace AND m.conversation_id = p_conversation AND m.message_id = oldest.message_id;
  GET DIAGNOSTICS v_messages = ROW_COUNT;
  v_is_gone := v_messages < p_limit;
  IF v_is_gone THEN
    PERFORM hold_due_time(p_workspace);
    DELETE FROM notifications WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
    GET DIAGNOSTICS v_notifications = ROW_COUNT;
    -- A change to the persona that came from the conversation stays, but no longer refers to it.
    UPDATE persona_changes SET conversation_id = NULL WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
    -- A phrase that nobody accepted is removed. A phrase that the creator accepted stays; an erasure removes it
    -- beforehand.
    DELETE FROM taught_phrases WHERE workspace_id = p_workspace AND conversation_id = p_conversation AND state = 'suggested';
    DELETE FROM thread_directory WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
    -- Erases the personal part of the audit entries about the conversation. The chain stays valid.
    UPDATE audit_entries SET personal = NULL, salt = NULL, subject = NULL WHERE workspace_id = p_workspace AND subject = p_conversation;
    DELETE FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
    PERFORM renew_due_time(p_workspace);
  ELSE
    UPDATE conversations SET messages = messages - v_messages
      WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
    PERFORM place_conversations(p_workspace, ARRAY[p_conversation]);
  END IF;
  RETURN json_build_object('messages', v_messages, 'notifications', v_notifications, 'isOver', v_is_gone, 'isGone', v_is_gone);
END $$;

-- Performs one step through a workspace's writes: removes the writes of deleted conversations and returns their units.
-- Because it runs after the conversations were deleted, it also finds writes that were admitted just before. A write
-- that is settled later finds no conversation.
CREATE OR REPLACE FUNCTION forget_writes(p_workspace text, p_after_operation text, p_after_key text, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_seen record;
  v_period record;
  v_removed int;
  v_charged text[];
BEGIN
  PERFORM enter(p_workspace);
  SELECT count(*) AS count, (array_agg(operation ORDER BY operation DESC, idempotency_key DESC))[1] AS operation,
      (array_agg(idempotency_key ORDER BY operation DESC, idempotency_key DESC))[1] AS key INTO v_seen FROM (
    SELECT operation, idempotency_key FROM writes
    WHERE workspace_id = p_workspace AND (operation, idempotency_key) > (p_after_operation, p_after_key)
    ORDER BY operation, idempotency_key LIMIT p_limit) AS page;
  WITH gone AS (
    DELETE FROM writes w
    WHERE w.workspace_id = p_workspace AND w.conversation_id IS NOT NULL
      AND (w.operation, w.idempotency_key) > (p_after_operation, p_after_key)
      AND (w.operation, w.idempotency_key) <= (v_seen.operation, v_seen.key)
      AND NOT EXISTS (SELECT FROM conversations c WHERE c.workspace_id = p_workspace AND c.conversation_id = w.conversation_id)
    RETURNING w.operation, w.idempotency_key, w.charged_period
  ), records AS (
    DELETE FROM draft_records d USING gone
    WHERE d.workspace_id = p_workspace AND gone.operation = 'draft' AND d.idempotency_key = gone.idempotency_key
  )
  SELECT count(*), array_agg(charged_period) FILTER (WHERE charged_period IS NOT NULL) INTO v_removed, v_charged FROM gone;
  FOR v_period IN SELECT period, count(*) AS units FROM unnest(v_charged) AS period GROUP BY period ORDER BY period DESC LOOP
    UPDATE usage SET api = api - v_period.units WHERE workspace_id = p_workspace AND period = v_period.period;
  END LOOP;
  RETURN json_build_object('responses', v_removed,
    'next', CASE WHEN v_seen.count = p_limit THEN json_build_object('operation', v_seen.operation, 'key', v_seen.key) END);
END $$;
