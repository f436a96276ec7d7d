-- The console's inbox. Each change to a conversation also stores its position, so that a page reads only its own rows.

-- Returns a conversation's newest drafts. WITH TIES, because a sort by both columns would read all drafts of the
-- conversation when the planner expects only a few.
CREATE OR REPLACE FUNCTION newest_drafts(p_workspace text, p_conversation text, p_limit int) RETURNS SETOF reply_drafts
LANGUAGE sql STABLE AS $$
  SELECT * FROM (SELECT * FROM reply_drafts WHERE workspace_id = p_workspace AND conversation_id = p_conversation
    ORDER BY created_at DESC FETCH FIRST (p_limit) ROWS WITH TIES) AS newest
  ORDER BY created_at DESC, draft_id LIMIT p_limit
$$;

-- Returns a conversation's tab in the inbox, which its state, its last message and its newest draft determine.
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
    INTO v_draft FROM newest_drafts(p_conversation.workspace_id, p_conversation.conversation_id, 1);
  IF v_last.direction = 'inbound' THEN
    RETURN CASE WHEN v_draft.is_safe AND v_draft.epoch >= p_conversation.epoch AND v_draft.state IN ('waiting', 'queued')
      THEN 'automatic' ELSE 'proposals' END;
  END IF;
  RETURN CASE WHEN v_draft.is_safe AND v_draft.reply = v_last.body THEN 'automatic' ELSE 'done' END;
END $$;

-- Returns the current positions of conversations. A conversation that does not exist has none.
CREATE OR REPLACE FUNCTION places_of(p_workspace text, p_conversations text[]) RETURNS SETOF inbox_places LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT p_workspace, f.id, (l.c).profile_id, (l.c).channel, inbox_tab(l.c),
      CASE n.verdict ->> 'urgency' WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 ELSE 2 END,
      coalesce(n.created_at, (l.c).last_message_at, 0), coalesce((l.c).last_message_at, 0)
    FROM unnest(p_conversations) AS f(id)
    CROSS JOIN LATERAL (SELECT x AS c FROM conversations x WHERE x.workspace_id = p_workspace AND x.conversation_id = f.id LIMIT 1) AS l
    LEFT JOIN LATERAL (SELECT x.verdict, x.created_at FROM notifications x
      WHERE (l.c).state = 'awaiting_owner' AND x.workspace_id = p_workspace AND x.conversation_id = f.id
      ORDER BY x.created_at DESC LIMIT 1) AS n ON true;
END $$;

