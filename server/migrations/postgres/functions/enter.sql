-- Functions that the service calls run as their owner (SECURITY DEFINER) with a pinned search path. They wait for a lock
-- no longer than the service waits for them, and plan without sequential scans: a plan made and cached while a table was
-- small then still holds when it is large.

-- What they change, they change without calling a volatile function in that statement: Citus refuses it.

-- Whether the tables are spread over nodes: deploy/postgres/citus.sql sets this for the database.
CREATE OR REPLACE FUNCTION is_spread() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('citus.propagate_set_commands', true) = 'local', false)
$$;

-- Confines the rest of the transaction to one workspace; where the tables are spread, on every node, which a SET LOCAL
-- reaches and set_config() does not.
CREATE OR REPLACE FUNCTION enter(p_workspace text) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF is_spread() THEN
    EXECUTE format('SET LOCAL understudy.workspace = %L', p_workspace);
  ELSE
    PERFORM set_config('understudy.workspace', p_workspace, true);
  END IF;
END $$;

-- Lets the rest of the transaction see one account and what is its own, its memberships of all workspaces too; '*': all accounts.
CREATE OR REPLACE FUNCTION enter_account(p_account text) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF is_spread() THEN
    EXECUTE format('SET LOCAL understudy.account = %L', p_account);
  ELSE
    PERFORM set_config('understudy.account', p_account, true);
  END IF;
END $$;

-- For whoever moves rows: those of one workspace, or with '' those of none, which are of people.
CREATE OR REPLACE FUNCTION enter_rows(p_workspace text) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM enter(p_workspace);
  PERFORM enter_account(CASE WHEN p_workspace = '' THEN '*' ELSE '' END);
END $$;
