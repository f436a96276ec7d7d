-- Updates the statistics of one table that has at least doubled in size since they were last updated, and returns its
-- name; null if there is none besides `p_done`. PostgreSQL looks for such tables once a minute by default. Until then,
-- every session keeps the plans that it made for the small table, and these may read most of the large one. New
-- statistics make all sessions plan again. Waits for no lock: while another session vacuums the table, nothing changes.
CREATE OR REPLACE FUNCTION analyze_grown_table(p_done text[]) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_name text := (SELECT relname FROM pg_class WHERE relnamespace = 'understudy'::regnamespace AND relkind = 'r'
    AND relname <> ALL (p_done) AND pg_relation_size(oid) >= 2 * greatest(relpages, 1) * current_setting('block_size')::bigint
    ORDER BY pg_relation_size(oid) DESC LIMIT 1);
BEGIN
  IF v_name IS NOT NULL AND pg_try_advisory_xact_lock(hashtextextended('analyze_grown_table', 0)) THEN
    EXECUTE format('ANALYZE (SKIP_LOCKED) %I', v_name);
    RETURN v_name;
  END IF;
  RETURN NULL;
END $$;
