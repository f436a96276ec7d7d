CREATE OR REPLACE FUNCTION message_json(p_message messages) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('direction', p_message.direction, 'senderType', p_message.sender_type,
    'body', p_message.body, 'sentAt', p_message.sent_at)
$$;

-- Returns a conversation with its last 40 messages, oldest first.
CREATE OR REPLACE FUNCTION conversation_json(p_conversation conversations, p_latest_inbound messages) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('conversationId', p_conversation.conversation_id, 'state', p_conversation.state,
    'epoch', p_conversation.epoch, 'channel', p_conversation.channel, 'contact', p_conversation.contact, 'relationship', p_conversation.relationship,
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

-- Returns conversations, most recently active first.
CREATE OR REPLACE FUNCTION list_conversations(p_workspace text, p_state text, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_newest conversations[];
BEGIN
  PERFORM enter(p_workspace);
  IF p_state IS NULL THEN
    v_newest := ARRAY(SELECT c FROM conversations c WHERE c.workspace_id = p_workspace
      ORDER BY c.last_message_at DESC NULLS LAST, c.conversation_id LIMIT p_limit);
  ELSE
    v_newest := ARRAY(SELECT c FROM conversations c WHERE c.workspace_id = p_workspace AND c.state = p_state
      ORDER BY c.last_message_at DESC NULLS LAST, c.conversation_id LIMIT p_limit);
  END IF;
  RETURN (SELECT coalesce(json_agg(json_build_object('conversationId', newest.conversation_id, 'profileId', profile_id, 'state', state,
      'channel', channel, 'contact', contact, 'messages', messages, 'lastMessageAt', last_message_at, 'connectionId', t.connection_id,
      'threadId', t.thread_id, 'epoch', epoch, 'lockedUntil', t.locked_until, 'held', t.held) ORDER BY place), '[]')
    FROM unnest(v_newest) WITH ORDINALITY AS newest(workspace_id, conversation_id, profile_id, channel, contact, relationship,
      state, messages, last_message_at, epoch, place)
    -- LIMIT makes the database find each thread by its key, even without statistics about the table.
    LEFT JOIN LATERAL (SELECT * FROM threads x WHERE x.workspace_id = p_workspace AND x.conversation_id = newest.conversation_id LIMIT 1) AS t
      ON true);
END $$;

-- Sets a conversation's state. `resolve` also reopens a closed conversation. Returns null if the conversation does not
-- exist.
CREATE OR REPLACE FUNCTION set_conversation_state(p_workspace text, p_conversation text, p_action text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_before text;
  v_after text := CASE p_action WHEN 'close' THEN 'closed' ELSE 'open' END;
BEGIN
  PERFORM enter(p_workspace);
  SELECT state INTO v_before FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  UPDATE conversations SET state = v_after, epoch = epoch + 1
    WHERE workspace_id = p_workspace AND conversation_id = p_conversation AND state <> v_after;
  IF FOUND THEN
    PERFORM wake_threads(p_workspace, ARRAY[p_conversation]);
    PERFORM place_conversations(p_workspace, ARRAY[p_conversation]);
  END IF;
  RETURN json_build_object('before', v_before, 'after', v_after);
END $$;

-- Appends one message to a new conversation, or to one that this transaction has locked. Returns the name of the
-- outcome.
CREATE OR REPLACE FUNCTION append_message(p_workspace text, p_message json) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_conversation text := p_message ->> 'conversationId';
  v_profile text := p_message ->> 'profileId';
  v_sent_at bigint := coalesce((p_message ->> 'sentAt')::bigint, now_ms());
  v_is_inbound boolean := p_message ->> 'direction' = 'inbound';
BEGIN
  PERFORM 1 FROM conversations WHERE workspace_id = p_workspace AND conversation_id = v_conversation FOR UPDATE;
  IF NOT FOUND THEN
    IF v_profile IS NULL THEN
      RETURN 'conversation_not_found';
    END IF;
    PERFORM 1 FROM profiles WHERE workspace_id = p_workspace AND profile_id = v_profile;
    IF NOT FOUND THEN
      RETURN 'profile_not_found';
    END IF;
    INSERT INTO conversations (workspace_id, conversation_id, profile_id, channel, contact, state)
      VALUES (p_workspace, v_conversation, v_profile, p_message ->> 'channel',
              CASE WHEN json_typeof(p_message -> 'contact') = 'object' THEN p_message -> 'contact' END, 'open')
      ON CONFLICT DO NOTHING;
  END IF;
  INSERT INTO messages (workspace_id, conversation_id, message_id, direction, sender_type, body, sent_at)
    VALUES (p_workspace, v_conversation, p_message ->> 'messageId', p_message ->> 'direction', p_message ->> 'senderType',
            p_message ->> 'body', v_sent_at)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN 'duplicate';
  END IF;
  UPDATE conversations SET messages = messages + 1, epoch = epoch + 1, last_message_at = greatest(last_message_at, v_sent_at),
      state = CASE WHEN state = 'closed' AND v_is_inbound THEN 'open' ELSE state END
    WHERE workspace_id = p_workspace AND conversation_id = v_conversation;
  PERFORM wake_threads(p_workspace, ARRAY[v_conversation]);
  PERFORM place_conversations(p_workspace, ARRAY[v_conversation]);
  RETURN 'appended';
END $$;

-- Appends messages in order; each has a `messageId`. The function first locks all conversations, always in the same
-- order.
CREATE OR REPLACE FUNCTION append_messages(p_workspace text, p_messages json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_outcomes text[] := ARRAY[]::text[];
  v_conversation text;
  v_message json;
BEGIN
  PERFORM enter(p_workspace);
  FOR v_conversation IN SELECT DISTINCT (m ->> 'conversationId') COLLATE "C" AS id FROM json_array_elements(p_messages) AS m ORDER BY id LOOP
    PERFORM 1 FROM conversations WHERE workspace_id = p_workspace AND conversation_id = v_conversation FOR UPDATE;
  END LOOP;
  FOR v_message IN SELECT m FROM json_array_elements(p_messages) AS m LOOP
    v_outcomes := v_outcomes || append_message(p_workspace, v_message);
  END LOOP;
  RETURN array_to_json(v_outcomes);
END $$;
