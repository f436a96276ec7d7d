-- The second lock on people: a transaction sees those of the workspace that it entered, the one account that it looks after, or,
-- where it has to (signing in, the operator's list, a backup), all. Before it says which, nobody. What belongs to no workspace
-- and no account, such as the link that makes the first one, is seen with all.
CREATE POLICY own_people ON members USING (
  workspace_id = current_setting('understudy.workspace', true)
  OR current_setting('understudy.account', true) IN (account_id, '*'));
CREATE POLICY own_people ON links USING (
  workspace_id = current_setting('understudy.workspace', true)
  OR current_setting('understudy.account', true) IN (account_id, '*'));
-- The installer is the owner of every workspace.
CREATE POLICY own_people ON accounts USING (
  current_setting('understudy.account', true) IN (account_id, '*')
  OR (is_installer AND current_setting('understudy.workspace', true) <> '')
  OR EXISTS (SELECT FROM members m
    WHERE m.account_id = accounts.account_id AND m.workspace_id = current_setting('understudy.workspace', true)));
CREATE POLICY own_people ON sessions USING (
  current_setting('understudy.account', true) IN (account_id, '*')
  OR EXISTS (SELECT FROM accounts a WHERE a.account_id = sessions.account_id));
-- What signs a person in is nothing for the others of a workspace.
CREATE POLICY own_people ON passkeys USING (current_setting('understudy.account', true) IN (account_id, '*'));

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['accounts', 'members', 'sessions', 'passkeys', 'links'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
  END LOOP;
END $$;
