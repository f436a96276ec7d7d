-- The functions that the service calls run with their owner's rights (SECURITY DEFINER) and a pinned search path. They
-- do not wait for a lock longer than the service waits for their result. They plan without sequential scans, so that a
-- plan that was cached while a table was small remains good when the table is large.

-- A statement that changes rows must not call a volatile function, because Citus refuses such statements.

-- Returns whether the tables are distributed over nodes. deploy/postgres/citus.sql sets this for the database.
CREATE OR REPLACE FUNCTION is_spread() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('citus.propagate_set_commands', true) = 'local', false)
$$;

-- Limits the rest of the transaction to one workspace. If the tables are distributed, this applies on every node, which
-- SET LOCAL reaches and set_config() does not.
CREATE OR REPLACE FUNCTION enter(p_workspace text) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF is_spread() THEN
    EXECUTE format('SET LOCAL understudy.workspace = %L', p_workspace);
  ELSE
    PERFORM set_config('understudy.workspace', p_workspace, true);
  END IF;
END $$;

-- Lets the rest of the transaction see one account and its data, including its memberships in all workspaces. '*' means
-- all accounts.
CREATE OR REPLACE FUNCTION enter_account(p_account text) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF is_spread() THEN
    EXECUTE format('SET LOCAL understudy.account = %L', p_account);
  ELSE
    PERFORM set_config('understudy.account', p_account, true);
  END IF;
END $$;

-- Lets the rest of the transaction move the rows of one workspace, or, with '', the rows about people, which belong to
-- no workspace.
CREATE OR REPLACE FUNCTION enter_rows(p_workspace text) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM enter(p_workspace);
  PERFORM enter_account(CASE WHEN p_workspace = '' THEN '*' ELSE '' END);
END $$;
