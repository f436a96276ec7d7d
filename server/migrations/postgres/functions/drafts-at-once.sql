-- Drafts without a lease. The service first reads the data for a draft, and writes nothing in the meantime. The charge
-- and the response are then stored in one commit. Both functions take several drafts at a time. They take locks
-- workspace by workspace, and within a workspace in the usual order.

-- Returns, for each request in order, the data that its draft needs. An element is null if something prevents the
-- draft, or if a language model may read its message. All elements are null if the tables are distributed, because a
-- call for several workspaces runs on no single node. Each of these drafts is then admitted separately.
CREATE OR REPLACE FUNCTION prepare_drafts(p_requests json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_period text := period_of(v_now);
  v_answers json[] := ARRAY[]::json[];
  v_request record;
  v_answer json;
BEGIN
  IF is_spread() THEN
    RETURN (SELECT json_agg(NULL::json) FROM json_array_elements(p_requests));
  END IF;
  FOR v_request IN SELECT * FROM json_to_recordset(p_requests) AS r(workspace text, key text, profile text, conversation text,
      known_revision text, monthly_replies jsonb) LOOP
    PERFORM enter(v_request.workspace);
    SELECT json_build_object('now', v_now, 'revision', p.revision,
        'profile', CASE WHEN p.revision IS DISTINCT FROM v_request.known_revision THEN profile_json(p) END,
        'conversation', CASE WHEN c.conversation_id IS NOT NULL THEN conversation_json(c, NULL) END,
        'drafting', drafting_terms(v_request.workspace, v_request.profile))
      INTO v_answer
      FROM profiles p
        JOIN workspaces w ON w.workspace_id = v_request.workspace
        LEFT JOIN usage u ON u.workspace_id = v_request.workspace AND u.period = v_period
        LEFT JOIN conversations c ON c.workspace_id = v_request.workspace AND c.conversation_id = v_request.conversation
      WHERE p.workspace_id = v_request.workspace AND p.profile_id = v_request.profile AND p.status = 'active'
        AND (v_request.conversation IS NULL OR c.profile_id = v_request.profile)
        AND NOT uses_model(w.drafting)
        AND coalesce(u.api + u.inbox + u.page, 0) < coalesce(w.monthly_replies, (v_request.monthly_replies -> w.plan)::bigint)
        AND NOT EXISTS (SELECT FROM writes d
          WHERE d.workspace_id = v_request.workspace AND d.operation = 'draft' AND d.idempotency_key = v_request.key);
    v_answers := array_append(v_answers, v_answer);
  END LOOP;
  RETURN array_to_json(v_answers);
END $$;

-- Charges and stores the drafts of several workspaces, and changes each workspace's counter once. Returns, for each
-- workspace in order, the keys that are now stored. If a key is given twice, the first draft counts. The other drafts
-- leave nothing behind; `store_draft` judges them. The function waits for a lock for at most p_lock_ms, and changes
-- nothing if it does not get the lock. It locks each conversation, so that nothing is stored in a conversation that is
-- being deleted.
CREATE OR REPLACE FUNCTION store_drafts(p_workspaces json, p_lock_ms int DEFAULT 8000) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_lived bigint := lived_ms();
  v_answers json[] := ARRAY[]::json[];
  v_given record;
  v_limit bigint;
  v_share bigint;
  v_kept record;
  v_keys text[];
  v_id text;
BEGIN
  PERFORM set_config('lock_timeout', p_lock_ms::text, true); -- replaces the function's own setting until the function ends
  FOR v_given IN SELECT * FROM json_to_recordset(p_workspaces) AS w(workspace text, conversations json, monthly_replies jsonb, drafts json) LOOP
    PERFORM enter(v_given.workspace);
    -- Reads the rows one by one. With a list, the planner would prefer to read a whole workspace.
    FOR v_id IN SELECT json_array_elements_text(v_given.conversations) LOOP
      PERFORM 1 FROM conversations WHERE workspace_id = v_given.workspace AND conversation_id = v_id FOR KEY SHARE;
    END LOOP;
    WITH stored AS (
      INSERT INTO writes (workspace_id, operation, idempotency_key, input_hash, state, expires_at, response, trace, conversation_id)
        SELECT v_given.workspace, 'draft', d.key, d.hash, 'stored', v_lived + d.retention_ms, d.response, d.trace, d.conversation
        FROM ROWS FROM (json_to_recordset(v_given.drafts) AS (key text, hash text, profile text, conversation text, response text,
          trace text, retention_ms bigint)) WITH ORDINALITY AS d(key, hash, profile, conversation, response, trace, retention_ms, place)
        WHERE EXISTS (SELECT FROM profiles p
            WHERE p.workspace_id = v_given.workspace AND p.profile_id = d.profile AND p.status = 'active')
          AND (d.conversation IS NULL OR EXISTS (SELECT FROM conversations c
            WHERE c.workspace_id = v_given.workspace AND c.conversation_id = d.conversation AND c.profile_id = d.profile))
        ORDER BY d.key COLLATE "C", d.place
        ON CONFLICT DO NOTHING
        RETURNING idempotency_key
    )
    SELECT array_agg(idempotency_key) INTO v_keys FROM stored;
    IF v_keys IS NOT NULL THEN
      SELECT coalesce(monthly_replies, (v_given.monthly_replies -> plan)::bigint),
          source_limit(shares, 'api', coalesce(monthly_replies, (v_given.monthly_replies -> plan)::bigint)) INTO v_limit, v_share
        FROM workspaces WHERE workspace_id = v_given.workspace;
      IF take_units(v_given.workspace, period_of(v_now), cardinality(v_keys), v_limit, v_share) THEN
        -- In the order in which every function locks conversations' positions.
        FOR v_kept IN SELECT * FROM (SELECT DISTINCT ON (d.key) d.key, d.conversation, d.epoch, d.response
              FROM json_to_recordset(v_given.drafts) AS d(key text, conversation text, epoch bigint, response text)
              WHERE d.key = ANY (v_keys) AND d.conversation IS NOT NULL AND d.epoch IS NOT NULL) AS kept
            ORDER BY conversation COLLATE "C", key COLLATE "C" LOOP
          PERFORM keep_agent_draft(v_given.workspace, v_kept.conversation, v_kept.epoch, v_kept.response);
        END LOOP;
        INSERT INTO activity
          SELECT v_given.workspace, day_of(v_now), 'api', d.intent, d.risk_level, count(*)
          FROM json_to_recordset(v_given.drafts) AS d(key text, intent text, risk_level text)
          WHERE d.key = ANY (v_keys) GROUP BY d.intent, d.risk_level ORDER BY d.intent COLLATE "C", d.risk_level COLLATE "C"
          ON CONFLICT (workspace_id, day, source, intent, risk_level) DO UPDATE SET count = activity.count + excluded.count;
        PERFORM keep_draft_record(v_given.workspace, d.key, d.profile, d.items, d.trial)
          FROM (SELECT DISTINCT ON (key) * FROM ROWS FROM (json_to_recordset(v_given.drafts) AS (key text, profile text, items json, trial text))
            WITH ORDINALITY AS r(key, profile, items, trial, place) ORDER BY key, place) AS d
          WHERE d.key = ANY (v_keys) AND d.items IS NOT NULL;
      ELSE
        FOREACH v_id IN ARRAY v_keys LOOP
          DELETE FROM writes WHERE workspace_id = v_given.workspace AND operation = 'draft' AND idempotency_key = v_id;
        END LOOP;
        v_keys := NULL;
      END IF;
    END IF;
    v_answers := array_append(v_answers, array_to_json(coalesce(v_keys, ARRAY[]::text[])));
  END LOOP;
  RETURN array_to_json(v_answers);
END $$;

-- Judges one draft like any other: admits and settles it in one durable commit.
CREATE OR REPLACE FUNCTION store_draft(p_workspace text, p_key text, p_hash text, p_token text, p_retention_ms bigint, p_profile text,
  p_conversation text, p_monthly_replies jsonb, p_response text, p_trace text, p_tally json, p_epoch bigint DEFAULT NULL) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_awaited text := current_setting('synchronous_commit');
  v_judged json;
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation FOR KEY SHARE;
  v_judged := admit_draft(p_workspace, p_key, p_hash, p_token, 1000, p_retention_ms, p_profile, p_conversation, p_monthly_replies, NULL);
  IF v_judged ->> 'outcome' <> 'admitted' THEN
    RETURN v_judged;
  END IF;
  PERFORM set_config('synchronous_commit', v_awaited, true);
  RETURN settle_draft(p_workspace, p_key, p_token, p_response, p_trace, p_retention_ms, NULL, p_tally, p_conversation, p_epoch);
END $$;
