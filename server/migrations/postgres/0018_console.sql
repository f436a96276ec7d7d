-- What the creator is writing, besides what is live; a persona of null: nothing differs from that.
CREATE TABLE persona_drafts (
  workspace_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  base_revision text,
  unpublished int NOT NULL,
  updated_at bigint NOT NULL,
  updated_by text NOT NULL,
  persona json,
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
);

-- Who changed what and when. Each change made one version.
CREATE TABLE persona_changes (
  workspace_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  at bigint NOT NULL,
  account_id text COLLATE "C",
  by_name text NOT NULL,
  action text NOT NULL,
  item_kind text,
  item_id text,
  title text NOT NULL,
  conversation_id text COLLATE "C",
  before text,
  after text,
  PRIMARY KEY (workspace_id, profile_id, version),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
);

-- What a person made of a draft, for whoever opens the conversation next.
CREATE TABLE conversation_replies (
  workspace_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  reply text NOT NULL,
  by_name text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
);

CREATE TABLE test_cases (
  workspace_id text COLLATE "C" NOT NULL,
  case_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  message text NOT NULL,
  history text NOT NULL,
  expected text,
  created_at bigint NOT NULL,
  by_name text NOT NULL,
  PRIMARY KEY (workspace_id, case_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
);

-- What was charged on one day (YYYY-MM-DD in UTC), drafts by what they decided.
CREATE TABLE activity (
  workspace_id text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  intent text COLLATE "C" NOT NULL,
  risk_level text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, day, source, intent, risk_level)
) WITH (fillfactor = 50);

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['persona_drafts', 'persona_changes', 'conversation_replies', 'test_cases', 'activity'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I USING (workspace_id = current_setting(''understudy.workspace'', true))', v_table);
  END LOOP;
END $$;

CREATE INDEX notifications_of_conversation ON notifications (workspace_id, conversation_id, created_at DESC);

CREATE FUNCTION day_of(p_at bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(to_timestamp(p_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
$$;

CREATE FUNCTION count_activity(p_workspace text, p_source text, p_intent text, p_risk_level text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO activity VALUES (p_workspace, day_of(now_ms()), p_source, p_intent, p_risk_level, 1)
  ON CONFLICT (workspace_id, day, source, intent, risk_level) DO UPDATE SET count = activity.count + 1
$$;

-- As before, and counts what was decided ({intent, riskLevel}, or null).
DROP FUNCTION settle_draft(text, text, text, text, text, bigint, json);
CREATE FUNCTION settle_draft(p_workspace text, p_key text, p_token text, p_response text, p_trace text, p_retention_ms bigint,
  p_model_use json DEFAULT NULL, p_tally json DEFAULT NULL) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_stored record;
BEGIN
  PERFORM enter(p_workspace);
  v_stored := store_response(p_workspace, 'draft', p_key, p_token, p_response, p_trace, p_retention_ms);
  IF v_stored.is_new AND p_model_use IS NOT NULL THEN
    INSERT INTO model_usage AS u VALUES (p_workspace, period_of(now_ms()), p_model_use ->> 'outcome', 1,
        (p_model_use ->> 'calls')::bigint, (p_model_use ->> 'inputTokens')::bigint, (p_model_use ->> 'outputTokens')::bigint,
        (p_model_use ->> 'milliseconds')::bigint)
      ON CONFLICT (workspace_id, period, outcome) DO UPDATE SET drafts = u.drafts + 1, calls = u.calls + excluded.calls,
        input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens,
        milliseconds = u.milliseconds + excluded.milliseconds;
  END IF;
  IF v_stored.is_new AND p_tally IS NOT NULL THEN
    PERFORM count_activity(p_workspace, 'api', p_tally ->> 'intent', p_tally ->> 'riskLevel');
  END IF;
  RETURN v_stored.verdict;
END $$;

CREATE OR REPLACE FUNCTION record_usage(p_workspace text, p_source text, p_external_id text, p_monthly_replies jsonb) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_period text;
  v_status text;
BEGIN
  PERFORM enter(p_workspace);
  SELECT status INTO v_status FROM workspaces WHERE workspace_id = p_workspace;
  IF NOT FOUND THEN
    RETURN json_build_object('outcome', 'workspace_not_found');
  END IF;
  IF v_status <> 'active' THEN
    RETURN json_build_object('outcome', 'workspace_inactive');
  END IF;
  v_period := period_of(now_ms());
  INSERT INTO external_charges VALUES (p_workspace, p_source, p_external_id, v_period) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN json_build_object('outcome', 'already_charged');
  END IF;
  IF charge(p_workspace, v_period, p_source, p_monthly_replies) THEN
    PERFORM count_activity(p_workspace, p_source, '', '');
    RETURN json_build_object('outcome', 'charged');
  END IF;
  DELETE FROM external_charges WHERE workspace_id = p_workspace AND source = p_source AND external_id = p_external_id;
  RETURN json_build_object('outcome', 'allowance_used', 'renewsAt', period_end(v_period));
END $$;

CREATE FUNCTION read_workspace(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT json_build_object('workspaceId', w.workspace_id, 'name', w.name, 'plan', w.plan, 'status', w.status,
      'monthlyReplies', w.monthly_replies, 'allowedOrigins', w.allowed_origins, 'notifications', w.notifications,
      'usesModel', uses_model(w.drafting),
      'profiles', (SELECT count(*) FROM profiles WHERE workspace_id = p_workspace),
      'conversations', (SELECT count(*) FROM conversations WHERE workspace_id = p_workspace), 'createdAt', w.created_at)
    FROM workspaces w WHERE w.workspace_id = p_workspace);
END $$;

CREATE FUNCTION read_pulse(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN json_build_object(
    'review', concat_ws('/', (SELECT count(*) FROM conversations WHERE workspace_id = p_workspace AND state = 'awaiting_owner'),
      (SELECT last_message_at FROM conversations WHERE workspace_id = p_workspace AND state = 'awaiting_owner'
        ORDER BY last_message_at DESC NULLS LAST, conversation_id LIMIT 1),
      (SELECT created_at FROM notifications WHERE workspace_id = p_workspace ORDER BY created_at DESC, notification_id LIMIT 1),
      (SELECT max(at) FROM conversation_replies WHERE workspace_id = p_workspace)),
    'deliveries', (SELECT coalesce(string_agg(concat_ws(' ', notification_id, state, attempts), ',' ORDER BY created_at DESC, notification_id), '')
      FROM (SELECT * FROM notifications WHERE workspace_id = p_workspace ORDER BY created_at DESC, notification_id LIMIT 50) AS newest),
    'persona', concat_ws('/', (SELECT sum(version) FROM persona_drafts WHERE workspace_id = p_workspace),
      (SELECT md5(string_agg(revision, ',' ORDER BY profile_id)) FROM profiles WHERE workspace_id = p_workspace)));
END $$;

CREATE FUNCTION list_profiles(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('profileId', p.profile_id, 'displayName', p.display_name, 'status', p.status,
      'facts', coalesce(json_array_length(p.persona -> 'facts'), 0), 'offers', coalesce(json_array_length(p.persona -> 'offers'), 0),
      'phrases', coalesce(json_array_length(p.persona -> 'phrases'), 0), 'unpublished', coalesce(d.unpublished, 0))
      ORDER BY p.display_name COLLATE "C", p.profile_id), '[]')
    FROM profiles p LEFT JOIN persona_drafts d ON d.workspace_id = p_workspace AND d.profile_id = p.profile_id
    WHERE p.workspace_id = p_workspace);
END $$;

CREATE FUNCTION read_persona_draft(p_workspace text, p_profile text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT json_build_object('profileId', p.profile_id, 'displayName', p.display_name, 'status', p.status,
      'published', p.persona, 'publishedRevision', p.revision, 'version', coalesce(d.version, 0), 'draft', d.persona,
      'baseRevision', d.base_revision, 'updatedAt', d.updated_at, 'updatedBy', d.updated_by, 'now', now_ms())
    FROM profiles p LEFT JOIN persona_drafts d ON d.workspace_id = p_workspace AND d.profile_id = p_profile
    WHERE p.workspace_id = p_workspace AND p.profile_id = p_profile);
END $$;

-- Notes the change and the version that it makes, on a profile that this transaction holds; null when another version is there.
CREATE FUNCTION note_change(p_workspace text, p_profile text, p_version bigint, p_draft json, p_base_revision text, p_unpublished int,
  p_change json) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  IF coalesce((SELECT version FROM persona_drafts WHERE workspace_id = p_workspace AND profile_id = p_profile), 0) <> p_version THEN
    RETURN json_build_object('outcome', 'conflict');
  END IF;
  INSERT INTO persona_drafts VALUES (p_workspace, p_profile, p_version + 1, p_base_revision, p_unpublished, v_now, p_change ->> 'by', p_draft)
    ON CONFLICT (workspace_id, profile_id) DO UPDATE SET version = excluded.version, base_revision = excluded.base_revision,
      unpublished = excluded.unpublished, updated_at = excluded.updated_at, updated_by = excluded.updated_by, persona = excluded.persona;
  INSERT INTO persona_changes VALUES (p_workspace, p_profile, p_version + 1, v_now, p_change ->> 'accountId', p_change ->> 'by',
    p_change ->> 'action', p_change ->> 'itemKind', p_change ->> 'itemId', p_change ->> 'title', p_change ->> 'conversationId',
    p_change ->> 'before', p_change ->> 'after');
  DELETE FROM persona_changes WHERE workspace_id = p_workspace AND profile_id = p_profile AND version <= p_version - 1000;
  RETURN json_build_object('outcome', 'saved', 'version', p_version + 1, 'at', v_now);
END $$;

CREATE FUNCTION save_draft(p_workspace text, p_profile text, p_version bigint, p_draft json, p_base_revision text, p_unpublished int,
  p_change json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM profiles WHERE workspace_id = p_workspace AND profile_id = p_profile FOR UPDATE;
  IF NOT FOUND THEN
    RETURN json_build_object('outcome', 'not_found');
  END IF;
  RETURN note_change(p_workspace, p_profile, p_version, p_draft, p_base_revision, p_unpublished, p_change);
END $$;

CREATE FUNCTION publish_draft(p_workspace text, p_profile text, p_version bigint, p_published_revision text, p_persona json,
  p_revision text, p_change json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_live text;
  v_saved json;
BEGIN
  PERFORM enter(p_workspace);
  SELECT revision INTO v_live FROM profiles WHERE workspace_id = p_workspace AND profile_id = p_profile FOR UPDATE;
  IF NOT FOUND THEN
    RETURN json_build_object('outcome', 'not_found');
  END IF;
  IF v_live <> p_published_revision THEN
    RETURN json_build_object('outcome', 'conflict');
  END IF;
  v_saved := note_change(p_workspace, p_profile, p_version, NULL, NULL, 0, p_change);
  IF v_saved ->> 'outcome' = 'saved' THEN
    UPDATE profiles SET persona = p_persona, revision = p_revision WHERE workspace_id = p_workspace AND profile_id = p_profile;
  END IF;
  RETURN v_saved;
END $$;

CREATE FUNCTION list_persona_changes(p_workspace text, p_profile text, p_version bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('version', version, 'at', at, 'accountId', account_id, 'by', by_name, 'action', action,
      'itemKind', item_kind, 'itemId', item_id, 'title', title, 'conversationId', conversation_id, 'before', before, 'after', after)
      ORDER BY version DESC), '[]')
    FROM (SELECT * FROM persona_changes WHERE workspace_id = p_workspace AND profile_id = p_profile
            AND (p_version IS NULL OR version = p_version) ORDER BY version DESC LIMIT p_limit) AS newest);
END $$;

-- A conversation as a queue shows it, with the newest verdict and the beginning of the latest inbound message.
CREATE FUNCTION review_json(p_conversation conversations) RETURNS json LANGUAGE sql STABLE AS $$
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

CREATE FUNCTION review_queue(p_workspace text, p_limit int) RETURNS json
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

-- Null when it does not exist.
CREATE FUNCTION read_thread(p_workspace text, p_conversation text, p_messages int) RETURNS json
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
      SELECT json_agg(json_build_object('direction', direction, 'senderType', sender_type, 'body', body, 'sentAt', sent_at)
        ORDER BY sent_at, position) FROM (
        SELECT * FROM messages m WHERE m.workspace_id = p_workspace AND m.conversation_id = p_conversation AND m.position > 0
        ORDER BY m.sent_at DESC, m.position DESC LIMIT p_messages) AS newest), '[]'),
    'stored', (SELECT json_build_object('response', response, 'trace', trace, 'expiresAt', expires_at) FROM writes
      WHERE workspace_id = p_workspace AND conversation_id = p_conversation AND operation = 'draft' AND state = 'stored'
        AND expires_at > now_ms() AND trace IS NOT NULL ORDER BY expires_at DESC LIMIT 1),
    'edited', (SELECT json_build_object('reply', reply, 'by', by_name, 'at', at) FROM conversation_replies
      WHERE workspace_id = p_workspace AND conversation_id = p_conversation),
    'now', now_ms());
END $$;

CREATE FUNCTION save_reply(p_workspace text, p_conversation text, p_reply text, p_by text) RETURNS boolean
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

CREATE FUNCTION recent_threads(p_workspace text, p_profile text, p_limit int) RETURNS json
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

CREATE FUNCTION test_case_json(p_case test_cases) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('caseId', p_case.case_id, 'profileId', p_case.profile_id, 'name', p_case.name, 'message', p_case.message,
    'history', p_case.history, 'expected', p_case.expected, 'createdAt', p_case.created_at, 'by', p_case.by_name)
$$;

CREATE FUNCTION list_test_cases(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(test_case_json(t) ORDER BY created_at DESC, case_id), '[]') FROM test_cases t WHERE workspace_id = p_workspace);
END $$;

-- Null when there is no such profile, or the workspace has as many as it may.
CREATE FUNCTION save_test_case(p_workspace text, p_case json, p_max int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_case test_cases;
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM profiles WHERE workspace_id = p_workspace AND profile_id = p_case ->> 'profileId';
  IF NOT FOUND OR (SELECT count(*) FROM test_cases WHERE workspace_id = p_workspace) >= p_max THEN
    RETURN NULL;
  END IF;
  INSERT INTO test_cases VALUES (p_workspace, p_case ->> 'caseId', p_case ->> 'profileId', p_case ->> 'name', p_case ->> 'message',
      p_case ->> 'history', p_case ->> 'expected', now_ms(), p_case ->> 'by') RETURNING * INTO v_case;
  RETURN test_case_json(v_case);
END $$;

CREATE FUNCTION remove_test_case(p_workspace text, p_case text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  DELETE FROM test_cases WHERE workspace_id = p_workspace AND case_id = p_case;
  RETURN FOUND;
END $$;

CREATE FUNCTION read_activity(p_workspace text, p_days int) RETURNS json
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
