CREATE OR REPLACE FUNCTION test_case_json(p_case test_cases) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('caseId', p_case.case_id, 'profileId', p_case.profile_id, 'name', p_case.name, 'message', p_case.message,
    'history', p_case.history, 'expected', p_case.expected, 'createdAt', p_case.created_at, 'by', p_case.by_name)
$$;

CREATE OR REPLACE FUNCTION list_test_cases(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(test_case_json(t) ORDER BY created_at DESC, case_id), '[]') FROM test_cases t WHERE workspace_id = p_workspace);
END $$;

-- Returns null if the profile does not exist, or if the workspace has reached its limit.
CREATE OR REPLACE FUNCTION save_test_case(p_workspace text, p_case json, p_max int) RETURNS json
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

CREATE OR REPLACE FUNCTION remove_test_case(p_workspace text, p_case text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  DELETE FROM test_cases WHERE workspace_id = p_workspace AND case_id = p_case;
  RETURN FOUND;
END $$;
