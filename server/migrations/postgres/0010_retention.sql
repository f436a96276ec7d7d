-- One small commit of a purge: goes on after a workspace, removes what is past its time, and answers where to go on;
-- `next` is null at the end. Each call removes at most `p_limit` rows of a kind, and looks at that many workspaces.
CREATE FUNCTION purge(p_after text, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_workspace text;
  v_last text := p_after;
  v_seen int := 0;
  v_removed int;
  v_stored int;
  v_ended int;
  v_responses int := 0;
  v_leases int := 0;
BEGIN
  FOR v_workspace IN
    SELECT workspace_id FROM workspace_directory WHERE workspace_id > p_after ORDER BY workspace_id LIMIT p_limit
  LOOP
    PERFORM enter(v_workspace);
    v_ended := sweep(v_workspace, p_limit - v_leases);
    WITH expired AS (
      SELECT operation, idempotency_key FROM writes
      WHERE workspace_id = v_workspace AND expires_at <= v_now AND state <> 'leased'
      LIMIT p_limit FOR UPDATE SKIP LOCKED
    ), removed AS (
      DELETE FROM writes w USING expired e
      WHERE w.workspace_id = v_workspace AND w.operation = e.operation AND w.idempotency_key = e.idempotency_key
      RETURNING w.state
    )
    SELECT count(*), count(*) FILTER (WHERE state = 'stored') INTO v_removed, v_stored FROM removed;
    v_responses := v_responses + v_stored;
    v_leases := v_leases + v_ended;
    v_seen := v_seen + 1;
    IF v_removed >= p_limit OR v_leases >= p_limit OR v_responses >= p_limit THEN
      RETURN json_build_object('responses', v_responses, 'leases', v_leases, 'next', v_last);
    END IF;
    v_last := v_workspace;
  END LOOP;
  DELETE FROM address_windows WHERE address IN (
    SELECT address FROM address_windows WHERE last_at < v_now - 120000 LIMIT p_limit FOR UPDATE SKIP LOCKED);
  RETURN json_build_object('responses', v_responses, 'leases', v_leases, 'next', CASE WHEN v_seen = p_limit THEN v_last END);
END $$;
