-- Rows in a form that both stores understand, for backups and for moves between stores.

-- Returns how a table's rows are read: `fields` builds a row, `keys` orders the rows, and `after` takes a row's keys
-- from $2. Rows that belong to no workspace have the workspace ''.
CREATE OR REPLACE FUNCTION portable_form(p_table text, OUT source text, OUT fields text, OUT keys text, OUT after text, OUT owner text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT form.source, form.fields, form.keys, form.after,
    CASE WHEN name IN ('accounts', 'members', 'passkeys', 'sessions', 'links', 'accountNotices', 'receivers', 'auditChains', 'auditEntries') THEN '''''' ELSE 'workspace_id' END
  FROM (VALUES
    ('workspaces', 'workspaces', $f$'name', name, 'plan', plan, 'status', status, 'monthlyReplies', monthly_replies, 'allowedOrigins', allowed_origins,
       'notifications', notifications, 'webhookSecret', webhook_secret, 'createdAt', created_at, 'drafting', drafting,
       'previousWebhookSecret', previous_webhook_secret, 'previousWebhookSecretUntil', previous_webhook_secret_until, 'shares', shares$f$,
     'workspace_id', '$2 ->> 0'),
    ('keys', 'keys JOIN key_directory USING (workspace_id, key_id)', $f$'keyId', key_id, 'keyHash', key_hash, 'name', name, 'scopes', scopes, 'createdAt', created_at,
       'lifetimeMs', lifetime_ms, 'expiresAt', expires_at, 'revokedAt', revoked_at, 'lastUsedAt', last_used_at, 'requests', requests,
       'successorId', successor_id, 'lastFour', last_four$f$,
     'key_id', '$2 ->> 0'),
    ('profiles', 'profiles', $f$'profileId', profile_id, 'displayName', display_name, 'status', status, 'revision', revision, 'persona', persona$f$,
     'profile_id', '$2 ->> 0'),
    ('conversations', 'conversations', $f$'conversationId', conversation_id, 'profileId', profile_id, 'state', state, 'channel', channel,
       'messages', messages, 'lastMessageAt', last_message_at, 'contact', contact, 'relationship', relationship, 'epoch', epoch$f$,
     'conversation_id', '$2 ->> 0'),
    ('messages', '(SELECT * FROM messages WHERE position > 0) AS messages', $f$'conversationId', conversation_id, 'messageId', message_id, 'direction', direction,
       'senderType', sender_type, 'body', body, 'sentAt', sent_at, 'editedAt', edited_at, 'deletedAt', deleted_at, 'attachments', attachments,
       'recorded', recorded$f$,
     'conversation_id, sent_at, position', '$2 ->> 0, ($2 ->> 1)::bigint, ($2 ->> 2)::bigint'),
    ('writes', 'writes', $f$'operation', operation, 'idempotencyKey', idempotency_key, 'state', state, 'inputHash', input_hash,
       'expiresAt', expires_at - clock_offset(), 'leaseToken', lease_token, 'leaseUntil', lease_until - clock_offset(), 'period', charged_period, 'response', response,
       'trace', trace, 'conversationId', conversation_id$f$,
     'operation, idempotency_key', '$2 ->> 0, $2 ->> 1'),
    ('usage', 'usage', $f$'period', period, 'api', api, 'inbox', inbox, 'page', page, 'replays', replays, 'handoffs', handoffs$f$,
     'period', '$2 ->> 0'),
    ('modelUsage', 'model_usage', $f$'period', period, 'outcome', outcome, 'drafts', drafts, 'calls', calls, 'inputTokens', input_tokens,
       'outputTokens', output_tokens, 'milliseconds', milliseconds, 'readings', readings, 'checks', checks, 'wordings', wordings$f$,
     'period, outcome', '$2 ->> 0, $2 ->> 1'),
    ('charges', 'external_charges', $f$'source', source, 'externalId', external_id, 'period', period$f$,
     'source, external_id', '$2 ->> 0, $2 ->> 1'),
    ('notifications', 'notifications', $f$'notificationId', notification_id, 'type', type, 'about', about, 'conversationId', conversation_id, 'state', state, 'dueAt', due_at - clock_offset(),
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
    ('taughtPhrases', 'taught_phrases', $f$'profileId', profile_id, 'itemId', item_id, 'kind', kind, 'textHash', text_hash, 'text', text,
       'source', source, 'state', state, 'conversationId', conversation_id, 'createdAt', created_at$f$,
     'profile_id, item_id, kind, text_hash', '$2 ->> 0, $2 ->> 1, $2 ->> 2, $2 ->> 3'),
    ('connections', 'connections', $f$'connectionId', connection_id, 'profileId', profile_id, 'kind', kind, 'settings', settings, 'state', state, 'pausedFrom', paused_from,
       'seesEcho', sees_echo, 'lastEventAt', last_event_at, 'createdAt', created_at, 'receiverId', receiver_id, 'secrets', secrets$f$,
     'connection_id', '$2 ->> 0'),
    ('threads', 'threads', $f$'conversationId', conversation_id, 'connectionId', connection_id, 'threadId', thread_id, 'wakeAt', wake_at, 'lockedUntil', locked_until,
       'held', held, 'heldAt', held_at, 'data', data$f$,
     'conversation_id', '$2 ->> 0'),
    ('earlyChanges', 'early_changes', $f$'conversationId', conversation_id, 'messageId', message_id, 'sentAt', sent_at, 'body', body$f$,
     'conversation_id, message_id', '$2 ->> 0, $2 ->> 1'),
    ('eventKeys', 'event_keys', $f$'connectionId', connection_id, 'keyHash', key_hash, 'at', at$f$,
     'connection_id, key_hash', '$2 ->> 0, $2 ->> 1'),
    ('refusedEvents', 'refused_events', $f$'refusalId', refusal_id, 'connectionId', connection_id, 'at', at, 'data', data$f$,
     'refusal_id', '$2 ->> 0'),
    ('replyDrafts', 'reply_drafts', $f$'draftId', draft_id, 'conversationId', conversation_id, 'connectionId', connection_id, 'epoch', epoch, 'state', state,
       'outboxId', outbox_id, 'createdAt', created_at, 'data', data$f$,
     'draft_id', '$2 ->> 0'),
    ('outbox', 'outbox', $f$'outboxId', outbox_id, 'conversationId', conversation_id, 'connectionId', connection_id, 'profileId', profile_id, 'state', state,
       'changeNumber', change_number, 'endedAt', ended_at, 'data', data$f$,
     'outbox_id', '$2 ->> 0'),
    ('outboxClaims', 'outbox_claims', $f$'idempotencyKey', idempotency_key, 'inputHash', input_hash, 'outboxId', outbox_id, 'conversationId', conversation_id,
       'response', response, 'createdAt', created_at$f$,
     'idempotency_key', '$2 ->> 0'),
    ('outboxCounters', 'outbox_counters', $f$'lastChange', last_change$f$,
     'workspace_id', '$2 ->> 0'),
    ('draftRecords', 'draft_records', $f$'idempotencyKey', idempotency_key, 'profileId', profile_id, 'items', items, 'trial', trial,
       'outcome', outcome, 'createdAt', created_at$f$,
     'idempotency_key', '$2 ->> 0'),
    ('itemRecords', 'item_records', $f$'profileId', profile_id, 'itemId', item_id, 'hash', hash, 'proposed', proposed, 'unchanged', unchanged,
       'edited', edited, 'rejected', rejected$f$,
     'profile_id, item_id', '$2 ->> 0, $2 ->> 1'),
    ('trials', 'trials', $f$'profileId', profile_id, 'drafts', drafts, 'automatic', automatic, 'unchanged', unchanged, 'edited', edited,
       'rejected', rejected$f$,
     'profile_id', '$2 ->> 0'),
    ('pages', 'pages', $f$'slug', slug, 'profileId', profile_id, 'createdAt', created_at, 'settings', settings, 'notice', notice$f$,
     'slug', '$2 ->> 0'),
    ('pageDomains', 'page_domains', $f$'domain', domain, 'slug', slug, 'token', token, 'provenAt', proven_at$f$,
     'domain', '$2 ->> 0'),
    ('pageUses', 'page_uses', $f$'useHash', use_hash, 'slug', slug, 'network', network, 'isForm', is_form, 'at', at$f$,
     'use_hash', '$2 ->> 0'),
    ('pageAsks', 'page_asks', $f$'askId', ask_id, 'slug', slug, 'at', at, 'question', question, 'questionHash', question_hash, 'network', network,
       'revision', revision, 'isAnswered', is_answered, 'isCharged', is_charged, 'intent', intent, 'items', items, 'conversationId', conversation_id$f$,
     'ask_id', '$2 ->> 0'),
    ('pageLinks', 'page_links', $f$'tokenHash', token_hash, 'slug', slug, 'conversationId', conversation_id, 'createdAt', created_at,
       'contact', contact, 'resolvedAt', resolved_at$f$,
     'token_hash', '$2 ->> 0'),
    ('pageDays', 'page_days', $f$'slug', slug, 'day', day, 'replies', replies, 'handoffs', handoffs$f$,
     'slug, day', '$2 ->> 0, $2 ->> 1'),
    ('pageItems', 'page_items', $f$'profileId', profile_id, 'itemId', item_id, 'hash', hash, 'approvedAt', approved_at$f$,
     'profile_id, item_id', '$2 ->> 0, $2 ->> 1'),
    ('accounts', 'accounts', $f$'accountId', account_id, 'email', email, 'name', name, 'passwordHash', password_hash,
       'isInstaller', is_installer, 'createdAt', created_at, 'provenAt', proven_at, 'disabledAt', disabled_at$f$,
     'account_id', '$2 ->> 0'),
    ('members', 'members', $f$'accountId', account_id, 'workspaceId', workspace_id, 'role', role, 'joinedAt', joined_at$f$,
     'account_id, workspace_id', '$2 ->> 0, $2 ->> 1'),
    ('passkeys', 'passkeys', $f$'credentialId', credential_id, 'accountId', account_id, 'name', name, 'publicKey', public_key,
       'counter', counter, 'transports', transports, 'createdAt', created_at, 'lastUsedAt', last_used_at$f$,
     'credential_id', '$2 ->> 0'),
    ('sessions', 'sessions', $f$'sessionHash', session_hash, 'sessionId', session_id, 'accountId', account_id, 'createdAt', created_at,
       'lastSeenAt', last_seen_at, 'expiresAt', expires_at, 'endsAt', ends_at, 'browser', browser, 'noticesSeenAt', notices_seen_at, 'push', push$f$,
     'session_hash', '$2 ->> 0'),
    ('links', 'links', $f$'tokenHash', token_hash, 'linkId', link_id, 'kind', kind, 'workspaceId', workspace_id, 'role', role, 'email', email,
       'accountId', account_id, 'madeBy', made_by, 'createdAt', created_at, 'expiresAt', expires_at,
       'provesAddress', proves_address, 'keepsPasskeys', keeps_passkeys$f$,
     'token_hash', '$2 ->> 0'),
    ('accountNotices', 'account_notices', $f$'noticeId', notice_id, 'accountId', account_id, 'kind', kind, 'detail', detail, 'browser', browser,
       'sessionId', session_id, 'at', at$f$,
     'notice_id', '$2 ->> 0'),
    ('receivers', 'receivers', $f$'receiverId', receiver_id, 'workspaceId', workspace_id, 'isPulled', is_pulled, 'data', data$f$,
     'receiver_id', '$2 ->> 0'),
    ('auditChains', 'audit_chains', $f$'workspaceId', workspace_id, 'firstSequence', first_sequence, 'anchor', anchor,
       'lastSequence', last_sequence, 'lastHash', last_hash$f$,
     'workspace_id', '$2 ->> 0'),
    ('auditEntries', 'audit_entries', $f$'workspaceId', workspace_id, 'sequence', sequence, 'at', at, 'body', body, 'personal', personal,
       'salt', salt, 'personalHash', personal_hash, 'hash', hash, 'actorId', actor_id, 'subject', subject$f$,
     'workspace_id, sequence', '$2 ->> 0, ($2 ->> 1)::bigint')
  ) AS form(name, source, fields, keys, after) WHERE name = p_table
$$;

-- Returns a page of a workspace's rows, ordered by their keys: {rows, next}; `next` is null at the end. Without
-- statistics, the planner would sort all of the workspace's rows for each page instead of walking the index that has
-- this order.
CREATE OR REPLACE FUNCTION read_rows(p_table text, p_workspace text, p_after json, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off
SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  v_form record := portable_form(p_table);
  v_page json;
BEGIN
  PERFORM enter_rows(p_workspace);
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
  PERFORM enter_rows(p_workspace);
  EXECUTE format('SELECT count(*) FROM %s WHERE %s = $1', v_form.source, v_form.owner) INTO v_count USING p_workspace;
  RETURN v_count;
END $$;
