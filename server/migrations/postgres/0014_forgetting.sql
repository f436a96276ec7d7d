-- Forgetting conversations, with everything that hangs on them. Each call is one small commit.

-- A write knows its conversation, so that its answer goes with it. An older one does not, and goes by its own time.
ALTER TABLE writes ADD COLUMN conversation_id text COLLATE "C";

-- As begin_write before, and notes the conversation.
DROP FUNCTION begin_write(text, text, text, text, text, bigint, bigint);
CREATE FUNCTION begin_write(p_workspace text, p_operation text, p_key text, p_hash text, p_token text, p_lease_ms bigint,
  p_retention_ms bigint, p_conversation text, OUT verdict json, OUT instant bigint, OUT holds_unit boolean, OUT period text)
LANGUAGE plpgsql AS $$
DECLARE
  v_write writes;
BEGIN
  holds_unit := false;
  LOOP
    instant := now_ms();
    period := CASE WHEN p_operation = 'draft' THEN period_of(instant) END;
    INSERT INTO writes (workspace_id, operation, idempotency_key, input_hash, state, lease_token, lease_until, charged_period, expires_at,
        conversation_id)
      VALUES (p_workspace, p_operation, p_key, p_hash, 'leased', p_token, instant + p_lease_ms, period, instant + p_retention_ms,
        p_conversation)
      ON CONFLICT DO NOTHING;
    IF FOUND THEN
      RETURN;
    END IF;
    SELECT * INTO v_write FROM writes
      WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key FOR UPDATE;
    EXIT WHEN FOUND;
  END LOOP;

  instant := now_ms();
  IF v_write.state = 'leased' OR v_write.expires_at > instant THEN
    IF v_write.input_hash <> p_hash THEN
      verdict := json_build_object('outcome', 'reused');
    ELSIF v_write.state = 'stored' THEN
      PERFORM count_use(p_workspace, 1, 0);
      verdict := json_build_object('outcome', 'replay', 'response', v_write.response);
    ELSIF v_write.lease_until > instant THEN
      verdict := json_build_object('outcome', 'in_progress',
        'retryAfterSeconds', greatest(1, least(2, ceil((v_write.lease_until - instant) / 1000.0))));
    END IF;
    IF verdict IS NOT NULL THEN
      PERFORM set_config('synchronous_commit', 'off', true);
      RETURN;
    END IF;
  END IF;

  holds_unit := v_write.charged_period IS NOT NULL;
  period := CASE WHEN p_operation = 'draft' THEN coalesce(v_write.charged_period, period_of(instant)) END;
  UPDATE writes SET input_hash = p_hash, state = 'leased', lease_token = p_token, lease_until = instant + p_lease_ms,
      charged_period = period, expires_at = instant + p_retention_ms, response = NULL, trace = NULL, conversation_id = p_conversation
    WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key;
END $$;

