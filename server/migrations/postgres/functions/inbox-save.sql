-- Writes the changes of a step of a connected inbox in one call.

CREATE OR REPLACE FUNCTION save_connection(p_workspace text, p_change json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_id text := p_change ->> 'connectionId';
BEGIN
  IF p_change ->> 'profileId' IS NOT NULL THEN
    INSERT INTO connections AS c (workspace_id, connection_id, profile_id, kind, settings, state, created_at, receiver_id, secrets)
      VALUES (p_workspace, v_id, p_change ->> 'profileId', p_change ->> 'kind', p_change -> 'settings', p_change ->> 'state',
        (p_change ->> 'createdAt')::bigint, p_change ->> 'receiverId', p_change -> 'secrets')
      ON CONFLICT (workspace_id, connection_id) DO UPDATE SET profile_id = excluded.profile_id, kind = excluded.kind,
        settings = excluded.settings, state = excluded.state, created_at = excluded.created_at, receiver_id = excluded.receiver_id,
        secrets = excluded.secrets, paused_from = NULL, sees_echo = false, last_event_at = NULL;
  ELSE
    UPDATE connections SET
        settings = coalesce(p_change -> 'settings', settings),
        state = CASE WHEN p_change -> 'state' IS NOT NULL THEN p_change ->> 'state' ELSE state END,
        paused_from = CASE WHEN p_change -> 'stateBeforePause' IS NOT NULL THEN p_change ->> 'stateBeforePause' ELSE paused_from END,
        sees_echo = coalesce((p_change ->> 'seesEcho')::boolean, sees_echo),
        last_event_at = coalesce((p_change ->> 'lastEventAt')::bigint, last_event_at),
        receiver_id = CASE WHEN p_change -> 'receiverId' IS NOT NULL THEN p_change ->> 'receiverId' ELSE receiver_id END,
        secrets = coalesce(p_change -> 'secrets', secrets)
      WHERE workspace_id = p_workspace AND connection_id = v_id;
  END IF;
  IF p_change -> 'receiverId' IS NOT NULL THEN
    DELETE FROM receiver_directory WHERE workspace_id = p_workspace AND connection_id = v_id
      AND receiver_id IS DISTINCT FROM p_change ->> 'receiverId';
    IF p_change ->> 'receiverId' IS NOT NULL THEN
      INSERT INTO receiver_directory VALUES (p_change ->> 'receiverId', p_workspace, v_id) ON CONFLICT DO NOTHING;
    END IF;
  END IF;
END $$;

-- Writes a step's changes in the order of locks: conversations first, the month's counter and directories last.
CREATE OR REPLACE FUNCTION save_inbox(p_workspace text, p_changes json) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_all record;
  v_row json;
  v_kinds text[];
  v_kind text;
  v_number bigint;
  v_period text := period_of(v_now);
BEGIN
  PERFORM enter(p_workspace);
  -- Parses the changes only once, because each access to a JSON value reads all of it.
  SELECT * INTO v_all FROM json_to_record(p_changes) AS r(conversations json, messages json, threads json, drafts json, proposals json,
    outcomes json, early json, keys json, refused json, connections json, charge json, outbox json, claims json, notifications json);
  -- ON CONFLICT finds known conversations by their key, even if the planner has no statistics about the table.
  INSERT INTO conversations AS c (workspace_id, conversation_id, profile_id, state, channel, contact, epoch, messages, last_message_at)
    SELECT p_workspace, "conversationId", "profileId", state, channel, CASE json_typeof(contact) WHEN 'object' THEN contact END, epoch,
      "newMessages", "lastMessageAt"
    FROM json_to_recordset(v_all.conversations) AS r("conversationId" text, "profileId" text, state text, channel text, contact json,
      epoch bigint, "newMessages" bigint, "lastMessageAt" bigint)
    ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET state = excluded.state, epoch = excluded.epoch, contact = excluded.contact,
      messages = c.messages + excluded.messages, last_message_at = greatest(c.last_message_at, excluded.last_message_at);
  -- New messages get their positions in the order of the array. If a message moves to the end, the loop below takes all
  -- messages one by one, because the moved message needs a position between those of new messages.
  v_kinds := ARRAY(SELECT DISTINCT m -> 'change' ->> 'kind' FROM json_array_elements(v_all.messages) AS m);
  INSERT INTO messages (workspace_id, conversation_id, message_id, direction, sender_type, body, sent_at, edited_at, deleted_at, attachments,
      recorded)
    SELECT p_workspace, "conversationId", "messageId", direction, "senderType", body, "sentAt", "editedAt", "deletedAt",
      CASE WHEN json_array_length(attachments) > 0 THEN attachments END, CASE json_typeof(recorded) WHEN 'object' THEN recorded END
    FROM ROWS FROM (json_to_recordset(v_all.messages) AS ("conversationId" text, "messageId" text, direction text,
      "senderType" text, body text, "sentAt" bigint, "editedAt" bigint, "deletedAt" bigint, attachments json, recorded json, change json))
      WITH ORDINALITY AS r("conversationId", "messageId", direction, "senderType", body, "sentAt", "editedAt", "deletedAt", attachments,
        recorded, change, place)
    WHERE change ->> 'kind' = 'new' AND 'last' <> ALL (v_kinds)
    ORDER BY place;
  FOR v_row IN SELECT m FROM json_array_elements(v_all.messages) AS m
      WHERE NOT v_kinds <@ '{new}' AND ('last' = ANY (v_kinds) OR m -> 'change' ->> 'kind' <> 'new') LOOP
    v_kind := v_row -> 'change' ->> 'kind';
    IF v_kind = 'new' THEN
      INSERT INTO messages (workspace_id, conversation_id, message_id, direction, sender_type, body, sent_at, edited_at, deleted_at, attachments,
          recorded)
        VALUES (p_workspace, v_row ->> 'conversationId', v_row ->> 'messageId', v_row ->> 'direction', v_row ->> 'senderType',
          v_row ->> 'body', (v_row ->> 'sentAt')::bigint, (v_row ->> 'editedAt')::bigint, (v_row ->> 'deletedAt')::bigint,
          CASE WHEN json_array_length(v_row -> 'attachments') > 0 THEN v_row -> 'attachments' END,
          CASE json_typeof(v_row -> 'recorded') WHEN 'object' THEN v_row -> 'recorded' END);
    ELSIF v_kind = 'changed' THEN
      UPDATE messages SET body = v_row ->> 'body', edited_at = (v_row ->> 'editedAt')::bigint, deleted_at = (v_row ->> 'deletedAt')::bigint
        WHERE workspace_id = p_workspace AND conversation_id = v_row ->> 'conversationId' AND message_id = v_row ->> 'messageId';
    ELSIF v_kind = 'rename' THEN
      UPDATE messages SET message_id = v_row ->> 'messageId'
        WHERE workspace_id = p_workspace AND conversation_id = v_row ->> 'conversationId' AND message_id = v_row -> 'change' ->> 'formerId';
    ELSIF v_kind = 'gone' THEN
      DELETE FROM messages
        WHERE workspace_id = p_workspace AND conversation_id = v_row ->> 'conversationId' AND message_id = v_row ->> 'messageId';
    ELSE
      UPDATE messages SET position = DEFAULT
        WHERE workspace_id = p_workspace AND conversation_id = v_row ->> 'conversationId' AND message_id = v_row ->> 'messageId';
    END IF;
  END LOOP;
  INSERT INTO threads (workspace_id, conversation_id, connection_id, thread_id, wake_at, locked_until, held, held_at, data)
    SELECT p_workspace, "conversationId", "connectionId", "threadId", "wakeAt", "lockedUntil", held, "heldAt", data
    FROM json_to_recordset(v_all.threads) AS r("conversationId" text, "connectionId" text, "threadId" text, "wakeAt" bigint,
      "lockedUntil" bigint, held text, "heldAt" bigint, data json)
    ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET wake_at = excluded.wake_at, locked_until = excluded.locked_until,
      held = excluded.held, held_at = excluded.held_at, data = excluded.data;
  INSERT INTO reply_drafts (workspace_id, draft_id, conversation_id, connection_id, epoch, state, outbox_id, created_at, data)
    SELECT p_workspace, "draftId", "conversationId", "connectionId", epoch, state, "outboxId", "createdAt", data
    FROM json_to_recordset(v_all.drafts) AS r("draftId" text, "conversationId" text, "connectionId" text, epoch bigint, state text,
      "outboxId" text, "createdAt" bigint, data json)
    ON CONFLICT (workspace_id, draft_id) DO UPDATE SET epoch = excluded.epoch, state = excluded.state, outbox_id = excluded.outbox_id;
  FOR v_row IN SELECT json_array_elements(v_all.proposals) LOOP
    PERFORM keep_draft_record(p_workspace, v_row ->> 'draftId', v_row ->> 'profileId', v_row -> 'items', v_row ->> 'trial');
  END LOOP;
  FOR v_row IN SELECT json_array_elements(v_all.outcomes) LOOP
    PERFORM record_outcome(p_workspace, v_row ->> 'draftId', v_row ->> 'outcome');
  END LOOP;
  FOR v_row IN SELECT json_array_elements(v_all.early) LOOP
    IF (v_row ->> 'isOver')::boolean THEN
      DELETE FROM early_changes
        WHERE workspace_id = p_workspace AND conversation_id = v_row ->> 'conversationId' AND message_id = v_row ->> 'messageId';
    ELSE
      INSERT INTO early_changes VALUES (p_workspace, v_row ->> 'conversationId', v_row ->> 'messageId', (v_row ->> 'sentAt')::bigint, v_row ->> 'body')
        ON CONFLICT (workspace_id, conversation_id, message_id) DO UPDATE SET sent_at = excluded.sent_at, body = excluded.body;
    END IF;
  END LOOP;
  INSERT INTO event_keys (workspace_id, connection_id, key_hash, at)
    SELECT p_workspace, "connectionId", "keyHash", v_now FROM json_to_recordset(v_all.keys) AS r("connectionId" text, "keyHash" text)
    ON CONFLICT DO NOTHING;
  INSERT INTO refused_events (workspace_id, refusal_id, connection_id, at, data, payload)
    SELECT p_workspace, "refusalId", "connectionId", at, data, payload FROM json_to_recordset(v_all.refused)
      AS r("refusalId" text, "connectionId" text, at bigint, data json, payload text)
    ON CONFLICT DO NOTHING;
  FOR v_row IN SELECT json_array_elements(v_all.connections) LOOP
    PERFORM save_connection(p_workspace, v_row);
  END LOOP;
  IF json_typeof(v_all.charge) = 'object' THEN
    INSERT INTO usage (workspace_id, period, inbox) VALUES (p_workspace, v_period, 1)
      ON CONFLICT (workspace_id, period) DO UPDATE SET inbox = usage.inbox + 1;
    INSERT INTO external_charges VALUES (p_workspace, 'inbox', v_all.charge ->> 'externalId', v_period);
    PERFORM count_activity(p_workspace, 'inbox', v_all.charge ->> 'intent', v_all.charge ->> 'riskLevel');
    PERFORM count_model_use(p_workspace, v_period, v_all.charge -> 'modelUse');
  END IF;
  IF json_array_length(v_all.outbox) > 0 THEN
    -- A transaction that holds the counter commits before the next one counts, so readers see changes in the order of
    -- their numbers.
    INSERT INTO outbox_counters AS c VALUES (p_workspace, json_array_length(v_all.outbox))
      ON CONFLICT (workspace_id) DO UPDATE SET last_change = c.last_change + excluded.last_change
      RETURNING last_change - json_array_length(v_all.outbox) INTO v_number;
    INSERT INTO outbox (workspace_id, outbox_id, conversation_id, connection_id, profile_id, state, change_number, ended_at, data)
      SELECT p_workspace, "outboxId", "conversationId", "connectionId", "profileId", state, v_number + place, "endedAt", data
      FROM ROWS FROM (json_to_recordset(v_all.outbox) AS ("outboxId" text, "conversationId" text, "connectionId" text,
        "profileId" text, state text, "endedAt" bigint, data json))
        WITH ORDINALITY AS r("outboxId", "conversationId", "connectionId", "profileId", state, "endedAt", data, place)
      ON CONFLICT (workspace_id, outbox_id) DO UPDATE SET state = excluded.state, change_number = excluded.change_number,
        ended_at = excluded.ended_at, data = excluded.data;
  END IF;
  INSERT INTO outbox_claims (workspace_id, idempotency_key, input_hash, outbox_id, conversation_id, response, created_at)
    SELECT p_workspace, "idempotencyKey", "inputHash", "outboxId", "conversationId", response, "createdAt"
    FROM json_to_recordset(v_all.claims) AS r("idempotencyKey" text, "inputHash" text, "outboxId" text, "conversationId" text,
      response text, "createdAt" bigint);
  FOR v_row IN SELECT t FROM json_array_elements(v_all.threads) AS t WHERE t ->> 'wakeAt' IS NULL AND t ->> 'heldAt' IS NULL LOOP
    DELETE FROM thread_directory WHERE workspace_id = p_workspace AND conversation_id = v_row ->> 'conversationId';
  END LOOP;
  INSERT INTO thread_directory (workspace_id, conversation_id, wake_at, held_at)
    SELECT p_workspace, "conversationId", "wakeAt", "heldAt"
    FROM json_to_recordset(v_all.threads) AS r("conversationId" text, "wakeAt" bigint, "heldAt" bigint)
    WHERE "wakeAt" IS NOT NULL OR "heldAt" IS NOT NULL
    ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET wake_at = excluded.wake_at, held_at = excluded.held_at;
  IF json_array_length(v_all.notifications) > 0 THEN
    PERFORM queue_notices(p_workspace, v_all.notifications);
  END IF;
  PERFORM place_conversations(p_workspace, ARRAY(SELECT r ->> 'conversationId'
    FROM unnest(ARRAY[v_all.conversations, v_all.messages, v_all.threads, v_all.drafts, v_all.notifications]) AS list
    CROSS JOIN LATERAL json_array_elements(list) AS r));
END $$;

-- Queues notifications. One that already exists, such as a monthly notification, stays as it is.
CREATE OR REPLACE FUNCTION queue_notices(p_workspace text, p_notices json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := now_ms();
  v_lived bigint := lived_ms();
  v_due bigint;
BEGIN
  INSERT INTO notifications (workspace_id, notification_id, type, conversation_id, state, verdict, about, created_at, due_at)
    SELECT p_workspace, "notificationId", type, "conversationId", 'queued', verdict, about, v_now, v_lived + coalesce("delayMs", 0)
    FROM json_to_recordset(p_notices) AS r("notificationId" text, type text, "conversationId" text, verdict json, about json, "delayMs" bigint)
    ON CONFLICT DO NOTHING;
  v_due := v_lived + (SELECT min(coalesce((n ->> 'delayMs')::bigint, 0)) FROM json_array_elements(p_notices) AS n);
  UPDATE workspace_directory SET notifications_due_at = least(notifications_due_at, v_due) WHERE workspace_id = p_workspace;
END $$;

-- Stores a workspace's shares and connections from a document, within the transaction of its import.
CREATE OR REPLACE FUNCTION import_inbox(p_workspace text, p_shares json, p_connections json) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_row json;
BEGIN
  PERFORM enter(p_workspace);
  IF p_shares IS NOT NULL THEN
    UPDATE workspaces SET shares = (coalesce(shares::jsonb, '{}') || p_shares::jsonb)::json WHERE workspace_id = p_workspace;
  END IF;
  FOR v_row IN SELECT (c.row::jsonb || CASE WHEN c.row ->> 'profileId' IS NULL THEN '{}' ELSE jsonb_build_object('createdAt', now_ms()) END)::json
      FROM json_array_elements(p_connections) AS c(row) LOOP
    PERFORM save_connection(p_workspace, v_row);
  END LOOP;
END $$;

-- Stores an agent's draft for a stored conversation, with the messages and the epoch that it answers.
CREATE OR REPLACE FUNCTION keep_agent_draft(p_workspace text, p_conversation text, p_epoch bigint, p_response text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := now_ms();
  v_id text := 'drf_' || left(replace(gen_random_uuid()::text, '-', ''), 20);
  v_last record;
  v_messages json;
BEGIN
  SELECT sent_at, position INTO v_last FROM messages WHERE workspace_id = p_workspace AND conversation_id = p_conversation
    AND direction = 'outbound' AND position > 0 ORDER BY sent_at DESC, position DESC LIMIT 1;
  v_messages := (SELECT coalesce(json_agg(message_id ORDER BY sent_at, position), '[]') FROM (
    SELECT message_id, sent_at, position FROM messages WHERE workspace_id = p_workspace AND conversation_id = p_conversation
      AND direction = 'inbound' AND deleted_at IS NULL
      AND (v_last.sent_at IS NULL OR (sent_at, position) > (v_last.sent_at, v_last.position))
    ORDER BY sent_at DESC, position DESC LIMIT 40) AS asked);
  INSERT INTO reply_drafts (workspace_id, draft_id, conversation_id, connection_id, epoch, state, outbox_id, created_at, data)
    SELECT p_workspace, v_id, p_conversation, NULL, p_epoch, 'waiting', NULL, v_now,
      ((p_response::jsonb -> 'decision') || jsonb_build_object('messageIds', v_messages, 'itemsUsed', '[]'::jsonb, 'revision', NULL,
        'isReleased', false))::json
    WHERE EXISTS (SELECT FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation);
  PERFORM place_conversations(p_workspace, ARRAY[p_conversation]);
END $$;
