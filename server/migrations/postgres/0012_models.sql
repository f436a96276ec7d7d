-- How a workspace's replies are drafted; null: in approved sentences.
ALTER TABLE workspaces ADD COLUMN drafting json;

CREATE FUNCTION uses_model(p_drafting json) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce((p_drafting ->> 'model')::boolean, false)
$$;

-- What language models did for a workspace in one period, by how their part ended.
CREATE TABLE model_usage (
  workspace_id text COLLATE "C" NOT NULL,
  period text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  drafts bigint NOT NULL,
  calls bigint NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  milliseconds bigint NOT NULL,
  PRIMARY KEY (workspace_id, period, outcome)
) WITH (fillfactor = 50);
ALTER TABLE model_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON model_usage USING (workspace_id = current_setting('understudy.workspace', true));

-- Null when no model was to word a reply in the period.
CREATE FUNCTION model_totals(p_workspace text, p_period text) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN count(*) > 0 THEN json_build_object('calls', sum(calls), 'inputTokens', sum(input_tokens),
    'outputTokens', sum(output_tokens), 'milliseconds', sum(milliseconds), 'outcomes', json_object_agg(outcome, drafts ORDER BY outcome)) END
  FROM model_usage WHERE workspace_id = p_workspace AND period = p_period
$$;

CREATE OR REPLACE FUNCTION admit_draft(p_workspace text, p_key text, p_hash text, p_token text, p_lease_ms bigint, p_retention_ms bigint,
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
    'conversation', CASE WHEN p_conversation IS NOT NULL THEN conversation_json(v_conversation, NULL) END,
    'usesModel', (SELECT uses_model(drafting) FROM workspaces WHERE workspace_id = p_workspace));
END $$;

-- {outcome, calls, inputTokens, outputTokens, milliseconds}, or null: counted once, with the response that it belongs to.
DROP FUNCTION settle_draft(text, text, text, text, text, bigint);
CREATE FUNCTION settle_draft(p_workspace text, p_key text, p_token text, p_response text, p_trace text, p_retention_ms bigint,
  p_model_use json DEFAULT NULL) RETURNS json
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
  RETURN v_stored.verdict;
END $$;

CREATE OR REPLACE FUNCTION read_usage(p_workspace text, p_monthly_replies jsonb) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_period text := period_of(now_ms());
  v_workspace workspaces;
  v_usage usage;
BEGIN
  PERFORM enter(p_workspace);
  SELECT * INTO v_workspace FROM workspaces WHERE workspace_id = p_workspace;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  PERFORM sweep(p_workspace, 1000);
  SELECT * INTO v_usage FROM usage WHERE workspace_id = p_workspace AND period = v_period;
  RETURN json_build_object(
    'plan', v_workspace.plan,
    'limit', coalesce(v_workspace.monthly_replies, (p_monthly_replies -> v_workspace.plan)::bigint),
    'used', coalesce(v_usage.api + v_usage.inbox + v_usage.page, 0),
    'period', json_build_object('name', v_period, 'startsAt', period_start(v_period), 'endsAt', period_end(v_period)),
    'totals', json_build_object('drafts', coalesce(v_usage.api, 0), 'replays', coalesce(v_usage.replays, 0),
                                'handoffs', coalesce(v_usage.handoffs, 0)),
    'bySource', json_build_object('api', coalesce(v_usage.api, 0), 'inbox', coalesce(v_usage.inbox, 0), 'page', coalesce(v_usage.page, 0)),
    'model', model_totals(p_workspace, v_period));
END $$;