-- Updates the positions of conversations, always in the same order. A function that changes a conversation calls this
-- last, after it has taken all its other locks. This locks the rows first, so that it then reads what other
-- transactions have committed.
CREATE OR REPLACE FUNCTION place_conversations(p_workspace text, p_conversations text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_left text[] := ARRAY(SELECT DISTINCT id COLLATE "C" AS id FROM unnest(p_conversations) AS id WHERE id IS NOT NULL ORDER BY id);
  v_known text[];
  v_new text[];
BEGIN
  WHILE v_left <> '{}' LOOP
    v_known := ARRAY(SELECT p.conversation_id FROM unnest(v_left) AS n(id) CROSS JOIN LATERAL (SELECT conversation_id FROM inbox_places
      WHERE workspace_id = p_workspace AND conversation_id = n.id LIMIT 1 FOR UPDATE) AS p);
    INSERT INTO inbox_places AS p (workspace_id, conversation_id, profile_id, channel, tab, urgency, since, last_at)
      SELECT * FROM places_of(p_workspace, v_known)
      ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET profile_id = excluded.profile_id, channel = excluded.channel,
          tab = excluded.tab, urgency = excluded.urgency, since = excluded.since, last_at = excluded.last_at
        WHERE (p.profile_id, p.channel, p.tab, p.urgency, p.since, p.last_at) IS DISTINCT FROM
          (excluded.profile_id, excluded.channel, excluded.tab, excluded.urgency, excluded.since, excluded.last_at);
    v_left := ARRAY(SELECT id FROM unnest(v_left) AS id WHERE id <> ALL (v_known));
    EXIT WHEN v_left = '{}';
    WITH made AS (INSERT INTO inbox_places (workspace_id, conversation_id, profile_id, channel, tab, urgency, since, last_at)
        SELECT * FROM places_of(p_workspace, v_left) ON CONFLICT DO NOTHING RETURNING conversation_id)
      SELECT coalesce(array_agg(conversation_id), '{}') INTO v_new FROM made;
    -- Another transaction inserted these rows in the meantime. The next round reads what it committed.
    v_left := ARRAY(SELECT c.conversation_id FROM unnest(v_left) AS n(id) CROSS JOIN LATERAL (SELECT conversation_id FROM conversations
      WHERE workspace_id = p_workspace AND conversation_id = n.id LIMIT 1) AS c WHERE n.id <> ALL (v_new));
  END LOOP;
END $$;

-- Returns the first characters of the last message that was not deleted.
CREATE OR REPLACE FUNCTION latest_message(p_workspace text, p_conversation text, p_characters int) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('direction', direction, 'body', left(body, p_characters)) FROM messages
  WHERE workspace_id = p_workspace AND conversation_id = p_conversation AND deleted_at IS NULL AND position > 0
  ORDER BY sent_at DESC, position DESC LIMIT 1
$$;

-- Returns one page of the inbox. Its rows and counts come from indexes. Only a search reads each conversation in the
-- tab.
CREATE OR REPLACE FUNCTION inbox_page(p_workspace text, p_query json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_tab text := p_query ->> 'tab';
  v_profile text := p_query ->> 'profileId';
  v_channel text := p_query ->> 'channel';
  v_search text := lower(p_query ->> 'search');
  v_offset int := p_query ->> 'offset';
  v_limit int := p_query ->> 'limit';
  v_counts jsonb := '{"waiting":0,"proposals":0,"automatic":0,"done":0}';
  v_total bigint;
  v_ids text[];
BEGIN
  PERFORM enter(p_workspace);
  v_counts := v_counts || coalesce((SELECT jsonb_object_agg(tab, rows)
    FROM (SELECT tab, count(*) AS rows FROM inbox_places WHERE workspace_id = p_workspace GROUP BY tab) AS tabs), '{}');
  IF v_search IS NOT NULL THEN
    -- This search runs only once, for both the count and the page.
    v_ids := ARRAY(SELECT p.conversation_id FROM inbox_places p
      JOIN conversations c ON c.workspace_id = p_workspace AND c.conversation_id = p.conversation_id
      WHERE p.workspace_id = p_workspace AND p.tab = v_tab
        AND (v_profile IS NULL OR p.profile_id = v_profile) AND (v_channel IS NULL OR p.channel = v_channel)
        AND (position(v_search IN lower(concat_ws(chr(10), c.contact ->> 'name', c.contact ->> 'handle'))) > 0
          OR position(v_search IN lower((SELECT m.body FROM messages m
            WHERE m.workspace_id = p_workspace AND m.conversation_id = p.conversation_id AND m.deleted_at IS NULL AND m.position > 0
            ORDER BY m.sent_at DESC, m.position DESC LIMIT 1))) > 0)
      ORDER BY CASE p_query ->> 'order' WHEN 'urgency' THEN p.urgency END, CASE p_query ->> 'order' WHEN 'urgency' THEN p.since
        WHEN 'newest' THEN -p.last_at ELSE p.last_at END, p.conversation_id);
    v_total := cardinality(v_ids);
    v_ids := v_ids[v_offset + 1 : v_offset + v_limit];
  ELSE
    IF v_profile IS NULL AND v_channel IS NULL THEN
      v_total := v_counts ->> v_tab;
    ELSE
      SELECT count(*) INTO v_total FROM inbox_places WHERE workspace_id = p_workspace AND tab = v_tab
        AND (v_profile IS NULL OR profile_id = v_profile) AND (v_channel IS NULL OR channel = v_channel);
    END IF;
    CASE p_query ->> 'order'
    WHEN 'urgency' THEN
      v_ids := ARRAY(SELECT conversation_id FROM inbox_places WHERE workspace_id = p_workspace AND tab = v_tab
        AND (v_profile IS NULL OR profile_id = v_profile) AND (v_channel IS NULL OR channel = v_channel)
        ORDER BY urgency, since, conversation_id OFFSET v_offset LIMIT v_limit);
    WHEN 'newest' THEN
      v_ids := ARRAY(SELECT conversation_id FROM inbox_places WHERE workspace_id = p_workspace AND tab = v_tab
        AND (v_profile IS NULL OR profile_id = v_profile) AND (v_channel IS NULL OR channel = v_channel)
        ORDER BY last_at DESC, conversation_id DESC OFFSET v_offset LIMIT v_limit);
    ELSE
      v_ids := ARRAY(SELECT conversation_id FROM inbox_places WHERE workspace_id = p_workspace AND tab = v_tab
        AND (v_profile IS NULL OR profile_id = v_profile) AND (v_channel IS NULL OR channel = v_channel)
        ORDER BY last_at, conversation_id OFFSET v_offset LIMIT v_limit);
    END CASE;
  END IF;
  RETURN json_build_object('counts', v_counts, 'total', v_total,
    -- Steps from one channel to the next with one index lookup each.
    'channels', (WITH RECURSIVE known AS (
        (SELECT channel FROM inbox_places WHERE workspace_id = p_workspace AND channel > '' ORDER BY channel LIMIT 1)
        UNION ALL
        SELECT (SELECT p.channel FROM inbox_places p WHERE p.workspace_id = p_workspace AND p.channel > known.channel
          ORDER BY p.channel LIMIT 1) FROM known WHERE known.channel IS NOT NULL)
      SELECT coalesce(json_agg(channel ORDER BY channel), '[]') FROM known WHERE channel IS NOT NULL),
    'conversations', (SELECT coalesce(json_agg(review_json(c)::jsonb || jsonb_build_object(
        'latest', latest_message(p_workspace, c.conversation_id, 160),
        'draft', (SELECT json_build_object('intent', d.data ->> 'intent', 'riskLevel', d.data ->> 'riskLevel')
          FROM newest_drafts(p_workspace, c.conversation_id, 1) AS d))
        ORDER BY page.place), '[]')
      FROM unnest(v_ids) WITH ORDINALITY AS page(id, place)
      JOIN conversations c ON c.workspace_id = p_workspace AND c.conversation_id = page.id));
END $$;

