-- Functions that the service calls run as their owner (SECURITY DEFINER) with a pinned search path. They wait for a lock
-- no longer than the service waits for them, and plan without sequential scans: a plan made and cached while a table was
-- small then still holds when it is large.

-- Confines the rest of the transaction to one workspace.
CREATE OR REPLACE FUNCTION enter(p_workspace text) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT set_config('understudy.workspace', p_workspace, true)
$$;
