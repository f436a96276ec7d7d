-- Returns a conversation as a list shows it, with the newest verdict and the beginning of the latest inbound message.
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

-- Returns null if the conversation does not exist.
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
        ORDER BY d.created_at DESC, d.draft_id) FROM newest_drafts(p_workspace, p_conversation, 20) AS d
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
