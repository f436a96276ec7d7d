-- Performs steps 12 to 14 of the contract. The commit of an admission is not durable. Nobody learns of the admission
-- before its draft is settled, and that durable commit comes later in the same log. A refusal is durable.
CREATE OR REPLACE FUNCTION admit_draft(p_workspace text, p_key text, p_hash text, p_token text, p_lease_ms bigint, p_retention_ms bigint,
  p_profile text, p_conversation text, p_monthly_replies jsonb, p_known_revision text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_write record;
  v_profile profiles;
  v_conversation conversations;
BEGIN
  PERFORM enter(p_workspace);
  v_write := begin_write(p_workspace, 'draft', p_key, p_hash, p_token, p_lease_ms, p_retention_ms, p_conversation);
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
    'drafting', drafting_terms(p_workspace, p_profile));
END $$;

-- Adds one draft's use of a model. `p_model_use` is null if no model was asked.
CREATE OR REPLACE FUNCTION count_model_use(p_workspace text, p_period text, p_model_use json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_model_use IS NULL OR json_typeof(p_model_use) = 'null' THEN
    RETURN;
  END IF;
  INSERT INTO model_usage AS u (workspace_id, period, outcome, drafts, calls, input_tokens, output_tokens, milliseconds, readings, checks,
      wordings)
    VALUES (p_workspace, p_period, p_model_use ->> 'outcome', 1,
      (p_model_use ->> 'calls')::bigint, (p_model_use ->> 'inputTokens')::bigint, (p_model_use ->> 'outputTokens')::bigint,
      (p_model_use ->> 'milliseconds')::bigint, (p_model_use ->> 'readings')::bigint, (p_model_use ->> 'checks')::bigint,
      (p_model_use ->> 'wordings')::bigint)
    ON CONFLICT (workspace_id, period, outcome) DO UPDATE SET drafts = u.drafts + 1, calls = u.calls + excluded.calls,
      input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens,
      milliseconds = u.milliseconds + excluded.milliseconds, readings = u.readings + excluded.readings,
      checks = u.checks + excluded.checks, wordings = u.wordings + excluded.wordings;
END $$;

-- Settles a draft. `p_model_use`: {outcome, calls, readings, checks, wordings, inputTokens, outputTokens,
-- milliseconds}, or null. `p_tally`: the decision ({intent, riskLevel, proposal?: {profileId, items, trial}}), or null.
-- Both are counted once, with the response that they belong to.
CREATE OR REPLACE FUNCTION settle_draft(p_workspace text, p_key text, p_token text, p_response text, p_trace text, p_retention_ms bigint,
  p_model_use json DEFAULT NULL, p_tally json DEFAULT NULL, p_conversation text DEFAULT NULL, p_epoch bigint DEFAULT NULL) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_stored record;
BEGIN
  PERFORM enter(p_workspace);
  v_stored := store_response(p_workspace, 'draft', p_key, p_token, p_response, p_trace, p_retention_ms);
  IF v_stored.is_new THEN
    PERFORM count_model_use(p_workspace, period_of(now_ms()), p_model_use);
  END IF;
  IF v_stored.is_new AND p_tally IS NOT NULL THEN
    PERFORM count_activity(p_workspace, 'api', p_tally ->> 'intent', p_tally ->> 'riskLevel');
    IF json_typeof(p_tally -> 'proposal') = 'object' THEN
      PERFORM keep_draft_record(p_workspace, p_key, p_tally -> 'proposal' ->> 'profileId', p_tally -> 'proposal' -> 'items',
        p_tally -> 'proposal' ->> 'trial');
    END IF;
  END IF;
  IF v_stored.is_new AND p_conversation IS NOT NULL AND p_epoch IS NOT NULL THEN
    PERFORM keep_agent_draft(p_workspace, p_conversation, p_epoch, p_response);
  END IF;
  RETURN v_stored.verdict;
END $$;

CREATE OR REPLACE FUNCTION draft_trace(p_workspace text, p_key text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT trace FROM writes
    WHERE workspace_id = p_workspace AND operation = 'draft' AND idempotency_key = p_key AND state = 'stored' AND expires_at > lived_ms());
END $$;
