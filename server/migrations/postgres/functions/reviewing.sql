-- A conversation as a queue shows it, with the newest verdict and the beginning of the latest inbound message.
CREATE OR REPLACE FUNCTION review_json(p_conversation conversations) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('conversationId', p_conversation.conversation_id, 'profileId', p_conversation.profile_id,
    'displayName', (SELECT display_name FROM profiles WHERE workspace_id = p_conversation.workspace_id AND profile_id = p_conversation.profile_id),
    'state', p_conversation.state, 'channel', p_conversation.channel, 'contact', p_conversation.contact,
    'messages', p_conversation.messages, 'lastMessageAt', p_conversation.last_message_at,
    'verdict', n.verdict, 'waitingSince', n.created_at,
    'latestInbound', (SELECT left(body, 160) FROM messages
      WHERE workspace_id = p_conversation.workspace_id AND conversation_id = p_conversation.conversation_id AND direction = 'inbound'
      ORDER BY sent_at DESC, position DESC LIMIT 1))
  FROM (SELECT) AS nothing LEFT JOIN LATERAL (SELECT verdict, created_at FROM notifications
    WHERE workspace_id = p_conversation.workspace_id AND conversation_id = p_conversation.conversation_id
    ORDER BY created_at DESC LIMIT 1) AS n ON true
$$;

