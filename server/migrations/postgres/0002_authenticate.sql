-- Drops what is older than 60 s from a window.
CREATE FUNCTION window_at(p_window request_window, p_now bigint) RETURNS request_window LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_kept int := 1;
  v_buckets int := coalesce(cardinality(p_window.lasts), 0);
BEGIN
  WHILE v_kept <= v_buckets AND p_window.lasts[v_kept] <= p_now - 60000 LOOP
    v_kept := v_kept + 1;
  END LOOP;
  IF v_kept > 1 THEN
    p_window.lasts := p_window.lasts[v_kept:];
    p_window.counts := p_window.counts[v_kept:];
  END IF;
  RETURN p_window;
END $$;

-- Whole seconds until a current window takes one more request under the limit; 0: now.
CREATE FUNCTION window_wait(p_window request_window, p_now bigint, p_limit int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_total bigint := 0;
  v_bucket int;
BEGIN
  FOR v_bucket IN REVERSE coalesce(cardinality(p_window.lasts), 0) .. 1 LOOP
    v_total := v_total + p_window.counts[v_bucket];
    IF v_total >= p_limit THEN
      RETURN greatest(1, ceil((p_window.lasts[v_bucket] + 60000 - p_now) / 1000.0));
    END IF;
  END LOOP;
  RETURN CASE WHEN p_limit > 0 THEN 0 ELSE 60 END;
END $$;

-- Adds one request to a current window.
CREATE FUNCTION window_add(p_window request_window, p_now bigint) RETURNS request_window LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_newest int := coalesce(cardinality(p_window.lasts), 0);
BEGIN
  IF v_newest > 0 AND p_now - p_window.opened_at < 1000 THEN
    p_window.lasts[v_newest] := greatest(p_now, p_window.lasts[v_newest]);
    p_window.counts[v_newest] := p_window.counts[v_newest] + 1;
  ELSE
    p_window.lasts := array_append(p_window.lasts, p_now);
    p_window.counts := array_append(p_window.counts, 1);
    p_window.opened_at := p_now;
  END IF;
  RETURN p_window;
END $$;

-- Judges one verified key's request against the key's window, which it locks until the commit; 0: let through and counted.
CREATE FUNCTION take_request(p_workspace text, p_key_id text, p_limit int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_window request_window;
  v_now bigint;
  v_wait int;
BEGIN
  SELECT (requests).* INTO v_window FROM key_windows WHERE workspace_id = p_workspace AND key_id = p_key_id FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO key_windows VALUES (p_workspace, p_key_id, ROW(ARRAY[]::bigint[], ARRAY[]::int[], 0)::request_window)
      ON CONFLICT DO NOTHING;
    SELECT (requests).* INTO v_window FROM key_windows WHERE workspace_id = p_workspace AND key_id = p_key_id FOR UPDATE;
  END IF;
  v_now := now_ms();
  v_window := window_at(v_window, v_now);
  v_wait := window_wait(v_window, v_now, p_limit);
  IF v_wait = 0 THEN
    v_window := window_add(v_window, v_now);
    UPDATE key_windows SET requests = v_window WHERE workspace_id = p_workspace AND key_id = p_key_id;
  END IF;
  RETURN v_wait;
END $$;

-- Counts one refused token against an address, which it locks until the commit; 0: counted, else the address is at its limit.
CREATE FUNCTION take_failure(p_address text, p_limit int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_window request_window;
  v_now bigint;
  v_wait int;
BEGIN
  INSERT INTO address_windows VALUES (p_address, ROW(ARRAY[]::bigint[], ARRAY[]::int[], 0)::request_window, 0) ON CONFLICT DO NOTHING;
  SELECT (failures).* INTO v_window FROM address_windows WHERE address = p_address FOR UPDATE;
  v_now := now_ms();
  v_window := window_at(v_window, v_now);
  v_wait := window_wait(v_window, v_now, p_limit);
  IF v_wait = 0 THEN
    v_window := window_add(v_window, v_now);
    UPDATE address_windows SET failures = v_window, last_at = v_now WHERE address = p_address;
  END IF;
  RETURN v_wait;
END $$;

-- Judges what several requests present, in the contract's order for each, and answers in the same order. Callers sort
-- by `hash`: then every process locks the windows of keys in one order, and those of addresses after them, in theirs.
-- Its commit is not awaited: what a crash forgets is a count of the last minute.
CREATE FUNCTION authenticate(p_requests jsonb) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_count int := jsonb_array_length(p_requests);
  v_answers json[] := array_fill(NULL::json, ARRAY[v_count]);
  v_refused int[] := ARRAY[]::int[];
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
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR v_index IN 1 .. v_count LOOP
    v_request := p_requests -> (v_index - 1);
    v_hash := v_request ->> 'hash';
    v_now := now_ms();
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
    IF v_key.key_id IS NULL OR v_key.revoked_at IS NOT NULL OR v_key.expires_at <= v_now THEN
      v_refused := v_refused || v_index;
    ELSIF v_request ->> 'origin' IS NOT NULL AND NOT lower(v_request ->> 'origin') = ANY (v_key.origins) THEN
      v_answers[v_index] := json_build_object('outcome', 'origin_rejected', 'actor', v_actor);
    ELSIF v_key.status <> 'active' THEN
      v_answers[v_index] := json_build_object('outcome', 'workspace_inactive', 'actor', v_actor);
    ELSE
      v_wait := take_request(v_key.workspace_id, v_key.key_id, (v_request -> 'requestsPerMinute' -> v_key.plan)::int);
      v_answers[v_index] := CASE WHEN v_wait = 0 THEN json_build_object('outcome', 'authenticated', 'actor', v_actor)
        ELSE json_build_object('outcome', 'rate_limited', 'actor', v_actor, 'retryAfterSeconds', v_wait) END;
    END IF;
  END LOOP;

  FOR v_index IN SELECT i FROM unnest(v_refused) AS i ORDER BY (p_requests -> (i - 1) ->> 'address') COLLATE "C", i LOOP
    v_request := p_requests -> (v_index - 1);
    v_wait := take_failure(v_request ->> 'address', (v_request -> 'failuresPerMinute')::int);
    v_answers[v_index] := CASE WHEN v_wait = 0 OR (v_request -> 'isRecentlyVerified')::boolean THEN json_build_object('outcome', 'key_invalid')
      ELSE json_build_object('outcome', 'address_limited', 'retryAfterSeconds', v_wait) END;
  END LOOP;
  RETURN array_to_json(v_answers);
END $$;
