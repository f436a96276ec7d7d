-- Removes requests older than 60 s from a window.
CREATE OR REPLACE FUNCTION window_at(p_window request_window, p_now bigint) RETURNS request_window LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_kept int := 1;
  v_buckets int := coalesce(cardinality(p_window.lasts), 0);
  v_bucket int;
BEGIN
  -- A request that was counted while the clock was ahead counts as a current one.
  FOR v_bucket IN REVERSE v_buckets .. 1 LOOP
    EXIT WHEN p_window.lasts[v_bucket] <= p_now;
    p_window.lasts[v_bucket] := p_now;
    p_window.opened_at := least(p_window.opened_at, p_now);
  END LOOP;
  WHILE v_kept <= v_buckets AND p_window.lasts[v_kept] <= p_now - 60000 LOOP
    v_kept := v_kept + 1;
  END LOOP;
  IF v_kept > 1 THEN
    p_window.lasts := p_window.lasts[v_kept:];
    p_window.counts := p_window.counts[v_kept:];
  END IF;
  RETURN p_window;
END $$;

-- Returns the whole seconds until a current window allows one more request under the limit, or 0 if it does now.
CREATE OR REPLACE FUNCTION window_wait(p_window request_window, p_now bigint, p_limit int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
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
CREATE OR REPLACE FUNCTION window_add(p_window request_window, p_now bigint) RETURNS request_window LANGUAGE plpgsql IMMUTABLE AS $$
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

-- Checks one verified key's request against the key's window, which stays locked until the commit. Returns 0 if the
-- request is allowed and was counted, otherwise the seconds to wait.
CREATE OR REPLACE FUNCTION take_request(p_workspace text, p_key_id text, p_limit int) RETURNS int LANGUAGE plpgsql AS $$
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
  v_now := lived_ms();
  v_window := window_at(v_window, v_now);
  v_wait := window_wait(v_window, v_now, p_limit);
  IF v_wait = 0 THEN
    v_window := window_add(v_window, v_now);
    UPDATE key_windows SET requests = v_window WHERE workspace_id = p_workspace AND key_id = p_key_id;
  END IF;
  RETURN v_wait;
END $$;

-- Counts one refused token against an address, which stays locked until the commit. Returns 0 if it was counted, or the
-- seconds to wait if the address has reached its limit.
CREATE OR REPLACE FUNCTION take_failure(p_address text, p_limit int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_window request_window;
  v_now bigint;
  v_wait int;
BEGIN
  INSERT INTO address_windows VALUES (p_address, ROW(ARRAY[]::bigint[], ARRAY[]::int[], 0)::request_window, 0) ON CONFLICT DO NOTHING;
  SELECT (failures).* INTO v_window FROM address_windows WHERE address = p_address FOR UPDATE;
  v_now := lived_ms();
  v_window := window_at(v_window, v_now);
  v_wait := window_wait(v_window, v_now, p_limit);
  IF v_wait = 0 THEN
    v_window := window_add(v_window, v_now);
    UPDATE address_windows SET failures = v_window, last_at = v_now WHERE address = p_address;
  END IF;
  RETURN v_wait;
END $$;

-- Counts an attempt under each name, in the table of the addresses' windows. Returns the seconds to wait if a name has
-- reached its limit, otherwise 0.
CREATE OR REPLACE FUNCTION count_attempt(p_names text[], p_limits int[]) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_attempt record;
  v_wait int := 0;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR v_attempt IN SELECT name, max_count FROM unnest(p_names, p_limits) AS given(name, max_count) ORDER BY name COLLATE "C" LOOP
    v_wait := greatest(v_wait, take_failure(v_attempt.name, v_attempt.max_count));
  END LOOP;
  RETURN v_wait;
END $$;