CREATE OR REPLACE FUNCTION review_queue(p_workspace text, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN json_build_object(
    'total', (SELECT count(*) FROM conversations WHERE workspace_id = p_workspace AND state = 'awaiting_owner'),
    'conversations', (SELECT coalesce(json_agg(card ORDER BY place), '[]') FROM (
      SELECT review_json(waiting.conversation) AS card, row_number() OVER (ORDER BY urgency, since, id) AS place FROM (
        SELECT c AS conversation, c.conversation_id AS id, coalesce(n.created_at, c.last_message_at, 0) AS since,
          CASE n.verdict ->> 'urgency' WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 ELSE 2 END AS urgency
        FROM conversations c LEFT JOIN LATERAL (SELECT verdict, created_at FROM notifications
          WHERE workspace_id = p_workspace AND conversation_id = c.conversation_id ORDER BY created_at DESC LIMIT 1) AS n ON true
        WHERE c.workspace_id = p_workspace AND c.state = 'awaiting_owner'
        ORDER BY urgency, since, id LIMIT p_limit) AS waiting) AS cards));
END $$;

-- Where a conversation stands in the inbox: by its state, its last message and its newest draft.
CREATE OR REPLACE FUNCTION inbox_tab(p_conversation conversations) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_last record;
  v_draft record;
BEGIN
  IF p_conversation.state <> 'open' THEN
    RETURN CASE p_conversation.state WHEN 'awaiting_owner' THEN 'waiting' ELSE 'done' END;
  END IF;
  SELECT message_id, direction, body, recorded IS NOT NULL AS is_recorded INTO v_last FROM messages
    WHERE workspace_id = p_conversation.workspace_id AND conversation_id = p_conversation.conversation_id AND deleted_at IS NULL
      AND position > 0 ORDER BY sent_at DESC, position DESC LIMIT 1;
  IF NOT FOUND OR v_last.is_recorded THEN
    RETURN 'done';
  END IF;
  IF v_last.direction = 'inbound' AND v_last.message_id = (SELECT data ->> 'answeredTo' FROM threads
      WHERE workspace_id = p_conversation.workspace_id AND conversation_id = p_conversation.conversation_id) THEN
    RETURN 'done';
  END IF;
  SELECT epoch, state, data ->> 'reply' AS reply, data ->> 'riskLevel' = 'safe' AND NOT (data ->> 'requiresCreator')::boolean AS is_safe
    INTO v_draft FROM reply_drafts
    WHERE workspace_id = p_conversation.workspace_id AND conversation_id = p_conversation.conversation_id
    ORDER BY created_at DESC, draft_id LIMIT 1;
  IF v_last.direction = 'inbound' THEN
    RETURN CASE WHEN v_draft.is_safe AND v_draft.epoch >= p_conversation.epoch AND v_draft.state IN ('waiting', 'queued')
      THEN 'automatic' ELSE 'proposals' END;
  END IF;
  RETURN CASE WHEN v_draft.is_safe AND v_draft.reply = v_last.body THEN 'automatic' ELSE 'done' END;
END $$;

-- The last message that was not deleted, by its first characters.
CREATE OR REPLACE FUNCTION latest_message(p_workspace text, p_conversation text, p_characters int) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('direction', direction, 'body', left(body, p_characters)) FROM messages
  WHERE workspace_id = p_workspace AND conversation_id = p_conversation AND deleted_at IS NULL AND position > 0
  ORDER BY sent_at DESC, position DESC LIMIT 1
$$;

-- One page of the inbox; every conversation is placed with each page.
CREATE OR REPLACE FUNCTION inbox_page(p_workspace text, p_query json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_search text := lower(p_query ->> 'search');
  v_order text := p_query ->> 'order';
BEGIN
  PERFORM enter(p_workspace);
  RETURN (WITH placed AS MATERIALIZED (
      SELECT c.conversation_id AS id, inbox_tab(c) AS tab, c.channel, coalesce(c.last_message_at, 0) AS last_at,
        coalesce(n.urgency, 2) AS urgency, coalesce(n.created_at, c.last_message_at, 0) AS since,
        (p_query ->> 'profileId' IS NULL OR c.profile_id = p_query ->> 'profileId')
          AND (p_query ->> 'channel' IS NULL OR c.channel = p_query ->> 'channel')
          AND (v_search IS NULL OR position(v_search IN lower(concat_ws(chr(10), c.contact ->> 'name', c.contact ->> 'handle',
            latest_message(p_workspace, c.conversation_id, 8000) ->> 'body'))) > 0) AS fits
      FROM conversations c LEFT JOIN LATERAL (
        SELECT CASE x.verdict ->> 'urgency' WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 ELSE 2 END AS urgency, x.created_at FROM notifications x
        WHERE c.state = 'awaiting_owner' AND x.workspace_id = p_workspace AND x.conversation_id = c.conversation_id
        ORDER BY x.created_at DESC LIMIT 1) AS n ON true
      WHERE c.workspace_id = p_workspace
    ), fitting AS (
      SELECT id, row_number() OVER (ORDER BY CASE WHEN v_order = 'urgency' THEN urgency END, CASE WHEN v_order = 'urgency' THEN since END,
        CASE WHEN v_order = 'newest' THEN last_at END DESC, CASE WHEN v_order = 'oldest' THEN last_at END, id COLLATE "C") AS place
      FROM placed WHERE tab = p_query ->> 'tab' AND fits
    ), page AS (
      SELECT * FROM fitting ORDER BY place OFFSET (p_query ->> 'offset')::int LIMIT (p_query ->> 'limit')::int
    )
    SELECT json_build_object(
      'counts', (SELECT json_build_object('waiting', count(*) FILTER (WHERE tab = 'waiting'), 'proposals', count(*) FILTER (WHERE tab = 'proposals'),
        'automatic', count(*) FILTER (WHERE tab = 'automatic'), 'done', count(*) FILTER (WHERE tab = 'done')) FROM placed),
      'total', (SELECT count(*) FROM fitting),
      'channels', (SELECT coalesce(json_agg(DISTINCT channel COLLATE "C" ORDER BY channel COLLATE "C"), '[]') FROM placed WHERE channel IS NOT NULL),
      'conversations', (SELECT coalesce(json_agg(review_json(c)::jsonb || jsonb_build_object(
          'latest', latest_message(p_workspace, c.conversation_id, 160),
          'draft', (SELECT json_build_object('intent', d.data ->> 'intent', 'riskLevel', d.data ->> 'riskLevel') FROM reply_drafts d
            WHERE d.workspace_id = p_workspace AND d.conversation_id = c.conversation_id ORDER BY d.created_at DESC, d.draft_id LIMIT 1))
          ORDER BY page.place), '[]')
        FROM page JOIN conversations c ON c.workspace_id = p_workspace AND c.conversation_id = page.id)));
END $$;

-- Null when it does not exist.
CREATE OR REPLACE FUNCTION read_thread(p_workspace text, p_conversation text, p_messages int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_conversation conversations;
BEGIN
  PERFORM enter(p_workspace);
  SELECT * INTO v_conversation FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN json_build_object('conversation', review_json(v_conversation), 'relationship', v_conversation.relationship,
    'thread', coalesce((
      SELECT json_agg(inbox_message_json(m) ORDER BY m.sent_at, m.position) FROM (
        SELECT message_id FROM messages x WHERE x.workspace_id = p_workspace AND x.conversation_id = p_conversation AND x.position > 0
        ORDER BY x.sent_at DESC, x.position DESC LIMIT p_messages) AS newest
      JOIN messages m ON m.workspace_id = p_workspace AND m.conversation_id = p_conversation AND m.message_id = newest.message_id), '[]'),
    'drafts', coalesce((SELECT json_agg(draft_json(d) || CASE WHEN d.state IN ('waiting', 'queued') AND d.epoch < v_conversation.epoch
        AND coalesce(o.state, '') NOT IN ('claimed', 'uncertain') THEN '{"state":"superseded"}'::jsonb ELSE '{}' END
        ORDER BY d.created_at DESC, d.draft_id) FROM (
        SELECT draft_id FROM reply_drafts WHERE workspace_id = p_workspace AND conversation_id = p_conversation
        ORDER BY created_at DESC, draft_id LIMIT 20) AS newest
      JOIN reply_drafts d ON d.workspace_id = p_workspace AND d.draft_id = newest.draft_id
      LEFT JOIN outbox o ON o.workspace_id = p_workspace AND o.outbox_id = d.outbox_id), '[]'),
    'outbox', coalesce((SELECT json_agg(json_build_object('outboxId', outbox_id, 'draftId', data ->> 'draftId', 'state', state)
        ORDER BY change_number) FROM outbox
      WHERE workspace_id = p_workspace AND conversation_id = p_conversation AND state IN ('ready', 'claimed', 'uncertain')), '[]'),
    'lock', (SELECT json_build_object('connectionId', connection_id, 'lockedUntil', locked_until, 'held', held) FROM threads
      WHERE workspace_id = p_workspace AND conversation_id = p_conversation),
    'stored', (SELECT json_build_object('key', idempotency_key, 'response', response, 'trace', trace, 'expiresAt', expires_at - clock_offset()) FROM writes
      WHERE workspace_id = p_workspace AND conversation_id = p_conversation AND operation = 'draft' AND state = 'stored'
        AND expires_at > lived_ms() AND trace IS NOT NULL ORDER BY expires_at DESC LIMIT 1),
    'edited', (SELECT json_build_object('reply', reply, 'by', by_name, 'at', at) FROM conversation_replies
      WHERE workspace_id = p_workspace AND conversation_id = p_conversation),
    'now', now_ms());
END $$;

CREATE OR REPLACE FUNCTION save_reply(p_workspace text, p_conversation text, p_reply text, p_by text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF p_reply = '' THEN
    DELETE FROM conversation_replies WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
  ELSE
    INSERT INTO conversation_replies VALUES (p_workspace, p_conversation, p_reply, p_by, now_ms())
      ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET reply = excluded.reply, by_name = excluded.by_name, at = excluded.at;
  END IF;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION recent_threads(p_workspace text, p_profile text, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('conversationId', c.conversation_id, 'contact', c.contact,
      'relationship', c.relationship, 'message', asked.body, 'sentAt', asked.sent_at, 'history', coalesce((
        SELECT json_agg(message_json(m) ORDER BY m.sent_at, m.position) FROM (
          SELECT * FROM messages e WHERE e.workspace_id = p_workspace AND e.conversation_id = c.conversation_id AND e.position > 0
            AND (e.sent_at, e.position) < (asked.sent_at, asked.position)
          ORDER BY e.sent_at DESC, e.position DESC LIMIT 40) AS m), '[]')) ORDER BY c.last_message_at DESC, c.conversation_id), '[]')
    FROM (SELECT * FROM conversations WHERE workspace_id = p_workspace AND profile_id = p_profile AND last_message_at IS NOT NULL
          ORDER BY last_message_at DESC NULLS LAST, conversation_id LIMIT p_limit) AS c
    CROSS JOIN LATERAL (SELECT * FROM messages i WHERE i.workspace_id = p_workspace AND i.conversation_id = c.conversation_id
      AND i.direction = 'inbound' ORDER BY i.sent_at DESC, i.position DESC LIMIT 1) AS asked);
END $$;
