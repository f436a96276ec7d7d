-- Times are milliseconds since 1970-01-01T00:00:00Z, by the database's clock. Only tests set an offset.

CREATE OR REPLACE FUNCTION wall_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
$$;

CREATE OR REPLACE FUNCTION test_offset_ms() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('understudy.clock_offset_ms', true), '')::bigint, 0)
$$;

-- Returns the time of the clock, for the calendar and for dates that people read.
CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT wall_ms() + test_offset_ms()
$$;

-- Returns the store's own time, which advances only by elapsed time. Leases, windows and ages use it. It is the
-- database's clock plus an offset that cancels each step of that clock. Until a server notices a step, this time stays
-- within ten seconds of the time that a server last recorded, and it never goes back before that.
CREATE OR REPLACE FUNCTION lived_ms() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_clock clock;
  v_lived bigint;
BEGIN
  SELECT * INTO v_clock FROM clock WHERE is_only;
  v_lived := wall_ms() + v_clock.offset_ms;
  IF v_clock.seen_ms > 0 THEN
    v_lived := greatest(v_clock.seen_ms, least(v_lived, v_clock.seen_ms + 10000));
  END IF;
  RETURN v_lived + test_offset_ms();
END $$;

-- Returns the time of the clock. If the clock was set ahead, omits that amount until that much time has passed.
-- Removals by date use it.
CREATE OR REPLACE FUNCTION confirmed_ms() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_clock clock;
BEGIN
  SELECT * INTO v_clock FROM clock WHERE is_only;
  RETURN lived_ms() - v_clock.offset_ms - v_clock.doubt_ms;
END $$;

CREATE OR REPLACE FUNCTION clock_offset() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT offset_ms FROM clock WHERE is_only
$$;

-- Corrects a step of the clock, unless another server has corrected it since that epoch began.
CREATE OR REPLACE FUNCTION note_step(p_epoch bigint, p_step bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
BEGIN
  UPDATE clock SET epoch = epoch + 1, offset_ms = offset_ms - p_step, doubt_ms = greatest(0, doubt_ms + p_step),
      doubt_until_ms = seen_ms + greatest(0, doubt_ms + p_step)
    WHERE is_only AND epoch = p_epoch;
END $$;

-- Records that a server saw the store's own time reach `p_lived` in that epoch, and returns the clock's current time. A
-- starting server knows no epoch. If no other server has kept the time, the time continues from where it was last
-- recorded.
CREATE OR REPLACE FUNCTION watch_clock(p_epoch bigint, p_lived bigint) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_clock clock;
  v_wall bigint;
  v_lived bigint;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT * INTO v_clock FROM clock WHERE is_only FOR UPDATE;
  v_wall := wall_ms();
  v_lived := v_wall + v_clock.offset_ms;
  IF p_epoch IS NULL AND v_clock.seen_ms = 0 THEN
    UPDATE clock SET seen_ms = v_lived WHERE is_only;
  ELSIF p_epoch IS NULL AND (v_lived < v_clock.seen_ms - 1000 OR v_lived > v_clock.seen_ms + 10000) THEN
    PERFORM note_step(v_clock.epoch, v_lived - greatest(v_clock.seen_ms, least(v_lived, v_clock.seen_ms + 10000)));
  ELSIF p_epoch = v_clock.epoch THEN
    UPDATE clock SET seen_ms = greatest(seen_ms, p_lived), doubt_ms = CASE WHEN p_lived >= doubt_until_ms THEN 0 ELSE doubt_ms END
      WHERE is_only;
  END IF;
  SELECT * INTO v_clock FROM clock WHERE is_only;
  RETURN json_build_object('epoch', v_clock.epoch, 'wall', v_wall, 'lived', v_wall + v_clock.offset_ms);
END $$;

-- Resets the store's own time in an empty database that receives another store's rows, because their times are times of
-- the clock.
CREATE OR REPLACE FUNCTION reset_clock() RETURNS void LANGUAGE sql AS $$
  UPDATE clock SET epoch = epoch + 1, offset_ms = 0, seen_ms = 0, doubt_ms = 0, doubt_until_ms = 0 WHERE is_only
$$;

-- Returns the period that contains a time: a calendar month in UTC, written YYYY-MM.
CREATE OR REPLACE FUNCTION period_of(p_at bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(to_timestamp(p_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM')
$$;

CREATE OR REPLACE FUNCTION period_start(p_period text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (extract(epoch FROM make_timestamptz(left(p_period, 4)::int, right(p_period, 2)::int, 1, 0, 0, 0, 'UTC')) * 1000)::bigint
$$;

CREATE OR REPLACE FUNCTION period_end(p_period text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (extract(epoch FROM (make_timestamptz(left(p_period, 4)::int, right(p_period, 2)::int, 1, 0, 0, 0, 'UTC')
          AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC') * 1000)::bigint
$$;

CREATE OR REPLACE FUNCTION day_of(p_at bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(to_timestamp(p_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
$$;
