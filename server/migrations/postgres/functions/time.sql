-- Times are milliseconds since 1970-01-01T00:00:00Z. The database's clock decides; an offset is set only by tests.

CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
       + coalesce(nullif(current_setting('understudy.clock_offset_ms', true), '')::bigint, 0)
$$;

-- A period is a calendar month in UTC, written YYYY-MM.
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
