-- Checks the credentials of several requests, each in the order that the contract requires, and returns the results in
-- the order of the requests. Callers sort the requests by `hash`, so that every process locks the keys' windows in the
-- same order. The function then locks the addresses' windows in their order. The commit is not durable: a crash loses
-- at most the counts of the last minute.
CREATE OR REPLACE FUNCTION authenticate(p_requests jsonb) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_count int := jsonb_array_length(p_requests);
  v_answers json[] := array_fill(NULL::json, ARRAY[v_count]);
  v_refused int[] := ARRAY[]::int[];
  v_expired text[] := ARRAY[]::text[]; -- for each refused request, its expired key, or null
  v_request jsonb;
  v_hash text;
  v_known_hash text := '';
  v_key record;
  v_actor json;
  v_failures request_window;
  v_now bigint;
  v_wait int;
  v_index int;
BEGIN
  PERFORM refuse_half_filled();
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR v_index IN 1 .. v_count LOOP
    v_request := p_requests -> (v_index - 1);
    v_hash := v_request ->> 'hash';
    v_now := lived_ms();
    IF NOT (v_request -> 'isRecentlyVerified')::boolean THEN
      SELECT (failures).* INTO v_failures FROM address_windows WHERE address = v_request ->> 'address';
      IF FOUND THEN
        v_wait := window_wait(window_at(v_failures, v_now), v_now, (v_request -> 'failuresPerMinute')::int);
        IF v_wait > 0 THEN
          v_answers[v_index] := json_build_object('outcome', 'address_limited', 'retryAfterSeconds', v_wait);
          CONTINUE;
        END IF;
      END IF;
    END IF;
    IF v_request ->> 'kind' = 'none' THEN
      v_answers[v_index] := json_build_object('outcome', 'credential_missing');
      CONTINUE;
    END IF;

    IF v_hash IS DISTINCT FROM v_known_hash THEN
      v_known_hash := v_hash;
      SELECT d.workspace_id, d.key_id, NULL::text[] AS scopes, NULL::bigint AS expires_at, NULL::bigint AS revoked_at,
          NULL::text AS plan, NULL::text AS status, NULL::text[] AS origins
        INTO v_key FROM key_directory d WHERE d.key_hash = v_hash;
      IF FOUND THEN
        PERFORM enter(v_key.workspace_id);
        SELECT k.workspace_id, k.key_id, k.scopes, k.expires_at, k.revoked_at,
          w.plan, w.status, lower(w.allowed_origins::text)::text[] AS origins
          INTO v_key FROM keys k JOIN workspaces w ON w.workspace_id = k.workspace_id
          WHERE k.workspace_id = v_key.workspace_id AND k.key_id = v_key.key_id;
        v_actor := json_build_object('workspaceId', v_key.workspace_id, 'keyId', v_key.key_id, 'scopes', v_key.scopes, 'plan', v_key.plan);
      END IF;
    END IF;
    IF v_key.key_id IS NULL OR v_key.revoked_at IS NOT NULL OR v_key.expires_at <= now_ms() THEN
      v_refused := v_refused || v_index;
      v_expired := v_expired || CASE WHEN v_key.key_id IS NOT NULL AND v_key.revoked_at IS NULL THEN v_key.key_id END;
    ELSIF v_request ->> 'origin' IS NOT NULL AND NOT lower(v_request ->> 'origin') = ANY (v_key.origins) THEN
      v_answers[v_index] := json_build_object('outcome', 'origin_rejected', 'actor', v_actor);
    ELSIF v_key.status <> 'active' THEN
      v_answers[v_index] := json_build_object('outcome', 'workspace_inactive', 'actor', v_actor);
    ELSE
      v_wait := take_request(v_key.workspace_id, v_key.key_id, (v_request -> 'requestsPerMinute' -> v_key.plan)::int);
      IF v_wait = 0 AND (v_request ->> 'workspaceRequestsPerMinute') IS NOT NULL THEN
        v_wait := take_failure('all keys of ' || v_key.workspace_id, (v_request ->> 'workspaceRequestsPerMinute')::int);
        IF v_wait > 0 THEN
          v_answers[v_index] := json_build_object('outcome', 'workspace_rate_limited', 'actor', v_actor, 'retryAfterSeconds', v_wait);
          CONTINUE;
        END IF;
      END IF;
      v_answers[v_index] := CASE WHEN v_wait = 0 THEN json_build_object('outcome', 'authenticated', 'actor', v_actor)
        ELSE json_build_object('outcome', 'rate_limited', 'actor', v_actor, 'retryAfterSeconds', v_wait) END;
    END IF;
  END LOOP;

  FOR v_index, v_hash IN SELECT i, k FROM unnest(v_refused, v_expired) AS r(i, k)
    ORDER BY (p_requests -> (i - 1) ->> 'address') COLLATE "C", i
  LOOP
    v_request := p_requests -> (v_index - 1);
    -- A caller that keeps using an expired key is not guessing, so only one attempt per minute counts.
    IF v_hash IS NOT NULL AND take_failure('expired ' || v_hash || ' from ' || (v_request ->> 'address'), 1) > 0 THEN
      v_answers[v_index] := json_build_object('outcome', 'key_invalid');
      CONTINUE;
    END IF;
    v_wait := take_failure(v_request ->> 'address', (v_request -> 'failuresPerMinute')::int);
    v_answers[v_index] := CASE WHEN v_wait = 0 OR (v_request -> 'isRecentlyVerified')::boolean THEN json_build_object('outcome', 'key_invalid')
      ELSE json_build_object('outcome', 'address_limited', 'retryAfterSeconds', v_wait) END;
  END LOOP;
  RETURN array_to_json(v_answers);
END $$;
