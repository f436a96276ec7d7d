-- Rows in a form that both stores know, for backups and for moving from one store to the other.

-- How the rows of each table read: `fields` makes a row, `keys` order the rows, `after` takes a row's keys from $2. Rows
-- that are of no one workspace belong to the workspace ''.
CREATE OR REPLACE FUNCTION portable_form(p_table text, OUT source text, OUT fields text, OUT keys text, OUT after text, OUT owner text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT form.source, form.fields, form.keys, form.after,
    CASE WHEN name IN ('accounts', 'members', 'passkeys', 'sessions', 'links') THEN '''''' ELSE 'workspace_id' END
  FROM (VALUES
    ('workspaces', 'workspaces', $f$'name', name, 'plan', plan, 'status', status, 'monthlyReplies', monthly_replies, 'allowedOrigins', allowed_origins,
       'notifications', notifications, 'webhookSecret', webhook_secret, 'createdAt', created_at, 'drafting', drafting$f$,
     'workspace_id', '$2 ->> 0'),
    ('keys', 'keys JOIN key_directory USING (workspace_id, key_id)', $f$'keyId', key_id, 'keyHash', key_hash, 'name', name, 'scopes', scopes, 'createdAt', created_at,
       'lifetimeMs', lifetime_ms, 'expiresAt', expires_at, 'revokedAt', revoked_at, 'lastUsedAt', last_used_at, 'requests', requests,
       'successorId', successor_id, 'lastFour', last_four$f$,
     'key_id', '$2 ->> 0'),
    ('profiles', 'profiles', $f$'profileId', profile_id, 'displayName', display_name, 'status', status, 'revision', revision, 'persona', persona$f$,
     'profile_id', '$2 ->> 0'),
    ('conversations', 'conversations', $f$'conversationId', conversation_id, 'profileId', profile_id, 'state', state, 'channel', channel,
       'messages', messages, 'lastMessageAt', last_message_at, 'contact', contact, 'relationship', relationship$f$,
     'conversation_id', '$2 ->> 0'),
    ('messages', '(SELECT * FROM messages WHERE position > 0) AS messages', $f$'conversationId', conversation_id, 'messageId', message_id, 'direction', direction,
       'senderType', sender_type, 'body', body, 'sentAt', sent_at$f$,
     'conversation_id, sent_at, position', '$2 ->> 0, ($2 ->> 1)::bigint, ($2 ->> 2)::bigint'),
    ('writes', 'writes', $f$'operation', operation, 'idempotencyKey', idempotency_key, 'state', state, 'inputHash', input_hash,
       'expiresAt', expires_at, 'leaseToken', lease_token, 'leaseUntil', lease_until, 'period', charged_period, 'response', response,
       'trace', trace, 'conversationId', conversation_id$f$,
     'operation, idempotency_key', '$2 ->> 0, $2 ->> 1'),
    ('usage', 'usage', $f$'period', period, 'api', api, 'inbox', inbox, 'page', page, 'replays', replays, 'handoffs', handoffs$f$,
     'period', '$2 ->> 0'),
    ('modelUsage', 'model_usage', $f$'period', period, 'outcome', outcome, 'drafts', drafts, 'calls', calls, 'inputTokens', input_tokens,
       'outputTokens', output_tokens, 'milliseconds', milliseconds$f$,
     'period, outcome', '$2 ->> 0, $2 ->> 1'),
    ('charges', 'external_charges', $f$'source', source, 'externalId', external_id, 'period', period$f$,
     'source, external_id', '$2 ->> 0, $2 ->> 1'),
    ('notifications', 'notifications', $f$'notificationId', notification_id, 'conversationId', conversation_id, 'state', state, 'dueAt', due_at,
       'claimToken', claim_token, 'attempts', attempts, 'createdAt', created_at, 'deliveredAt', delivered_at, 'verdict', verdict,
       'channels', channels$f$,
     'notification_id', '$2 ->> 0'),
    ('personaDrafts', 'persona_drafts', $f$'profileId', profile_id, 'version', version, 'baseRevision', base_revision, 'unpublished', unpublished,
       'updatedAt', updated_at, 'updatedBy', updated_by, 'persona', persona$f$,
     'profile_id', '$2 ->> 0'),
    ('personaChanges', 'persona_changes', $f$'profileId', profile_id, 'version', version, 'at', at, 'accountId', account_id, 'byName', by_name,
       'action', action, 'itemKind', item_kind, 'itemId', item_id, 'title', title, 'conversationId', conversation_id, 'before', before,
       'after', after$f$,
     'profile_id, version', '$2 ->> 0, ($2 ->> 1)::bigint'),
    ('conversationReplies', 'conversation_replies', $f$'conversationId', conversation_id, 'reply', reply, 'byName', by_name, 'at', at$f$,
     'conversation_id', '$2 ->> 0'),
    ('testCases', 'test_cases', $f$'caseId', case_id, 'profileId', profile_id, 'name', name, 'message', message, 'history', history,
       'expected', expected, 'createdAt', created_at, 'byName', by_name$f$,
     'case_id', '$2 ->> 0'),
    ('activity', 'activity', $f$'day', day, 'source', source, 'intent', intent, 'riskLevel', risk_level, 'count', count$f$,
     'day, source, intent, risk_level', '$2 ->> 0, $2 ->> 1, $2 ->> 2, $2 ->> 3'),
    ('accounts', 'accounts', $f$'accountId', account_id, 'email', email, 'name', name, 'passwordHash', password_hash,
       'isInstaller', is_installer, 'createdAt', created_at$f$,
     'account_id', '$2 ->> 0'),
    ('members', 'members', $f$'accountId', account_id, 'workspaceId', workspace_id, 'role', role, 'joinedAt', joined_at$f$,
     'account_id, workspace_id', '$2 ->> 0, $2 ->> 1'),
    ('passkeys', 'passkeys', $f$'credentialId', credential_id, 'accountId', account_id, 'name', name, 'publicKey', public_key,
       'counter', counter, 'transports', transports, 'createdAt', created_at, 'lastUsedAt', last_used_at$f$,
     'credential_id', '$2 ->> 0'),
    ('sessions', 'sessions', $f$'sessionHash', session_hash, 'sessionId', session_id, 'accountId', account_id, 'createdAt', created_at,
       'lastSeenAt', last_seen_at, 'expiresAt', expires_at, 'endsAt', ends_at, 'browser', browser$f$,
     'session_hash', '$2 ->> 0'),
    ('links', 'links', $f$'tokenHash', token_hash, 'linkId', link_id, 'kind', kind, 'workspaceId', workspace_id, 'role', role, 'email', email,
       'accountId', account_id, 'madeBy', made_by, 'createdAt', created_at, 'expiresAt', expires_at$f$,
     'token_hash', '$2 ->> 0')
  ) AS form(name, source, fields, keys, after) WHERE name = p_table
$$;

-- A page of a workspace's rows in the order of their keys: {rows, next}; `next` is null at the end. Without statistics the
-- planner would sort all of the workspace for each page, instead of walking the index that has the order.
CREATE OR REPLACE FUNCTION read_rows(p_table text, p_workspace text, p_after json, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off
SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  v_form record := portable_form(p_table);
  v_page json;
BEGIN
  PERFORM enter(p_workspace);
  EXECUTE format(
    'SELECT json_build_object(''rows'', coalesce(json_agg(fields ORDER BY n), ''[]''),
       ''next'', CASE WHEN count(*) = $3 THEN (array_agg(keys ORDER BY n DESC))[1] END)
     FROM (SELECT row_number() OVER (ORDER BY %2$s) AS n, json_build_object(%1$s) AS fields, json_build_array(%2$s) AS keys
       FROM %3$s WHERE %5$s = $1 %4$s ORDER BY %2$s LIMIT $3) AS page',
    v_form.fields, v_form.keys, v_form.source,
    CASE WHEN p_after IS NOT NULL THEN format('AND (%s) > (%s)', v_form.keys, v_form.after) END, v_form.owner)
    INTO v_page USING p_workspace, p_after, p_limit;
  RETURN v_page;
END $$;

CREATE OR REPLACE FUNCTION count_rows(p_table text, p_workspace text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_form record := portable_form(p_table);
  v_count bigint;
BEGIN
  PERFORM enter(p_workspace);
  EXECUTE format('SELECT count(*) FROM %s WHERE %s = $1', v_form.source, v_form.owner) INTO v_count USING p_workspace;
  RETURN v_count;
END $$;

-- Stores a page of rows as they are. Of a transfer, with it up to where the source was read; false, and nothing is stored,
-- when that transfer is not filling this database, or not from `p_after` on.
CREATE OR REPLACE FUNCTION write_rows(p_table text, p_workspace text, p_rows json, p_transfer text, p_after text, p_position text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  IF p_transfer IS NOT NULL THEN
    UPDATE transfer SET position = p_position WHERE transfer_id = p_transfer AND role = 'target' AND state = 'copying'
      AND position IS NOT DISTINCT FROM p_after;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
    PERFORM set_config('understudy.is_filling', 'on', true);
  END IF;
  PERFORM enter(p_workspace);
  CASE p_table
  WHEN 'workspaces' THEN
    INSERT INTO workspace_directory (workspace_id) VALUES (p_workspace);
    INSERT INTO workspaces (workspace_id, name, plan, status, monthly_replies, allowed_origins, notifications, webhook_secret, created_at, drafting)
      SELECT p_workspace, name, plan, status, "monthlyReplies", ARRAY(SELECT json_array_elements_text("allowedOrigins")), notifications,
        "webhookSecret", "createdAt", drafting
      FROM json_to_recordset(p_rows) AS r(name text, plan text, status text, "monthlyReplies" bigint, "allowedOrigins" json,
        notifications json, "webhookSecret" text, "createdAt" bigint, drafting json);
  WHEN 'keys' THEN
    INSERT INTO keys (workspace_id, key_id, name, scopes, created_at, lifetime_ms, expires_at, revoked_at, last_used_at, requests, successor_id,
        last_four)
      SELECT p_workspace, "keyId", name, ARRAY(SELECT json_array_elements_text(scopes)), "createdAt", "lifetimeMs", "expiresAt", "revokedAt",
        "lastUsedAt", requests, "successorId", "lastFour"
      FROM json_to_recordset(p_rows) AS r("keyId" text, name text, scopes json, "createdAt" bigint, "lifetimeMs" bigint, "expiresAt" bigint,
        "revokedAt" bigint, "lastUsedAt" bigint, requests bigint, "successorId" text, "lastFour" text);
    INSERT INTO key_directory (key_hash, workspace_id, key_id)
      SELECT "keyHash", p_workspace, "keyId" FROM json_to_recordset(p_rows) AS r("keyHash" text, "keyId" text);
  WHEN 'profiles' THEN
    INSERT INTO profiles (workspace_id, profile_id, display_name, status, revision, persona)
      SELECT p_workspace, "profileId", "displayName", status, revision, persona
      FROM json_to_recordset(p_rows) AS r("profileId" text, "displayName" text, status text, revision text, persona json);
  WHEN 'conversations' THEN
    INSERT INTO conversations (workspace_id, conversation_id, profile_id, state, channel, messages, last_message_at, contact, relationship)
      SELECT p_workspace, "conversationId", "profileId", state, channel, messages, "lastMessageAt", contact, relationship
      FROM json_to_recordset(p_rows) AS r("conversationId" text, "profileId" text, state text, channel text, messages bigint,
        "lastMessageAt" bigint, contact json, relationship json);
  WHEN 'messages' THEN
    INSERT INTO messages (workspace_id, conversation_id, message_id, direction, sender_type, body, sent_at)
      SELECT p_workspace, r."conversationId", r."messageId", r.direction, r."senderType", r.body, r."sentAt"
      FROM ROWS FROM (json_to_recordset(p_rows) AS ("conversationId" text, "messageId" text, direction text, "senderType" text, body text,
        "sentAt" bigint)) WITH ORDINALITY AS r("conversationId", "messageId", direction, "senderType", body, "sentAt", n)
      ORDER BY r.n;
  WHEN 'writes' THEN
    INSERT INTO writes (workspace_id, operation, idempotency_key, state, input_hash, expires_at, lease_token, lease_until, charged_period,
        response, trace, conversation_id)
      SELECT p_workspace, operation, "idempotencyKey", state, "inputHash", "expiresAt", "leaseToken", "leaseUntil", period, response, trace,
        "conversationId"
      FROM json_to_recordset(p_rows) AS r(operation text, "idempotencyKey" text, state text, "inputHash" text, "expiresAt" bigint,
        "leaseToken" text, "leaseUntil" bigint, period text, response text, trace text, "conversationId" text);
  WHEN 'usage' THEN
    INSERT INTO usage (workspace_id, period, api, inbox, page, replays, handoffs)
      SELECT p_workspace, period, api, inbox, page, replays, handoffs
      FROM json_to_recordset(p_rows) AS r(period text, api bigint, inbox bigint, page bigint, replays bigint, handoffs bigint);
  WHEN 'modelUsage' THEN
    INSERT INTO model_usage (workspace_id, period, outcome, drafts, calls, input_tokens, output_tokens, milliseconds)
      SELECT p_workspace, period, outcome, drafts, calls, "inputTokens", "outputTokens", milliseconds
      FROM json_to_recordset(p_rows) AS r(period text, outcome text, drafts bigint, calls bigint, "inputTokens" bigint,
        "outputTokens" bigint, milliseconds bigint);
  WHEN 'charges' THEN
    INSERT INTO external_charges (workspace_id, source, external_id, period)
      SELECT p_workspace, source, "externalId", period FROM json_to_recordset(p_rows) AS r(source text, "externalId" text, period text);
  WHEN 'notifications' THEN
    INSERT INTO notifications (workspace_id, notification_id, conversation_id, state, due_at, claim_token, attempts, created_at, delivered_at,
        verdict, channels)
      SELECT p_workspace, "notificationId", "conversationId", state, "dueAt", "claimToken", attempts, "createdAt", "deliveredAt", verdict, channels
      FROM json_to_recordset(p_rows) AS r("notificationId" text, "conversationId" text, state text, "dueAt" bigint, "claimToken" text,
        attempts int, "createdAt" bigint, "deliveredAt" bigint, verdict json, channels json);
    PERFORM renew_due_time(p_workspace);
  WHEN 'personaDrafts' THEN
    INSERT INTO persona_drafts (workspace_id, profile_id, version, base_revision, unpublished, updated_at, updated_by, persona)
      SELECT p_workspace, "profileId", version, "baseRevision", unpublished, "updatedAt", "updatedBy", persona
      FROM json_to_recordset(p_rows) AS r("profileId" text, version bigint, "baseRevision" text, unpublished int, "updatedAt" bigint,
        "updatedBy" text, persona json);
  WHEN 'personaChanges' THEN
    INSERT INTO persona_changes (workspace_id, profile_id, version, at, account_id, by_name, action, item_kind, item_id, title,
        conversation_id, before, after)
      SELECT p_workspace, "profileId", version, at, "accountId", "byName", action, "itemKind", "itemId", title, "conversationId", before, after
      FROM json_to_recordset(p_rows) AS r("profileId" text, version bigint, at bigint, "accountId" text, "byName" text, action text,
        "itemKind" text, "itemId" text, title text, "conversationId" text, before text, after text);
  WHEN 'conversationReplies' THEN
    INSERT INTO conversation_replies (workspace_id, conversation_id, reply, by_name, at)
      SELECT p_workspace, "conversationId", reply, "byName", at
      FROM json_to_recordset(p_rows) AS r("conversationId" text, reply text, "byName" text, at bigint);
  WHEN 'testCases' THEN
    INSERT INTO test_cases (workspace_id, case_id, profile_id, name, message, history, expected, created_at, by_name)
      SELECT p_workspace, "caseId", "profileId", name, message, history, expected, "createdAt", "byName"
      FROM json_to_recordset(p_rows) AS r("caseId" text, "profileId" text, name text, message text, history text, expected text,
        "createdAt" bigint, "byName" text);
  WHEN 'activity' THEN
    INSERT INTO activity (workspace_id, day, source, intent, risk_level, count)
      SELECT p_workspace, day, source, intent, "riskLevel", count
      FROM json_to_recordset(p_rows) AS r(day text, source text, intent text, "riskLevel" text, count bigint);
  WHEN 'accounts' THEN
    INSERT INTO accounts (account_id, email, name, password_hash, is_installer, created_at)
      SELECT "accountId", email, name, "passwordHash", "isInstaller", "createdAt"
      FROM json_to_recordset(p_rows) AS r("accountId" text, email text, name text, "passwordHash" text, "isInstaller" boolean, "createdAt" bigint);
  WHEN 'members' THEN
    INSERT INTO members (account_id, workspace_id, role, joined_at)
      SELECT "accountId", "workspaceId", role, "joinedAt"
      FROM json_to_recordset(p_rows) AS r("accountId" text, "workspaceId" text, role text, "joinedAt" bigint);
  WHEN 'passkeys' THEN
    INSERT INTO passkeys (credential_id, account_id, name, public_key, counter, transports, created_at, last_used_at)
      SELECT "credentialId", "accountId", name, "publicKey", counter, transports, "createdAt", "lastUsedAt"
      FROM json_to_recordset(p_rows) AS r("credentialId" text, "accountId" text, name text, "publicKey" text, counter bigint,
        transports json, "createdAt" bigint, "lastUsedAt" bigint);
  WHEN 'sessions' THEN
    INSERT INTO sessions (session_hash, session_id, account_id, created_at, last_seen_at, expires_at, ends_at, browser)
      SELECT "sessionHash", "sessionId", "accountId", "createdAt", "lastSeenAt", "expiresAt", "endsAt", browser
      FROM json_to_recordset(p_rows) AS r("sessionHash" text, "sessionId" text, "accountId" text, "createdAt" bigint, "lastSeenAt" bigint,
        "expiresAt" bigint, "endsAt" bigint, browser text);
  WHEN 'links' THEN
    INSERT INTO links (token_hash, link_id, kind, workspace_id, role, email, account_id, made_by, created_at, expires_at)
      SELECT "tokenHash", "linkId", kind, "workspaceId", role, email, "accountId", "madeBy", "createdAt", "expiresAt"
      FROM json_to_recordset(p_rows) AS r("tokenHash" text, "linkId" text, kind text, "workspaceId" text, role text, email text,
        "accountId" text, "madeBy" text, "createdAt" bigint, "expiresAt" bigint);
  END CASE;
  RETURN true;
END $$;