CREATE OR REPLACE FUNCTION admit_draft(p_workspace text, p_key text, p_hash text, p_token text, p_lease_ms bigint, p_retention_ms bigint,
  p_profile text, p_conversation text, p_monthly_replies jsonb, p_known_revision text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_write record;
  v_profile profiles;
  v_conversation conversations;
BEGIN
  PERFORM enter(p_workspace);
  v_write := begin_write(p_workspace, 'draft', p_key, p_hash, p_token, p_lease_ms, p_retention_ms, p_conversation);
  IF v_write.verdict IS NOT NULL THEN
    RETURN v_write.verdict;
  END IF;
  SELECT * INTO v_profile FROM profiles WHERE workspace_id = p_workspace AND profile_id = p_profile AND status = 'active';
  IF NOT FOUND THEN
    PERFORM end_lease(p_workspace, 'draft', p_key, CASE WHEN v_write.holds_unit THEN v_write.period END);
    RETURN json_build_object('outcome', 'profile_not_found');
  END IF;
  IF p_conversation IS NOT NULL THEN
    SELECT * INTO v_conversation FROM conversations
      WHERE workspace_id = p_workspace AND conversation_id = p_conversation AND profile_id = p_profile;
    IF NOT FOUND THEN
      PERFORM end_lease(p_workspace, 'draft', p_key, CASE WHEN v_write.holds_unit THEN v_write.period END);
      RETURN json_build_object('outcome', 'conversation_not_found');
    END IF;
  END IF;
  IF NOT v_write.holds_unit AND NOT charge(p_workspace, v_write.period, 'api', p_monthly_replies) THEN
    PERFORM end_lease(p_workspace, 'draft', p_key, NULL);
    RETURN json_build_object('outcome', 'allowance_used', 'renewsAt', period_end(v_write.period));
  END IF;
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN json_build_object('outcome', 'admitted', 'now', v_write.instant, 'revision', v_profile.revision,
    'profile', CASE WHEN v_profile.revision IS DISTINCT FROM p_known_revision THEN profile_json(v_profile) END,
    'conversation', CASE WHEN p_conversation IS NOT NULL THEN conversation_json(v_conversation, NULL) END,
    'usesModel', (SELECT uses_model(drafting) FROM workspaces WHERE workspace_id = p_workspace));
END $$;

CREATE OR REPLACE FUNCTION admit_handoff(p_workspace text, p_key text, p_hash text, p_token text, p_lease_ms bigint, p_retention_ms bigint,
  p_conversation text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_write record;
  v_conversation conversations;
  v_profile profiles;
  v_inbound messages;
BEGIN
  PERFORM enter(p_workspace);
  v_write := begin_write(p_workspace, 'handoff', p_key, p_hash, p_token, p_lease_ms, p_retention_ms, p_conversation);
  IF v_write.verdict IS NOT NULL THEN
    RETURN v_write.verdict;
  END IF;
  SELECT * INTO v_conversation FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
  SELECT * INTO v_inbound FROM messages
    WHERE workspace_id = p_workspace AND conversation_id = p_conversation AND direction = 'inbound'
    ORDER BY sent_at DESC, position DESC LIMIT 1;
  IF NOT FOUND THEN
    PERFORM end_lease(p_workspace, 'handoff', p_key, NULL);
    RETURN json_build_object('outcome', 'conversation_not_found');
  END IF;
  SELECT * INTO v_profile FROM profiles WHERE workspace_id = p_workspace AND profile_id = v_conversation.profile_id;
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN json_build_object('outcome', 'admitted', 'now', v_write.instant, 'profile', profile_json(v_profile),
    'conversation', conversation_json(v_conversation, v_inbound));
END $$;

-- As store_response before; nothing is stored about a conversation that was forgotten meanwhile: the lease counts as lost.
CREATE OR REPLACE FUNCTION store_response(p_workspace text, p_operation text, p_key text, p_token text, p_response text, p_trace text,
  p_retention_ms bigint, OUT is_new boolean, OUT verdict json) LANGUAGE plpgsql AS $$
DECLARE
  v_write writes;
BEGIN
  SELECT * INTO v_write FROM writes
    WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key FOR UPDATE;
  is_new := FOUND AND v_write.state = 'leased' AND v_write.lease_token = p_token;
  IF is_new AND v_write.conversation_id IS NOT NULL THEN
    PERFORM 1 FROM conversations WHERE workspace_id = p_workspace AND conversation_id = v_write.conversation_id;
    is_new := FOUND;
  END IF;
  IF is_new THEN
    UPDATE writes SET state = 'stored', response = p_response, trace = p_trace, lease_until = NULL, charged_period = NULL,
        expires_at = now_ms() + p_retention_ms
      WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key;
  END IF;
  verdict := CASE WHEN is_new OR (v_write.state = 'stored' AND v_write.lease_token = p_token) THEN json_build_object('outcome', 'stored')
    ELSE json_build_object('outcome', 'lost', 'response', v_write.response) END;
END $$;

-- The conversation is held first: one that is being forgotten gets no notification afterwards.
CREATE OR REPLACE FUNCTION settle_handoff(p_workspace text, p_key text, p_token text, p_conversation text, p_notification_id text,
  p_verdict json, p_response text, p_retention_ms bigint) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_stored record;
  v_now bigint;
BEGIN
  PERFORM enter(p_workspace);
  v_stored := store_response(p_workspace, 'handoff', p_key, p_token, p_response, NULL, p_retention_ms);
  IF v_stored.is_new THEN
    v_now := now_ms();
    UPDATE conversations SET state = 'awaiting_owner' WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
    IF NOT FOUND THEN
      DELETE FROM writes WHERE workspace_id = p_workspace AND operation = 'handoff' AND idempotency_key = p_key;
      RETURN json_build_object('outcome', 'lost', 'response', NULL);
    END IF;
    INSERT INTO notifications (workspace_id, notification_id, conversation_id, state, verdict, created_at, due_at)
      VALUES (p_workspace, p_notification_id, p_conversation, 'queued', p_verdict, v_now, v_now);
    PERFORM count_use(p_workspace, 0, 1);
    UPDATE workspace_directory SET notifications_due_at = least(notifications_due_at, v_now) WHERE workspace_id = p_workspace;
  END IF;
  RETURN v_stored.verdict;
END $$;

CREATE FUNCTION workspace_ids(p_after text, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT coalesce(json_agg(workspace_id), '[]') FROM (
    SELECT workspace_id FROM workspace_directory WHERE workspace_id > p_after ORDER BY workspace_id LIMIT p_limit) AS page);
END $$;

-- The conversations of one contact, by the handle (given without @, A to Z in lower case), and those named by their ids, with what hangs on each.
CREATE FUNCTION contact_conversations(p_workspace text, p_handle text, p_conversations text[]) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (
    SELECT coalesce(json_agg(json_build_object('conversationId', c.conversation_id, 'channel', c.channel, 'messages', c.messages,
      'notifications', (SELECT count(*) FROM notifications n WHERE n.workspace_id = p_workspace AND n.conversation_id = c.conversation_id),
      'responses', (SELECT count(*) FROM writes w WHERE w.workspace_id = p_workspace AND w.conversation_id = c.conversation_id))
      ORDER BY c.conversation_id), '[]')
    FROM conversations c
    WHERE c.workspace_id = p_workspace
      AND (c.conversation_id = ANY (p_conversations) OR lower(ltrim(c.contact ->> 'handle', '@') COLLATE "C") = p_handle)
  );
END $$;

-- One step of forgetting a conversation: at most `p_limit` messages; with the last of them, it goes with all that hangs on it.
-- With `p_silent_ms`, one that has had a message since that long ago is left alone.
CREATE FUNCTION forget_conversation(p_workspace text, p_conversation text, p_silent_ms bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_messages int;
  v_notifications int := 0;
  v_is_gone boolean;
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation
    AND (p_silent_ms IS NULL OR last_message_at < now_ms() - p_silent_ms) FOR UPDATE;
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
    -- A change of the persona that was made from the conversation stays, and forgets where it came from.
    UPDATE persona_changes SET conversation_id = NULL WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
    DELETE FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
    PERFORM renew_due_time(p_workspace);
  ELSE
    UPDATE conversations SET messages = messages - v_messages
      WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
  END IF;
  RETURN json_build_object('messages', v_messages, 'notifications', v_notifications, 'isOver', v_is_gone, 'isGone', v_is_gone);
END $$;

-- One step through a workspace's writes: those of conversations that are gone go too, and their units go back. Run after
-- the conversations went, it also meets what was admitted just before: what is settled later finds no conversation.
CREATE FUNCTION forget_writes(p_workspace text, p_after_operation text, p_after_key text, p_limit int) RETURNS json
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
    RETURNING w.charged_period
  )
  SELECT count(*), array_agg(charged_period) FILTER (WHERE charged_period IS NOT NULL) INTO v_removed, v_charged FROM gone;
  FOR v_period IN SELECT period, count(*) AS units FROM unnest(v_charged) AS period GROUP BY period ORDER BY period DESC LOOP
    UPDATE usage SET api = api - v_period.units WHERE workspace_id = p_workspace AND period = v_period.period;
  END LOOP;
  RETURN json_build_object('responses', v_removed,
    'next', CASE WHEN v_seen.count = p_limit THEN json_build_object('operation', v_seen.operation, 'key', v_seen.key) END);
END $$;
