-- A workspace that is not active on a paid plan is charged nothing, whatever the source.
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
    RETURN json_build_object('outcome', 'charged');
  END IF;
  DELETE FROM external_charges WHERE workspace_id = p_workspace AND source = p_source AND external_id = p_external_id;
  RETURN json_build_object('outcome', 'allowance_used', 'renewsAt', period_end(v_period));
END $$;
