-- Stored data of Pages: links to answers, questions, daily counts and contact details, and how long each is kept.

CREATE OR REPLACE FUNCTION page_thread(p_workspace text, p_slug text, p_token_hash text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_conversation text;
BEGIN
  PERFORM enter(p_workspace);
  SELECT conversation_id INTO v_conversation FROM page_links
    WHERE workspace_id = p_workspace AND slug = p_slug AND token_hash = p_token_hash;
  RETURN (SELECT json_build_object('question', m.body, 'askedAt', m.sent_at, 'replies', coalesce(
      (SELECT json_agg(json_build_object('text', r.body, 'sentAt', r.sent_at) ORDER BY r.sent_at, r.position) FROM (
        SELECT body, sent_at, position FROM messages WHERE workspace_id = p_workspace AND conversation_id = v_conversation
          AND direction = 'outbound' AND deleted_at IS NULL ORDER BY sent_at, position LIMIT 100) AS r), '[]'))
    FROM messages m WHERE m.workspace_id = p_workspace AND m.conversation_id = v_conversation AND m.direction = 'inbound'
    ORDER BY m.sent_at, m.position LIMIT 1);
END $$;

CREATE OR REPLACE FUNCTION list_asks(p_workspace text, p_slug text, p_answered boolean, p_before bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('askId', a.ask_id, 'at', a.at, 'question', a.question, 'isAnswered', a.is_answered,
      'intent', a.intent, 'items', a.items, 'conversationId', a.conversation_id, 'state', c.state,
      'hasContact', EXISTS (SELECT FROM page_links l WHERE l.workspace_id = p_workspace AND l.conversation_id = a.conversation_id
        AND l.contact IS NOT NULL)) ORDER BY a.at DESC, a.ask_id), '[]')
    FROM (SELECT * FROM page_asks WHERE workspace_id = p_workspace AND slug = p_slug AND (p_answered IS NULL OR is_answered = p_answered)
      AND (p_before IS NULL OR at < p_before) ORDER BY at DESC, ask_id LIMIT p_limit) AS a
    LEFT JOIN conversations c ON c.workspace_id = p_workspace AND c.conversation_id = a.conversation_id);
END $$;

CREATE OR REPLACE FUNCTION list_page_days(p_workspace text, p_slug text, p_days int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_after text := day_of(now_ms() - p_days * 86400000::bigint);
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('day', day, 'replies', replies, 'handoffs', handoffs) ORDER BY day), '[]')
    FROM page_days WHERE workspace_id = p_workspace AND slug = p_slug AND day > v_after);
END $$;

CREATE OR REPLACE FUNCTION left_contacts(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('conversationId', conversation_id, 'slug', slug, 'contact', contact)), '[]') FROM page_links
    WHERE workspace_id = p_workspace AND contact IS NOT NULL);
END $$;

-- Removes a workspace's expired Page data in one small commit. Returns `p_limit` if there is more.
CREATE OR REPLACE FUNCTION expire_pages(p_workspace text, p_ages json, p_limit int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_confirmed bigint := confirmed_ms();
  v_rows int;
  v_most int := 0;
  v_sum int := 0;
BEGIN
  PERFORM enter(p_workspace);
  DELETE FROM page_uses WHERE workspace_id = p_workspace AND use_hash = ANY (ARRAY(SELECT use_hash FROM page_uses
    WHERE workspace_id = p_workspace AND at < v_confirmed - (p_ages ->> 'useMs')::bigint ORDER BY at LIMIT p_limit));
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_sum := v_sum + v_rows;
  v_most := greatest(v_most, v_rows);
  DELETE FROM page_asks WHERE workspace_id = p_workspace AND ask_id = ANY (ARRAY(SELECT ask_id FROM page_asks
    WHERE workspace_id = p_workspace AND at < v_confirmed - (p_ages ->> 'askMs')::bigint ORDER BY at LIMIT p_limit));
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_sum := v_sum + v_rows;
  v_most := greatest(v_most, v_rows);
  UPDATE page_asks SET network = NULL WHERE workspace_id = p_workspace AND ask_id = ANY (ARRAY(SELECT ask_id FROM page_asks
    WHERE workspace_id = p_workspace AND network IS NOT NULL AND at < v_confirmed - (p_ages ->> 'networkMs')::bigint ORDER BY at LIMIT p_limit));
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_sum := v_sum + v_rows;
  v_most := greatest(v_most, v_rows);
  UPDATE page_links l SET resolved_at = NULL FROM conversations c WHERE l.workspace_id = p_workspace AND l.contact IS NOT NULL
    AND l.resolved_at IS NOT NULL AND c.workspace_id = p_workspace AND c.conversation_id = l.conversation_id AND c.state = 'awaiting_owner';
  UPDATE page_links l SET resolved_at = v_now FROM conversations c WHERE l.workspace_id = p_workspace AND l.contact IS NOT NULL
    AND l.resolved_at IS NULL AND c.workspace_id = p_workspace AND c.conversation_id = l.conversation_id AND c.state <> 'awaiting_owner';
  UPDATE page_links SET contact = NULL WHERE workspace_id = p_workspace AND contact IS NOT NULL
    AND resolved_at < v_confirmed - (p_ages ->> 'contactMs')::bigint;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_sum := v_sum + v_rows;
  DELETE FROM page_days WHERE workspace_id = p_workspace AND day < day_of(v_confirmed - (p_ages ->> 'dayMs')::bigint);
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_sum := v_sum + v_rows;
  RETURN CASE WHEN v_most = p_limit THEN p_limit ELSE least(v_sum, p_limit - 1) END;
END $$;