-- [{id, name, plan, status?, monthlyReplies?, allowedOrigins?, notifications?, drafting?}]; null clears monthlyReplies and notifications.
CREATE OR REPLACE FUNCTION import_workspaces(p_workspaces json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_given record;
  v_created int := 0;
  v_updated int := 0;
  v_total int := 0;
BEGIN
  FOR v_given IN
    SELECT (g ->> 'id') COLLATE "C" AS id, g ->> 'name' AS name, g ->> 'plan' AS plan, g ->> 'status' AS status,
      g -> 'monthlyReplies' IS NOT NULL AS names_replies, (g ->> 'monthlyReplies')::bigint AS monthly_replies,
      CASE WHEN g -> 'allowedOrigins' IS NOT NULL THEN ARRAY(SELECT json_array_elements_text(g -> 'allowedOrigins')) END AS allowed_origins,
      g -> 'notifications' IS NOT NULL AS names_notifications,
      CASE json_typeof(g -> 'notifications') WHEN 'object' THEN g -> 'notifications' END AS notifications, g -> 'drafting' AS drafting
    FROM json_array_elements(p_workspaces) AS given(g)
    ORDER BY id
  LOOP
    v_total := v_total + 1;
    PERFORM enter(v_given.id);
    INSERT INTO workspace_directory (workspace_id) VALUES (v_given.id) ON CONFLICT DO NOTHING;
    INSERT INTO workspaces (workspace_id, name, plan, status, monthly_replies, allowed_origins, notifications, created_at, drafting)
      VALUES (v_given.id, v_given.name, v_given.plan, coalesce(v_given.status, 'active'), v_given.monthly_replies,
        coalesce(v_given.allowed_origins, '{}'), v_given.notifications, now_ms(), v_given.drafting)
      ON CONFLICT DO NOTHING;
    IF FOUND THEN
      v_created := v_created + 1;
      CONTINUE;
    END IF;
    UPDATE workspaces SET name = v_given.name, plan = v_given.plan, status = coalesce(v_given.status, status),
        monthly_replies = CASE WHEN v_given.names_replies THEN v_given.monthly_replies ELSE monthly_replies END,
        allowed_origins = coalesce(v_given.allowed_origins, allowed_origins),
        notifications = CASE WHEN v_given.names_notifications THEN v_given.notifications ELSE notifications END,
        drafting = coalesce(v_given.drafting, drafting)
      WHERE workspace_id = v_given.id
        AND (name, plan, status, monthly_replies, allowed_origins, notifications::jsonb, drafting::jsonb) IS DISTINCT FROM
          (v_given.name, v_given.plan, coalesce(v_given.status, status),
           CASE WHEN v_given.names_replies THEN v_given.monthly_replies ELSE monthly_replies END,
           coalesce(v_given.allowed_origins, allowed_origins),
           (CASE WHEN v_given.names_notifications THEN v_given.notifications ELSE notifications END)::jsonb,
           coalesce(v_given.drafting, drafting)::jsonb);
    v_updated := v_updated + FOUND::int;
  END LOOP;
  RETURN tally(v_created, v_updated, v_total);
END $$;

CREATE OR REPLACE FUNCTION export_workspace(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT json_build_object('id', w.workspace_id, 'name', w.name, 'plan', w.plan, 'status', w.status,
      'monthlyReplies', w.monthly_replies, 'allowedOrigins', w.allowed_origins, 'notifications', w.notifications, 'drafting', w.drafting,
      'profiles', (SELECT coalesce(json_agg(json_build_object('id', p.profile_id, 'displayName', p.display_name, 'status', p.status,
          'persona', p.persona) ORDER BY p.profile_id), '[]') FROM profiles p WHERE p.workspace_id = p_workspace))
    FROM workspaces w WHERE w.workspace_id = p_workspace);
END $$;

CREATE OR REPLACE FUNCTION list_workspaces() RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_listed json[] := ARRAY[]::json[];
  v_workspace text;
BEGIN
  FOR v_workspace IN SELECT workspace_id FROM workspace_directory ORDER BY workspace_id LOOP
    PERFORM enter(v_workspace);
    v_listed := v_listed || (
      SELECT json_build_object('workspaceId', w.workspace_id, 'name', w.name, 'plan', w.plan, 'status', w.status,
        'monthlyReplies', w.monthly_replies, 'allowedOrigins', w.allowed_origins, 'notifications', w.notifications,
        'usesModel', uses_model(w.drafting),
        'profiles', (SELECT count(*) FROM profiles WHERE workspace_id = v_workspace),
        'conversations', (SELECT count(*) FROM conversations WHERE workspace_id = v_workspace), 'createdAt', w.created_at)
      FROM workspaces w WHERE w.workspace_id = v_workspace);
  END LOOP;
  RETURN array_to_json(v_listed);
END $$;
