-- Performs step 12 of the contract. A null verdict means that the lease was taken; `holds_unit` then tells whether the
-- write already has a dead holder's unit. A draft's row is written as if its unit were already charged. If the caller
-- then refuses the draft, it ends the lease. The row records the conversation.
CREATE OR REPLACE FUNCTION begin_write(p_workspace text, p_operation text, p_key text, p_hash text, p_token text, p_lease_ms bigint,
  p_retention_ms bigint, p_conversation text, OUT verdict json, OUT instant bigint, OUT holds_unit boolean, OUT period text)
LANGUAGE plpgsql AS $$
DECLARE
  v_lived bigint;
  v_write writes;
BEGIN
  holds_unit := false;
  LOOP
    instant := now_ms();
    v_lived := lived_ms();
    period := CASE WHEN p_operation = 'draft' THEN period_of(instant) END;
    INSERT INTO writes (workspace_id, operation, idempotency_key, input_hash, state, lease_token, lease_until, charged_period, expires_at,
        conversation_id)
      VALUES (p_workspace, p_operation, p_key, p_hash, 'leased', p_token, v_lived + p_lease_ms, period, v_lived + p_retention_ms,
        p_conversation)
      ON CONFLICT DO NOTHING;
    IF FOUND THEN
      RETURN;
    END IF;
    SELECT * INTO v_write FROM writes
      WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key FOR UPDATE;
    EXIT WHEN FOUND;
  END LOOP;

  instant := now_ms();
  v_lived := lived_ms();
  IF v_write.state = 'leased' OR v_write.expires_at > v_lived THEN
    IF v_write.input_hash <> p_hash THEN
      verdict := json_build_object('outcome', 'reused');
    ELSIF v_write.state = 'stored' THEN
      PERFORM count_use(p_workspace, 1, 0);
      verdict := json_build_object('outcome', 'replay', 'response', v_write.response);
    -- No lease is longer than 10 minutes, and the clock may be set back by a minute. A lease that ends later was taken
    -- while the clock was ahead, and counts as expired.
    ELSIF v_write.lease_until > v_lived AND v_write.lease_until <= v_lived + 660000 THEN
      verdict := json_build_object('outcome', 'in_progress',
        'retryAfterSeconds', greatest(1, least(2, ceil((v_write.lease_until - v_lived) / 1000.0))));
    END IF;
    IF verdict IS NOT NULL THEN
      PERFORM set_config('synchronous_commit', 'off', true);
      RETURN;
    END IF;
  END IF;

  holds_unit := v_write.charged_period IS NOT NULL;
  period := CASE WHEN p_operation = 'draft' THEN coalesce(v_write.charged_period, period_of(instant)) END;
  UPDATE writes SET input_hash = p_hash, state = 'leased', lease_token = p_token, lease_until = v_lived + p_lease_ms,
      charged_period = period, expires_at = v_lived + p_retention_ms, response = NULL, trace = NULL, conversation_id = p_conversation
    WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key;
END $$;

-- Ends a lease that this transaction has locked, and keeps only the hash of the input. If the lease has a unit, returns
-- the unit to its period.
CREATE OR REPLACE FUNCTION end_lease(p_workspace text, p_operation text, p_key text, p_unit_of text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE writes SET state = 'released', lease_token = NULL, lease_until = NULL, charged_period = NULL
    WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key;
  IF p_unit_of IS NOT NULL THEN
    UPDATE usage SET api = api - 1 WHERE workspace_id = p_workspace AND usage.period = p_unit_of;
  END IF;
END $$;

-- Locks a write and returns it if this token holds its lease, otherwise returns a row of nulls. The row is found only
-- by its key. If the condition included the state, the planner would walk all of the workspace's leases.
CREATE OR REPLACE FUNCTION hold_write(p_workspace text, p_operation text, p_key text, p_token text) RETURNS writes LANGUAGE plpgsql AS $$
DECLARE
  v_write writes;
BEGIN
  SELECT * INTO v_write FROM writes
    WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key FOR UPDATE;
  RETURN CASE WHEN v_write.state = 'leased' AND v_write.lease_token = p_token THEN v_write END;
END $$;

-- Stores a response under a lease. `is_new` is true if this call stored it. Otherwise, `verdict` tells whether the same
-- holder had already stored it or has lost the lease. Nothing is stored for a conversation that was deleted in the
-- meantime: the lease then counts as lost.
CREATE OR REPLACE FUNCTION store_response(p_workspace text, p_operation text, p_key text, p_token text, p_response text, p_trace text,
  p_retention_ms bigint, OUT is_new boolean, OUT verdict json) LANGUAGE plpgsql AS $$
DECLARE
  v_write writes;
  v_expires_at bigint;
BEGIN
  SELECT * INTO v_write FROM writes
    WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key FOR UPDATE;
  is_new := FOUND AND v_write.state = 'leased' AND v_write.lease_token = p_token;
  IF is_new AND v_write.conversation_id IS NOT NULL THEN
    PERFORM 1 FROM conversations WHERE workspace_id = p_workspace AND conversation_id = v_write.conversation_id;
    is_new := FOUND;
  END IF;
  IF is_new THEN
    v_expires_at := lived_ms() + p_retention_ms;
    UPDATE writes SET state = 'stored', response = p_response, trace = p_trace, lease_until = NULL, charged_period = NULL,
        expires_at = v_expires_at
      WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key;
  END IF;
  verdict := CASE WHEN is_new OR (v_write.state = 'stored' AND v_write.lease_token = p_token) THEN json_build_object('outcome', 'stored')
    ELSE json_build_object('outcome', 'lost', 'response', v_write.response) END;
END $$;

CREATE OR REPLACE FUNCTION renew_lease(p_workspace text, p_operation text, p_key text, p_token text, p_lease_ms bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_until bigint;
BEGIN
  PERFORM enter(p_workspace);
  IF (hold_write(p_workspace, p_operation, p_key, p_token)).state IS NULL THEN
    RETURN false;
  END IF;
  v_until := lived_ms() + p_lease_ms;
  UPDATE writes SET lease_until = v_until
    WHERE workspace_id = p_workspace AND operation = p_operation AND idempotency_key = p_key;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION release_write(p_workspace text, p_operation text, p_key text, p_token text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_write writes;
BEGIN
  PERFORM enter(p_workspace);
  v_write := hold_write(p_workspace, p_operation, p_key, p_token);
  IF v_write.state IS NULL THEN
    RETURN false;
  END IF;
  PERFORM end_lease(p_workspace, p_operation, p_key, v_write.charged_period);
  RETURN true;
END $$;
