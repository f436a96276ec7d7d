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

-- In a list, the whole personas that some changes keep are left out: '""' says that there is one.
CREATE FUNCTION list_persona_changes(p_workspace text, p_profile text, p_version bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('version', version, 'at', at, 'accountId', account_id, 'by', by_name, 'action', action,
      'itemKind', item_kind, 'itemId', item_id, 'title', title, 'conversationId', conversation_id,
      'before', CASE WHEN p_version IS NULL AND before IS NOT NULL AND action IN ('import', 'discard', 'publish') THEN '""' ELSE before END,
      'after', CASE WHEN p_version IS NULL AND action = 'undo' AND item_kind IS NULL AND before IS NULL THEN NULL ELSE after END)
      ORDER BY version DESC), '[]')
    FROM (SELECT * FROM persona_changes WHERE workspace_id = p_workspace AND profile_id = p_profile
            AND (p_version IS NULL OR version = p_version) ORDER BY version DESC LIMIT p_limit) AS newest);
END $$;
