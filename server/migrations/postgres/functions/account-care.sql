-- Accounts as the operator manages them, and notices to people about changes to their own accounts.

CREATE OR REPLACE FUNCTION list_accounts() RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account('*');
  RETURN (SELECT coalesce(json_agg(json_build_object('accountId', a.account_id, 'email', a.email, 'name', a.name,
      'isInstaller', a.is_installer, 'isProven', a.is_installer OR a.proven_at IS NOT NULL, 'isDisabled', a.disabled_at IS NOT NULL,
      'createdAt', a.created_at, 'lastSeenAt', (SELECT max(last_seen_at) FROM sessions s WHERE s.account_id = a.account_id),
      'passkeys', (SELECT count(*) FROM passkeys p WHERE p.account_id = a.account_id),
      'memberships', (SELECT coalesce(json_agg(json_build_object('workspaceId', m.workspace_id, 'role', m.role)
        ORDER BY m.workspace_id), '[]') FROM members m WHERE m.account_id = a.account_id)) ORDER BY a.email), '[]')
    FROM accounts a);
END $$;

-- Deletes an account. The caller has already removed or moved its memberships.
CREATE OR REPLACE FUNCTION erase_account(p_account text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE account_id = p_account;
  DELETE FROM links WHERE account_id = p_account;
  DELETE FROM passkeys WHERE account_id = p_account;
  DELETE FROM account_notices WHERE account_id = p_account;
  -- Erases the personal part of the account's audit entries. The chain stays valid.
  UPDATE audit_entries SET personal = NULL, salt = NULL, subject = NULL WHERE actor_id = p_account AND personal IS NOT NULL;
  DELETE FROM accounts WHERE account_id = p_account;
END $$;

CREATE OR REPLACE FUNCTION set_account_disabled(p_account text, p_disabled boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  PERFORM enter_account(p_account);
  UPDATE accounts SET disabled_at = CASE WHEN p_disabled THEN v_now END WHERE account_id = p_account;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM sessions WHERE account_id = p_account;
  DELETE FROM links WHERE account_id = p_account;
  RETURN true;
END $$;

-- Returns the name of the outcome.
CREATE OR REPLACE FUNCTION remove_account(p_account text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_is_installer boolean;
BEGIN
  PERFORM enter_account('*');
  LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE; -- nobody can join while the last account is removed
  SELECT is_installer INTO v_is_installer FROM accounts WHERE account_id = p_account;
  IF NOT FOUND THEN
    RETURN 'missing';
  ELSIF v_is_installer AND EXISTS (SELECT FROM accounts WHERE account_id <> p_account) THEN
    RETURN 'installer';
  END IF;
  DELETE FROM members WHERE account_id = p_account;
  PERFORM erase_account(p_account);
  RETURN 'removed';
END $$;

-- Returns the name of the outcome.
CREATE OR REPLACE FUNCTION make_installer(p_account text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_account accounts;
BEGIN
  PERFORM enter_account('*');
  LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE; -- if two calls run at the same time, the later one wins
  SELECT * INTO v_account FROM accounts WHERE account_id = p_account;
  IF NOT FOUND THEN
    RETURN 'missing';
  ELSIF v_account.disabled_at IS NOT NULL THEN
    RETURN 'disabled';
  ELSIF v_account.is_installer THEN
    RETURN 'made';
  ELSIF v_account.proven_at IS NULL THEN
    RETURN 'unproven';
  END IF;
  DELETE FROM links WHERE kind = 'invitation' AND account_id IN (SELECT account_id FROM accounts WHERE is_installer);
  UPDATE accounts SET is_installer = false, proven_at = coalesce(proven_at, v_now) WHERE is_installer;
  UPDATE accounts SET is_installer = true WHERE account_id = p_account;
  RETURN 'made';
END $$;

-- Stores a notice, and deletes notices older than 30 days, because they are no longer shown. `p_notice`: {noticeId,
-- browser, sessionId}
CREATE OR REPLACE FUNCTION add_notice(p_account text, p_kind text, p_detail text, p_notice json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := now_ms();
  v_confirmed bigint := confirmed_ms();
BEGIN
  DELETE FROM account_notices WHERE account_id = p_account AND at <= v_confirmed - 2592000000;
  INSERT INTO account_notices (notice_id, account_id, kind, detail, browser, session_id, at)
    VALUES (p_notice ->> 'noticeId', p_account, p_kind, p_detail, p_notice ->> 'browser', p_notice ->> 'sessionId', v_now);
END $$;

CREATE OR REPLACE FUNCTION list_notices(p_account text, p_session text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter_account(p_account);
  RETURN (SELECT coalesce(json_agg(json_build_object('noticeId', notice_id, 'kind', kind, 'detail', detail, 'browser', browser, 'at', at)
      ORDER BY at DESC, notice_id), '[]')
    FROM account_notices WHERE account_id = p_account AND at > now_ms() - 2592000000 AND session_id IS DISTINCT FROM p_session
      AND at > coalesce((SELECT notices_seen_at FROM sessions WHERE session_id = p_session), 0));
END $$;

CREATE OR REPLACE FUNCTION dismiss_notices(p_account text, p_session text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  PERFORM enter_account(p_account);
  UPDATE sessions SET notices_seen_at = v_now WHERE account_id = p_account AND session_id = p_session;
END $$;
