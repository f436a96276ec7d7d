CREATE OR REPLACE FUNCTION uses_model(p_drafting json) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce((p_drafting ->> 'model')::boolean, false)
$$;

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
        'usesModel', uses_model(w.drafting), 'usesWording', coalesce((w.drafting ->> 'wording')::boolean, false),
        'profiles', (SELECT count(*) FROM profiles WHERE workspace_id = v_workspace),
        'conversations', (SELECT count(*) FROM conversations WHERE workspace_id = v_workspace), 'createdAt', w.created_at)
      FROM workspaces w WHERE w.workspace_id = v_workspace);
  END LOOP;
  RETURN array_to_json(v_listed);
END $$;

CREATE OR REPLACE FUNCTION read_workspace(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT json_build_object('workspaceId', w.workspace_id, 'name', w.name, 'plan', w.plan, 'status', w.status,
      'monthlyReplies', w.monthly_replies, 'allowedOrigins', w.allowed_origins, 'notifications', w.notifications,
      'usesModel', uses_model(w.drafting), 'usesWording', coalesce((w.drafting ->> 'wording')::boolean, false),
      'profiles', (SELECT count(*) FROM profiles WHERE workspace_id = p_workspace),
      'conversations', (SELECT count(*) FROM conversations WHERE workspace_id = p_workspace), 'createdAt', w.created_at)
    FROM workspaces w WHERE w.workspace_id = p_workspace);
END $$;

CREATE OR REPLACE FUNCTION workspace_ids(p_after text, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT coalesce(json_agg(workspace_id), '[]') FROM (
    SELECT workspace_id FROM workspace_directory WHERE workspace_id > p_after ORDER BY workspace_id LIMIT p_limit) AS page);
END $$;
