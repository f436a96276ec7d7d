-- Step 12 of the contract. Null: the lease is taken; then `holds_unit` tells whether a dead holder's unit came with it.
-- A draft's row is written as if its unit were charged already; whoever refuses it afterwards ends the lease.
CREATE FUNCTION begin_write(p_workspace text, p_operation text, p_key text, p_hash text, p_token text, p_lease_ms bigint,
  p_retention_ms bigint, OUT verdict json, OUT instant bigint, OUT holds_unit boolean, OUT period text) LANGUAGE plpgsql AS $$
DECLARE
  v_write writes;
BEGIN
  holds_unit := false;
  LOOP
    instant := now_ms();
    period := CASE WHEN p_operation = 'draft' THEN period_of(instant) END;
    INSERT INTO writes (workspace_id, operation, idempotency_key, input_hash, state, lease_token, lease_until, charged_period, expires_at)
      VALUES (p_workspace, p_operation, p_key, p_hash, 'leased', p_token, instant + p_lease_ms, period, instant + p_retention_ms)
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
      charged_period = period, expires_at = instant + p_retention_ms, response = NULL, trace = NULL
    WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key;
END $$;

-- Ends a lease that this transaction holds, keeping only the hash of the input; its unit, if it holds one, goes back.
CREATE FUNCTION end_lease(p_workspace text, p_operation text, p_key text, p_unit_of text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE writes SET state = 'released', lease_token = NULL, lease_until = NULL, charged_period = NULL
    WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key;
  IF p_unit_of IS NOT NULL THEN
    UPDATE usage SET api = api - 1 WHERE workspace_id = p_workspace AND usage.period = p_unit_of;
  END IF;
END $$;

CREATE FUNCTION profile_json(p_profile profiles) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('profileId', p_profile.profile_id, 'displayName', p_profile.display_name,
    'revision', p_profile.revision, 'persona', p_profile.persona)
$$;

CREATE FUNCTION message_json(p_message messages) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('direction', p_message.direction, 'senderType', p_message.sender_type,
    'body', p_message.body, 'sentAt', p_message.sent_at)
$$;

-- A conversation with its last 40 messages, oldest first.
CREATE FUNCTION conversation_json(p_conversation conversations, p_latest_inbound messages) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('conversationId', p_conversation.conversation_id, 'state', p_conversation.state,
    'channel', p_conversation.channel, 'contact', p_conversation.contact, 'relationship', p_conversation.relationship,
    'messages', coalesce((
      SELECT json_agg(json_build_object('direction', direction, 'senderType', sender_type, 'body', body, 'sentAt', sent_at)
        ORDER BY sent_at, position) FROM (
        SELECT * FROM messages m
        WHERE m.workspace_id = p_conversation.workspace_id AND m.conversation_id = p_conversation.conversation_id
          AND m.position > 0
        ORDER BY m.sent_at DESC, m.position DESC LIMIT 40
      ) AS newest), '[]'),
    'latestInbound', CASE WHEN (p_latest_inbound).message_id IS NOT NULL THEN message_json(p_latest_inbound) END)
$$;

-- Steps 12 to 14 of the contract. The commit of an admission is not awaited: nobody hears of it before its settling,
-- whose durable commit comes after it in the same log. A refusal is durable.
CREATE FUNCTION admit_draft(p_workspace text, p_key text, p_hash text, p_token text, p_lease_ms bigint, p_retention_ms bigint,
  p_profile text, p_conversation text, p_monthly_replies jsonb, p_known_revision text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_write record;
  v_profile profiles;
  v_conversation conversations;
BEGIN
  PERFORM enter(p_workspace);
  v_write := begin_write(p_workspace, 'draft', p_key, p_hash, p_token, p_lease_ms, p_retention_ms);
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
    'conversation', CASE WHEN p_conversation IS NOT NULL THEN conversation_json(v_conversation, NULL) END);
END $$;

CREATE FUNCTION admit_handoff(p_workspace text, p_key text, p_hash text, p_token text, p_lease_ms bigint, p_retention_ms bigint,
  p_conversation text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_write record;
  v_conversation conversations;
  v_profile profiles;
  v_inbound messages;
BEGIN
  PERFORM enter(p_workspace);
  v_write := begin_write(p_workspace, 'handoff', p_key, p_hash, p_token, p_lease_ms, p_retention_ms);
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

-- Locks a write and returns it while this token holds its lease; else a row of nulls. The row is found by its key alone:
-- with the state in the condition the planner would walk all leases of the workspace.
CREATE FUNCTION hold_write(p_workspace text, p_operation text, p_key text, p_token text) RETURNS writes LANGUAGE plpgsql AS $$
DECLARE
  v_write writes;
BEGIN
  SELECT * INTO v_write FROM writes
    WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key FOR UPDATE;
  RETURN CASE WHEN v_write.state = 'leased' AND v_write.lease_token = p_token THEN v_write END;
END $$;

-- True when this call stored the response. False: `verdict` tells whether the same holder stored it before, or lost it.
CREATE FUNCTION store_response(p_workspace text, p_operation text, p_key text, p_token text, p_response text, p_trace text,
  p_retention_ms bigint, OUT is_new boolean, OUT verdict json) LANGUAGE plpgsql AS $$
DECLARE
  v_write writes;
BEGIN
  SELECT * INTO v_write FROM writes
    WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key FOR UPDATE;
  is_new := FOUND AND v_write.state = 'leased' AND v_write.lease_token = p_token;
  IF is_new THEN
    UPDATE writes SET state = 'stored', response = p_response, trace = p_trace, lease_until = NULL, charged_period = NULL,
        expires_at = now_ms() + p_retention_ms
      WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key;
  END IF;
  verdict := CASE WHEN is_new OR (v_write.state = 'stored' AND v_write.lease_token = p_token) THEN json_build_object('outcome', 'stored')
    ELSE json_build_object('outcome', 'lost', 'response', v_write.response) END;
END $$;

CREATE FUNCTION settle_draft(p_workspace text, p_key text, p_token text, p_response text, p_trace text, p_retention_ms bigint)
RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (store_response(p_workspace, 'draft', p_key, p_token, p_response, p_trace, p_retention_ms)).verdict;
END $$;

CREATE FUNCTION settle_handoff(p_workspace text, p_key text, p_token text, p_conversation text, p_notification_id text,
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
    INSERT INTO notifications (workspace_id, notification_id, conversation_id, state, verdict, created_at, due_at)
      VALUES (p_workspace, p_notification_id, p_conversation, 'queued', p_verdict, v_now, v_now);
    PERFORM count_use(p_workspace, 0, 1);
    UPDATE workspace_directory SET notifications_due_at = least(notifications_due_at, v_now) WHERE workspace_id = p_workspace;
  END IF;
  RETURN v_stored.verdict;
END $$;

CREATE FUNCTION renew_lease(p_workspace text, p_operation text, p_key text, p_token text, p_lease_ms bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  IF (hold_write(p_workspace, p_operation, p_key, p_token)).state IS NULL THEN
    RETURN false;
  END IF;
  UPDATE writes SET lease_until = now_ms() + p_lease_ms
    WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key;
  RETURN true;
END $$;

CREATE FUNCTION release_write(p_workspace text, p_operation text, p_key text, p_token text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_write writes;
BEGIN
  PERFORM enter(p_workspace);
  v_write := hold_write(p_workspace, p_operation, p_key, p_token);
  IF v_write.state IS NULL THEN
    RETURN false;
  END IF;
  PERFORM end_lease(p_workspace, p_operation, p_key, v_write.charged_period);
  RETURN true;
END $$;

CREATE FUNCTION draft_trace(p_workspace text, p_key text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT trace FROM writes
    WHERE workspace_id = p_workspace AND operation = 'draft' AND idempotency_key = p_key AND state = 'stored' AND expires_at > now_ms());
END $$;

-- The active profile, or null.
CREATE FUNCTION read_profile(p_workspace text, p_profile text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT profile_json(p) FROM profiles p WHERE p.workspace_id = p_workspace AND p.profile_id = p_profile AND p.status = 'active');
END $$;
