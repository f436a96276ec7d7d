-- Every function takes locks in the same order: writes (or external charges), then conversations, then usage with the
-- newest period first, then the directory. A sweep that does not follow this order skips locked rows, and so never
-- waits.

-- Ends leases that expired 60 s ago, oldest first, and returns their units to the periods they came from.
CREATE OR REPLACE FUNCTION sweep(p_workspace text, p_limit int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_lapsed_before bigint := lived_ms() - 60000;
  v_ended int;
  v_charged text[];
  v_period record;
BEGIN
  WITH lapsed AS (
    SELECT operation, idempotency_key, charged_period FROM writes
    WHERE workspace_id = p_workspace AND state = 'leased' AND lease_until < v_lapsed_before
    ORDER BY lease_until LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), ended AS (
    UPDATE writes w SET state = 'released', lease_token = NULL, lease_until = NULL, charged_period = NULL
    FROM lapsed l
    WHERE w.workspace_id = p_workspace AND w.operation = l.operation AND w.idempotency_key = l.idempotency_key
    RETURNING l.charged_period
  )
  SELECT count(*), array_agg(charged_period) FILTER (WHERE charged_period IS NOT NULL) INTO v_ended, v_charged FROM ended;
  FOR v_period IN SELECT period, count(*) AS units FROM unnest(v_charged) AS period GROUP BY period ORDER BY period DESC LOOP
    UPDATE usage SET api = api - v_period.units WHERE workspace_id = p_workspace AND period = v_period.period;
  END LOOP;
  RETURN v_ended;
END $$;

-- Returns how many replies of the month a source may use: all of them, unless the workspace set a share for the source.
CREATE OR REPLACE FUNCTION source_limit(p_shares json, p_source text, p_limit bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT p_limit * coalesce((p_shares ->> p_source)::bigint, 100) / 100
$$;

-- Takes one unit of a period's allowance. The condition is checked on the locked row. Returns false if the allowance is
-- used up.
CREATE OR REPLACE FUNCTION take_unit(p_workspace text, p_period text, p_source text, p_limit bigint, p_share bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_api int := (p_source = 'api')::int;
  v_inbox int := (p_source = 'inbox')::int;
  v_page int := (p_source = 'page')::int;
BEGIN
  IF p_limit > 0 AND p_share > 0 THEN
    INSERT INTO usage (workspace_id, period, api, inbox, page) VALUES (p_workspace, p_period, v_api, v_inbox, v_page)
      ON CONFLICT (workspace_id, period) DO UPDATE
        SET api = usage.api + v_api, inbox = usage.inbox + v_inbox, page = usage.page + v_page
        WHERE usage.api + usage.inbox + usage.page < p_limit
          AND CASE p_source WHEN 'api' THEN usage.api WHEN 'inbox' THEN usage.inbox ELSE usage.page END < p_share;
    RETURN FOUND;
  END IF;
  RETURN false;
END $$;

-- Takes `p_units` replies of the allowance, or none. The condition is checked on the locked row. Returns whether it
-- took them.
CREATE OR REPLACE FUNCTION take_units(p_workspace text, p_period text, p_units bigint, p_limit bigint, p_share bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage (workspace_id, period, api) SELECT p_workspace, p_period, p_units WHERE p_units <= least(p_limit, p_share)
    ON CONFLICT (workspace_id, period) DO UPDATE SET api = usage.api + p_units
      WHERE usage.api + usage.inbox + usage.page + p_units <= p_limit AND usage.api + p_units <= p_share;
  RETURN FOUND;
END $$;

-- Takes one unit under the workspace's own limit or its plan's limit. Before refusing, it reclaims the units of expired
-- leases.
CREATE OR REPLACE FUNCTION charge(p_workspace text, p_period text, p_source text, p_monthly_replies jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_limit bigint;
  v_share bigint;
BEGIN
  SELECT coalesce(monthly_replies, (p_monthly_replies -> plan)::bigint), source_limit(shares, p_source,
      coalesce(monthly_replies, (p_monthly_replies -> plan)::bigint)) INTO v_limit, v_share FROM workspaces WHERE workspace_id = p_workspace;
  IF take_unit(p_workspace, p_period, p_source, v_limit, v_share) THEN
    RETURN true;
  END IF;
  PERFORM sweep(p_workspace, 1000);
  RETURN take_unit(p_workspace, p_period, p_source, v_limit, v_share);
END $$;

-- Counts replays and handoffs in the current period.
CREATE OR REPLACE FUNCTION count_use(p_workspace text, p_replays int, p_handoffs int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO usage (workspace_id, period, replays, handoffs) VALUES (p_workspace, period_of(now_ms()), p_replays, p_handoffs)
  ON CONFLICT (workspace_id, period) DO UPDATE
    SET replays = usage.replays + p_replays, handoffs = usage.handoffs + p_handoffs
$$;

-- Charges nothing if the workspace is not active on a paid plan, whatever the source.
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

-- Returns the totals of a period, or null if no model was asked in it.
CREATE OR REPLACE FUNCTION model_totals(p_workspace text, p_period text) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN count(*) > 0 THEN json_build_object('calls', sum(calls), 'readings', sum(readings),
    'checks', sum(checks), 'wordings', sum(wordings), 'inputTokens', sum(input_tokens),
    'outputTokens', sum(output_tokens), 'milliseconds', sum(milliseconds), 'outcomes', json_object_agg(outcome, drafts ORDER BY outcome)) END
  FROM model_usage WHERE workspace_id = p_workspace AND period = p_period
$$;

-- Returns null if the workspace does not exist.
CREATE OR REPLACE FUNCTION read_usage(p_workspace text, p_monthly_replies jsonb) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
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
