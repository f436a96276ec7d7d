CREATE OR REPLACE FUNCTION count_activity(p_workspace text, p_source text, p_intent text, p_risk_level text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO activity VALUES (p_workspace, day_of(now_ms()), p_source, p_intent, p_risk_level, 1)
  ON CONFLICT (workspace_id, day, source, intent, risk_level) DO UPDATE SET count = activity.count + 1
$$;

CREATE OR REPLACE FUNCTION read_activity(p_workspace text, p_days int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  PERFORM enter(p_workspace);
  RETURN json_build_object('now', v_now,
    'counts', (SELECT coalesce(json_agg(json_build_object('day', day, 'source', source, 'intent', intent, 'riskLevel', risk_level,
        'count', count) ORDER BY day, source, intent, risk_level), '[]')
      FROM activity WHERE workspace_id = p_workspace AND day > day_of(v_now - p_days * 86400000::bigint)),
    'deliveries', (SELECT coalesce(json_object_agg(state, number), '{}') FROM (
      SELECT state, count(*) AS number FROM notifications WHERE workspace_id = p_workspace
        AND created_at > v_now - p_days * 86400000::bigint GROUP BY state) AS by_state));
END $$;

-- Returns a text for each part of a workspace, which changes whenever that part changes.
CREATE OR REPLACE FUNCTION read_pulse(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN json_build_object(
    'review', concat_ws('/', (SELECT count(*) FROM conversations WHERE workspace_id = p_workspace AND state = 'awaiting_owner'),
      (SELECT last_message_at FROM conversations WHERE workspace_id = p_workspace AND state = 'awaiting_owner'
        ORDER BY last_message_at DESC NULLS LAST, conversation_id LIMIT 1),
      (SELECT created_at FROM notifications WHERE workspace_id = p_workspace ORDER BY created_at DESC, notification_id LIMIT 1),
      (SELECT max(at) FROM conversation_replies WHERE workspace_id = p_workspace),
      (SELECT last_message_at FROM conversations WHERE workspace_id = p_workspace ORDER BY last_message_at DESC NULLS LAST, conversation_id LIMIT 1),
      (SELECT count(*) FROM conversations WHERE workspace_id = p_workspace AND state = 'closed'),
      (SELECT created_at FROM reply_drafts WHERE workspace_id = p_workspace ORDER BY created_at DESC, draft_id LIMIT 1)),
    'deliveries', (SELECT coalesce(string_agg(concat_ws(' ', notification_id, state, attempts), ',' ORDER BY created_at DESC, notification_id), '')
      FROM (SELECT * FROM notifications WHERE workspace_id = p_workspace ORDER BY created_at DESC, notification_id LIMIT 50) AS newest),
    'persona', concat_ws('/', (SELECT sum(version) FROM persona_drafts WHERE workspace_id = p_workspace),
      (SELECT md5(string_agg(revision, ',' ORDER BY profile_id)) FROM profiles WHERE workspace_id = p_workspace)));
END $$;
