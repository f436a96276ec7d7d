-- Connected inboxes. `load_inbox` reads a step's data under locks, the service decides the step, and `save_inbox`
-- writes the result, all in one transaction. Rows are JSON objects with the service's field names. `data` contains the
-- fields that have no column.

-- Wakes the threads of conversations that were changed elsewhere: by an import, a command or an agent.
CREATE OR REPLACE FUNCTION wake_threads(p_workspace text, p_conversations text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_woken text[];
BEGIN
  WITH woken AS (
    UPDATE threads SET wake_at = 0 WHERE workspace_id = p_workspace AND conversation_id = ANY (p_conversations)
    RETURNING conversation_id
  )
  SELECT array_agg(conversation_id ORDER BY conversation_id) INTO v_woken FROM woken;
  IF v_woken IS NOT NULL THEN
    INSERT INTO thread_directory (workspace_id, conversation_id, wake_at)
      SELECT p_workspace, id, 0 FROM unnest(v_woken) AS id
      ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET wake_at = 0;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION connection_json(p_connection connections) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT p_connection.settings::jsonb || jsonb_build_object('connectionId', p_connection.connection_id, 'profileId', p_connection.profile_id,
    'kind', p_connection.kind, 'state', p_connection.state, 'stateBeforePause', p_connection.paused_from, 'seesEcho', p_connection.sees_echo,
    'lastEventAt', p_connection.last_event_at, 'createdAt', p_connection.created_at, 'receiverId', p_connection.receiver_id,
    'secrets', p_connection.secrets)
$$;

CREATE OR REPLACE FUNCTION draft_json(p_draft reply_drafts) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT p_draft.data::jsonb || jsonb_build_object('draftId', p_draft.draft_id, 'conversationId', p_draft.conversation_id,
    'connectionId', p_draft.connection_id, 'epoch', p_draft.epoch, 'state', p_draft.state, 'outboxId', p_draft.outbox_id,
    'createdAt', p_draft.created_at)
$$;

CREATE OR REPLACE FUNCTION outbox_json(p_item outbox) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT p_item.data::jsonb || jsonb_build_object('outboxId', p_item.outbox_id, 'conversationId', p_item.conversation_id,
    'connectionId', p_item.connection_id, 'profileId', p_item.profile_id, 'state', p_item.state, 'endedAt', p_item.ended_at)
$$;

CREATE OR REPLACE FUNCTION inbox_message_json(p_message messages) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('messageId', p_message.message_id, 'direction', p_message.direction, 'senderType', p_message.sender_type,
    'body', p_message.body, 'sentAt', p_message.sent_at, 'position', p_message.position, 'editedAt', p_message.edited_at,
    'deletedAt', p_message.deleted_at, 'attachments', coalesce(p_message.attachments, '[]'), 'recorded', p_message.recorded)
$$;

-- Returns everything that a step may read about the given conversations, in their order. One query reads all of it,
-- because one query for each conversation takes several times as long. Without statistics, the planner expects a
-- workspace to have a single row, and reads all of its rows. LIMIT in the subqueries prevents this, because the
-- database then finds each row by its key.
CREATE OR REPLACE FUNCTION thread_snapshots(p_workspace text, p_conversations text[], p_needs json, p_seen int, p_now bigint) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_named text[] := ARRAY(SELECT m ->> 'messageId' FROM json_array_elements(p_needs -> 'namedMessages') AS m);
  v_named_in text[] := ARRAY(SELECT m ->> 'threadId' FROM json_array_elements(p_needs -> 'namedMessages') AS m);
  v_read text[] := CASE WHEN p_needs -> 'messagesOfThreads' IS NOT NULL
    THEN ARRAY(SELECT json_array_elements_text(p_needs -> 'messagesOfThreads')) END;
  v_outbox text := p_needs ->> 'outboxId';
  v_draft text := p_needs ->> 'draftId';
  v_draft_of_item text := (SELECT data ->> 'draftId' FROM outbox WHERE workspace_id = p_workspace AND outbox_id = v_outbox);
BEGIN
  RETURN (SELECT coalesce(json_agg(json_build_object(
    'conversation', json_build_object('conversationId', c.conversation_id, 'profileId', c.profile_id, 'state', c.state,
      'channel', c.channel, 'contact', c.contact, 'epoch', c.epoch),
    'relationship', c.relationship,
    'thread', CASE WHEN t.conversation_id IS NOT NULL THEN t.data::jsonb || jsonb_build_object(
      'conversationId', t.conversation_id, 'connectionId', t.connection_id, 'threadId', t.thread_id,
      'wakeAt', t.wake_at, 'lockedUntil', t.locked_until, 'held', t.held, 'heldAt', t.held_at) END,
    'messages', CASE WHEN v_read IS NULL OR t.thread_id = ANY (v_read) OR (t.data ->> 'epoch')::bigint IS DISTINCT FROM c.epoch
      THEN coalesce((SELECT json_agg(inbox_message_json(m) ORDER BY m.sent_at, m.position) FROM (
        SELECT * FROM messages x WHERE x.workspace_id = p_workspace AND x.conversation_id = c.conversation_id AND x.position > 0
        ORDER BY x.sent_at DESC, x.position DESC LIMIT p_seen) AS newest JOIN messages m
          ON m.workspace_id = p_workspace AND m.conversation_id = c.conversation_id AND m.message_id = newest.message_id), '[]')
      ELSE '[]' END,
    'named', coalesce((SELECT json_agg(inbox_message_json(l.m)) FROM unnest(v_named, v_named_in) AS n(id, thread) CROSS JOIN LATERAL (
        SELECT m FROM messages m WHERE m.workspace_id = p_workspace AND m.conversation_id = c.conversation_id AND m.message_id = n.id
        LIMIT 1) AS l
      WHERE n.thread IS NULL OR n.thread = t.thread_id), '[]'),
    'early', coalesce((SELECT json_agg(json_build_object('messageId', message_id, 'sentAt', sent_at, 'body', body)) FROM early_changes
      WHERE workspace_id = p_workspace AND conversation_id = c.conversation_id), '[]'),
    'drafts', coalesce((SELECT json_agg(draft_json(d)) FROM reply_drafts d
      WHERE d.workspace_id = p_workspace AND d.conversation_id = c.conversation_id
        AND (d.state IN ('waiting', 'queued') OR d.draft_id = v_draft OR d.draft_id = v_draft_of_item)), '[]'),
    'outbox', coalesce((SELECT json_agg(outbox_json(o)) FROM outbox o
      WHERE o.workspace_id = p_workspace AND o.conversation_id = c.conversation_id AND (o.state IN ('ready', 'claimed', 'uncertain')
        OR o.outbox_id = v_outbox OR (o.state = 'sent' AND o.ended_at > p_now - 2592000000))), '[]'),
    'claim', NULL,
    'recordedReply', (SELECT reply FROM conversation_replies WHERE workspace_id = p_workspace AND conversation_id = c.conversation_id),
    'lastUrgency', (SELECT verdict ->> 'urgency' FROM notifications
      WHERE workspace_id = p_workspace AND conversation_id = c.conversation_id AND type = 'handoff.created' ORDER BY created_at DESC LIMIT 1),
    'draftsInLastHour', (SELECT count(*) FROM reply_drafts WHERE workspace_id = p_workspace AND conversation_id = c.conversation_id
      AND created_at > p_now - 3600000 AND connection_id IS NOT NULL))
    ORDER BY f.place), '[]')
  FROM unnest(p_conversations) WITH ORDINALITY AS f(id, place)
  CROSS JOIN LATERAL (SELECT * FROM conversations x WHERE x.workspace_id = p_workspace AND x.conversation_id = f.id LIMIT 1) AS c
  LEFT JOIN LATERAL (SELECT * FROM threads x WHERE x.workspace_id = p_workspace AND x.conversation_id = f.id LIMIT 1) AS t ON true);
END $$;

-- Returns a step's data. Its conversations stay locked until the commit, and so does the month's counter if the step
-- may charge a reply.
CREATE OR REPLACE FUNCTION load_inbox(p_workspace text, p_needs json, p_seen int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint;
  v_ids text[];
  v_found text[];
  v_connection text := p_needs -> 'connectionIds' ->> 0;
  v_names text[] := ARRAY(SELECT DISTINCT t.id COLLATE "C" AS id FROM json_array_elements_text(p_needs -> 'threadIds') AS t(id) ORDER BY id);
  v_hashes text[] := ARRAY(SELECT json_array_elements_text(p_needs -> 'keyHashes'));
  v_connections text[] := ARRAY(SELECT json_array_elements_text(p_needs -> 'connectionIds'));
  v_period text;
  v_threads json;
BEGIN
  PERFORM enter(p_workspace);
  -- Two steps that both create the same thread run one after another. The names are sorted, so every step takes its
  -- locks in the same order.
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(chr(31), 'thread', p_workspace, v_connection, t.id), 0)) FROM unnest(v_names) AS t(id);
  v_ids := ARRAY(SELECT json_array_elements_text(p_needs -> 'conversationIds'));
  v_ids := v_ids || ARRAY(SELECT t.conversation_id FROM unnest(v_names) AS n(id) CROSS JOIN LATERAL (SELECT conversation_id FROM threads
    WHERE workspace_id = p_workspace AND connection_id = v_connection AND thread_id = n.id LIMIT 1) AS t);
  v_ids := v_ids || ARRAY(SELECT conversation_id FROM reply_drafts WHERE workspace_id = p_workspace AND draft_id = p_needs ->> 'draftId');
  v_ids := v_ids || ARRAY(SELECT conversation_id FROM outbox WHERE workspace_id = p_workspace AND outbox_id = p_needs ->> 'outboxId');
  v_ids := v_ids || ARRAY(SELECT conversation_id FROM outbox WHERE workspace_id = p_workspace AND connection_id = p_needs ->> 'openThreadsOf'
    AND state = 'ready');
  v_ids := ARRAY(SELECT DISTINCT id COLLATE "C" AS id FROM unnest(v_ids) AS id ORDER BY id);
  v_found := ARRAY(SELECT c.conversation_id FROM unnest(v_ids) AS n(id) CROSS JOIN LATERAL (SELECT conversation_id FROM conversations
    WHERE workspace_id = p_workspace AND conversation_id = n.id LIMIT 1 FOR UPDATE) AS c);
  -- A release processes conversations in the order in which it names them.
  IF p_needs -> 'conversationIds' IS NOT NULL THEN
    v_found := ARRAY(SELECT f FROM unnest(v_found) AS f LEFT JOIN json_array_elements_text(p_needs -> 'conversationIds')
      WITH ORDINALITY AS n(id, place) ON n.id = f ORDER BY n.place);
  END IF;
  v_now := now_ms();
  v_period := period_of(v_now);
  IF (p_needs ->> 'isCharging')::boolean THEN
    INSERT INTO usage (workspace_id, period) VALUES (p_workspace, v_period) ON CONFLICT DO NOTHING;
    PERFORM 1 FROM usage WHERE workspace_id = p_workspace AND period = v_period FOR UPDATE;
  END IF;
  v_threads := thread_snapshots(p_workspace, v_found, p_needs, p_seen, v_now);
  v_connections := v_connections || ARRAY(SELECT DISTINCT t.connection_id FROM unnest(v_found) AS f(id) CROSS JOIN LATERAL (
    SELECT connection_id FROM threads WHERE workspace_id = p_workspace AND conversation_id = f.id LIMIT 1) AS t);
  RETURN json_build_object('now', v_now,
    'workspace', (SELECT json_build_object('status', status, 'plan', plan, 'monthlyReplies', monthly_replies, 'shares', shares,
      'hasWebhook', coalesce(notifications -> 'webhook' ->> 'url', '') <> '', 'usesModel', uses_model(drafting),
      'usesWording', coalesce((drafting ->> 'wording')::boolean, false)) FROM workspaces WHERE workspace_id = p_workspace),
    'connections', (SELECT coalesce(json_agg(connection_json(c)), '[]') FROM connections c WHERE c.workspace_id = p_workspace
      AND c.connection_id = ANY (v_connections)),
    'knownKeys', (SELECT coalesce(json_agg(k.key_hash), '[]') FROM unnest(v_hashes) AS n(hash) CROSS JOIN LATERAL (SELECT key_hash
      FROM event_keys WHERE workspace_id = p_workspace AND connection_id = v_connection AND key_hash = n.hash LIMIT 1) AS k),
    'usage', coalesce((SELECT json_build_object('api', api, 'inbox', inbox, 'page', page) FROM usage
      WHERE workspace_id = p_workspace AND period = v_period), '{"api":0,"inbox":0,"page":0}'),
    'releasedInLastHour', CASE WHEN (p_needs ->> 'withUsage')::boolean THEN
      (SELECT count(*) FROM reply_drafts WHERE workspace_id = p_workspace AND created_at > v_now - 3600000 AND (data ->> 'isReleased')::boolean)
      + (SELECT count(*) FROM thread_directory d JOIN threads t ON t.workspace_id = p_workspace AND t.conversation_id = d.conversation_id
         WHERE d.workspace_id = p_workspace AND d.wake_at IS NOT NULL AND (t.data ->> 'releasedAt')::bigint > v_now - 3600000)
      ELSE 0 END,
    'profiles', (SELECT coalesce(json_agg(json_build_object('profileId', profile_id, 'revision', revision, 'status', status)), '[]')
      FROM profiles WHERE workspace_id = p_workspace),
    'claim', (SELECT json_build_object('idempotencyKey', idempotency_key, 'inputHash', input_hash, 'outboxId', outbox_id,
      'conversationId', conversation_id, 'response', response, 'createdAt', created_at) FROM outbox_claims
      WHERE workspace_id = p_workspace AND idempotency_key = p_needs ->> 'claimKey'),
    'threads', v_threads);
END $$;
