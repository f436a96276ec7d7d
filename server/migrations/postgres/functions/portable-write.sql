-- Stores a page of rows unchanged. With `p_transfer`, also stores how far the source has been read. It then returns
-- false and stores nothing if this database is not that move's target, or if its position is not `p_after`.
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
  PERFORM enter_rows(p_workspace);
  CASE p_table
  WHEN 'workspaces' THEN
    INSERT INTO workspace_directory (workspace_id) VALUES (p_workspace);
    INSERT INTO workspaces (workspace_id, name, plan, status, monthly_replies, allowed_origins, notifications, webhook_secret, created_at, drafting,
        shares, previous_webhook_secret, previous_webhook_secret_until)
      SELECT p_workspace, name, plan, status, "monthlyReplies", ARRAY(SELECT json_array_elements_text("allowedOrigins")), notifications,
        "webhookSecret", "createdAt", drafting, shares, "previousWebhookSecret", "previousWebhookSecretUntil"
      FROM json_to_recordset(p_rows) AS r(name text, plan text, status text, "monthlyReplies" bigint, "allowedOrigins" json,
        notifications json, "webhookSecret" text, "createdAt" bigint, drafting json, shares json,
        "previousWebhookSecret" text, "previousWebhookSecretUntil" bigint);
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
    INSERT INTO conversations (workspace_id, conversation_id, profile_id, state, channel, messages, last_message_at, contact, relationship,
        epoch)
      SELECT p_workspace, "conversationId", "profileId", state, channel, messages, "lastMessageAt", contact, relationship, coalesce(epoch, 0)
      FROM json_to_recordset(p_rows) AS r("conversationId" text, "profileId" text, state text, channel text, messages bigint,
        "lastMessageAt" bigint, contact json, relationship json, epoch bigint);
  WHEN 'messages' THEN
    INSERT INTO messages (workspace_id, conversation_id, message_id, direction, sender_type, body, sent_at, edited_at, deleted_at,
        attachments, recorded)
      SELECT p_workspace, r."conversationId", r."messageId", r.direction, r."senderType", r.body, r."sentAt", r."editedAt", r."deletedAt",
        r.attachments, r.recorded
      FROM ROWS FROM (json_to_recordset(p_rows) AS ("conversationId" text, "messageId" text, direction text, "senderType" text, body text,
        "sentAt" bigint, "editedAt" bigint, "deletedAt" bigint, attachments json, recorded json)) WITH ORDINALITY
        AS r("conversationId", "messageId", direction, "senderType", body, "sentAt", "editedAt", "deletedAt", attachments, recorded, n)
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
    INSERT INTO model_usage (workspace_id, period, outcome, drafts, calls, input_tokens, output_tokens, milliseconds, readings, checks,
        wordings)
      SELECT p_workspace, period, outcome, drafts, calls, "inputTokens", "outputTokens", milliseconds, coalesce(readings, 0),
        coalesce(checks, 0), coalesce(wordings, 0)
      FROM json_to_recordset(p_rows) AS r(period text, outcome text, drafts bigint, calls bigint, "inputTokens" bigint,
        "outputTokens" bigint, milliseconds bigint, readings bigint, checks bigint, wordings bigint);
  WHEN 'charges' THEN
    INSERT INTO external_charges (workspace_id, source, external_id, period)
      SELECT p_workspace, source, "externalId", period FROM json_to_recordset(p_rows) AS r(source text, "externalId" text, period text);
  WHEN 'notifications' THEN
    INSERT INTO notifications (workspace_id, notification_id, conversation_id, state, due_at, claim_token, attempts, created_at, delivered_at,
        verdict, channels, type, about)
      SELECT p_workspace, "notificationId", "conversationId", state, "dueAt", "claimToken", attempts, "createdAt", "deliveredAt", verdict, channels,
        coalesce(type, 'handoff.created'), about
      FROM json_to_recordset(p_rows) AS r("notificationId" text, "conversationId" text, state text, "dueAt" bigint, "claimToken" text,
        attempts int, "createdAt" bigint, "deliveredAt" bigint, verdict json, channels json, type text, about json);
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
  WHEN 'taughtPhrases' THEN
    INSERT INTO taught_phrases (workspace_id, profile_id, item_id, kind, text_hash, text, source, state, conversation_id, created_at)
      SELECT p_workspace, "profileId", "itemId", kind, "textHash", text, source, state, "conversationId", "createdAt"
      FROM json_to_recordset(p_rows) AS r("profileId" text, "itemId" text, kind text, "textHash" text, text text, source text, state text,
        "conversationId" text, "createdAt" bigint);
  WHEN 'connections' THEN
    INSERT INTO connections (workspace_id, connection_id, profile_id, kind, settings, state, paused_from, sees_echo, last_event_at,
      created_at, receiver_id, secrets)
      SELECT p_workspace, "connectionId", "profileId", kind, settings, state, "pausedFrom", "seesEcho", "lastEventAt", "createdAt",
        "receiverId", secrets
      FROM json_to_recordset(p_rows) AS r("connectionId" text, "profileId" text, kind text, settings json, state text, "pausedFrom" text,
        "seesEcho" boolean, "lastEventAt" bigint, "createdAt" bigint, "receiverId" text, secrets json);
    INSERT INTO receiver_directory (receiver_id, workspace_id, connection_id)
      SELECT "receiverId", p_workspace, "connectionId" FROM json_to_recordset(p_rows) AS r("receiverId" text, "connectionId" text)
      WHERE "receiverId" IS NOT NULL;
  WHEN 'threads' THEN
    INSERT INTO threads (workspace_id, conversation_id, connection_id, thread_id, wake_at, locked_until, held, held_at, data)
      SELECT p_workspace, "conversationId", "connectionId", "threadId", "wakeAt", "lockedUntil", held, "heldAt", data
      FROM json_to_recordset(p_rows) AS r("conversationId" text, "connectionId" text, "threadId" text, "wakeAt" bigint,
        "lockedUntil" bigint, held text, "heldAt" bigint, data json);
    INSERT INTO thread_directory (workspace_id, conversation_id, wake_at, held_at)
      SELECT p_workspace, "conversationId", "wakeAt", "heldAt"
      FROM json_to_recordset(p_rows) AS r("conversationId" text, "wakeAt" bigint, "heldAt" bigint)
      WHERE "wakeAt" IS NOT NULL OR "heldAt" IS NOT NULL;
  WHEN 'pages' THEN
    INSERT INTO pages (workspace_id, slug, profile_id, created_at, settings, notice)
      SELECT p_workspace, slug, "profileId", "createdAt", settings, notice
      FROM json_to_recordset(p_rows) AS r(slug text, "profileId" text, "createdAt" bigint, settings json, notice json);
    INSERT INTO page_directory (kind, name, workspace_id, slug)
      SELECT 'slug', slug, p_workspace, slug FROM json_to_recordset(p_rows) AS r(slug text);
  WHEN 'pageDomains' THEN
    INSERT INTO page_domains (workspace_id, domain, slug, token, proven_at)
      SELECT p_workspace, domain, slug, token, "provenAt"
      FROM json_to_recordset(p_rows) AS r(domain text, slug text, token text, "provenAt" bigint);
    INSERT INTO page_directory (kind, name, workspace_id, slug)
      SELECT 'domain', domain, p_workspace, slug FROM json_to_recordset(p_rows) AS r(domain text, slug text, "provenAt" bigint)
      WHERE "provenAt" IS NOT NULL;
  WHEN 'pageUses' THEN
    INSERT INTO page_uses (workspace_id, use_hash, slug, network, is_form, at)
      SELECT p_workspace, "useHash", slug, network, "isForm", at
      FROM json_to_recordset(p_rows) AS r("useHash" text, slug text, network text, "isForm" boolean, at bigint);
  WHEN 'pageAsks' THEN
    INSERT INTO page_asks (workspace_id, ask_id, slug, at, question, question_hash, network, revision, is_answered, is_charged, intent, items,
        conversation_id)
      SELECT p_workspace, "askId", slug, at, question, "questionHash", network, revision, "isAnswered", "isCharged", intent, items,
        "conversationId"
      FROM json_to_recordset(p_rows) AS r("askId" text, slug text, at bigint, question text, "questionHash" text, network text, revision text,
        "isAnswered" boolean, "isCharged" boolean, intent text, items json, "conversationId" text);
  WHEN 'pageLinks' THEN
    INSERT INTO page_links (workspace_id, token_hash, slug, conversation_id, created_at, contact, resolved_at)
      SELECT p_workspace, "tokenHash", slug, "conversationId", "createdAt", contact, "resolvedAt"
      FROM json_to_recordset(p_rows) AS r("tokenHash" text, slug text, "conversationId" text, "createdAt" bigint, contact text,
        "resolvedAt" bigint);
  WHEN 'pageDays' THEN
    INSERT INTO page_days (workspace_id, slug, day, replies, handoffs)
      SELECT p_workspace, slug, day, replies, handoffs
      FROM json_to_recordset(p_rows) AS r(slug text, day text, replies bigint, handoffs bigint);
  WHEN 'pageItems' THEN
    INSERT INTO page_items (workspace_id, profile_id, item_id, hash, approved_at)
      SELECT p_workspace, "profileId", "itemId", hash, "approvedAt"
      FROM json_to_recordset(p_rows) AS r("profileId" text, "itemId" text, hash text, "approvedAt" bigint);
  WHEN 'earlyChanges' THEN
    INSERT INTO early_changes (workspace_id, conversation_id, message_id, sent_at, body)
      SELECT p_workspace, "conversationId", "messageId", "sentAt", body
      FROM json_to_recordset(p_rows) AS r("conversationId" text, "messageId" text, "sentAt" bigint, body text);
  WHEN 'eventKeys' THEN
    INSERT INTO event_keys (workspace_id, connection_id, key_hash, at)
      SELECT p_workspace, "connectionId", "keyHash", at
      FROM json_to_recordset(p_rows) AS r("connectionId" text, "keyHash" text, at bigint);
  WHEN 'refusedEvents' THEN
    INSERT INTO refused_events (workspace_id, refusal_id, connection_id, at, data)
      SELECT p_workspace, "refusalId", "connectionId", at, data
      FROM json_to_recordset(p_rows) AS r("refusalId" text, "connectionId" text, at bigint, data json);
  WHEN 'replyDrafts' THEN
    INSERT INTO reply_drafts (workspace_id, draft_id, conversation_id, connection_id, epoch, state, outbox_id, created_at, data)
      SELECT p_workspace, "draftId", "conversationId", "connectionId", epoch, state, "outboxId", "createdAt", data
      FROM json_to_recordset(p_rows) AS r("draftId" text, "conversationId" text, "connectionId" text, epoch bigint, state text,
        "outboxId" text, "createdAt" bigint, data json);
  WHEN 'outbox' THEN
    INSERT INTO outbox (workspace_id, outbox_id, conversation_id, connection_id, profile_id, state, change_number, ended_at, data)
      SELECT p_workspace, "outboxId", "conversationId", "connectionId", "profileId", state, "changeNumber", "endedAt", data
      FROM json_to_recordset(p_rows) AS r("outboxId" text, "conversationId" text, "connectionId" text, "profileId" text, state text,
        "changeNumber" bigint, "endedAt" bigint, data json);
  WHEN 'outboxClaims' THEN
    INSERT INTO outbox_claims (workspace_id, idempotency_key, input_hash, outbox_id, conversation_id, response, created_at)
      SELECT p_workspace, "idempotencyKey", "inputHash", "outboxId", "conversationId", response, "createdAt"
      FROM json_to_recordset(p_rows) AS r("idempotencyKey" text, "inputHash" text, "outboxId" text, "conversationId" text, response text,
        "createdAt" bigint);
  WHEN 'outboxCounters' THEN
    INSERT INTO outbox_counters (workspace_id, last_change)
      SELECT p_workspace, "lastChange"
      FROM json_to_recordset(p_rows) AS r("lastChange" bigint);
  WHEN 'draftRecords' THEN
    INSERT INTO draft_records (workspace_id, idempotency_key, profile_id, items, trial, outcome, created_at)
      SELECT p_workspace, "idempotencyKey", "profileId", items, trial, outcome, "createdAt"
      FROM json_to_recordset(p_rows) AS r("idempotencyKey" text, "profileId" text, items json, trial text, outcome text, "createdAt" bigint);
  WHEN 'itemRecords' THEN
    INSERT INTO item_records (workspace_id, profile_id, item_id, hash, proposed, unchanged, edited, rejected)
      SELECT p_workspace, "profileId", "itemId", hash, proposed, unchanged, edited, rejected
      FROM json_to_recordset(p_rows) AS r("profileId" text, "itemId" text, hash text, proposed bigint, unchanged bigint, edited bigint,
        rejected bigint);
  WHEN 'trials' THEN
    INSERT INTO trials (workspace_id, profile_id, drafts, automatic, unchanged, edited, rejected)
      SELECT p_workspace, "profileId", drafts, automatic, unchanged, edited, rejected
      FROM json_to_recordset(p_rows) AS r("profileId" text, drafts bigint, automatic bigint, unchanged bigint, edited bigint, rejected bigint);
  WHEN 'accounts' THEN
    INSERT INTO accounts (account_id, email, name, password_hash, is_installer, created_at, proven_at, disabled_at)
      SELECT "accountId", email, name, "passwordHash", "isInstaller", "createdAt", "provenAt", "disabledAt"
      FROM json_to_recordset(p_rows) AS r("accountId" text, email text, name text, "passwordHash" text, "isInstaller" boolean,
        "createdAt" bigint, "provenAt" bigint, "disabledAt" bigint);
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
    INSERT INTO sessions (session_hash, session_id, account_id, created_at, last_seen_at, expires_at, ends_at, browser,
        notices_seen_at, push)
      SELECT "sessionHash", "sessionId", "accountId", "createdAt", "lastSeenAt", "expiresAt", "endsAt", browser, "noticesSeenAt", push
      FROM json_to_recordset(p_rows) AS r("sessionHash" text, "sessionId" text, "accountId" text, "createdAt" bigint, "lastSeenAt" bigint,
        "expiresAt" bigint, "endsAt" bigint, browser text, "noticesSeenAt" bigint, push text);
  WHEN 'links' THEN
    INSERT INTO links (token_hash, link_id, kind, workspace_id, role, email, account_id, made_by, created_at, expires_at,
        proves_address, keeps_passkeys)
      SELECT "tokenHash", "linkId", kind, "workspaceId", role, email, "accountId", "madeBy", "createdAt", "expiresAt",
        coalesce("provesAddress", false), coalesce("keepsPasskeys", false)
      FROM json_to_recordset(p_rows) AS r("tokenHash" text, "linkId" text, kind text, "workspaceId" text, role text, email text,
        "accountId" text, "madeBy" text, "createdAt" bigint, "expiresAt" bigint, "provesAddress" boolean, "keepsPasskeys" boolean);
  WHEN 'accountNotices' THEN
    INSERT INTO account_notices (notice_id, account_id, kind, detail, browser, session_id, at)
      SELECT "noticeId", "accountId", kind, detail, browser, "sessionId", at
      FROM json_to_recordset(p_rows) AS r("noticeId" text, "accountId" text, kind text, detail text, browser text, "sessionId" text, at bigint);
  WHEN 'receivers' THEN
    INSERT INTO receivers (receiver_id, workspace_id, is_pulled, data)
      SELECT "receiverId", "workspaceId", "isPulled", data
      FROM json_to_recordset(p_rows) AS r("receiverId" text, "workspaceId" text, "isPulled" boolean, data json);
  WHEN 'auditChains' THEN
    INSERT INTO audit_chains (workspace_id, first_sequence, anchor, last_sequence, last_hash)
      SELECT "workspaceId", "firstSequence", anchor, "lastSequence", "lastHash"
      FROM json_to_recordset(p_rows) AS r("workspaceId" text, "firstSequence" bigint, anchor text, "lastSequence" bigint, "lastHash" text);
  WHEN 'auditEntries' THEN
    INSERT INTO audit_entries (workspace_id, sequence, at, body, personal, salt, personal_hash, hash, actor_id, subject)
      SELECT "workspaceId", sequence, at, body, personal, salt, "personalHash", hash, "actorId", subject
      FROM json_to_recordset(p_rows) AS r("workspaceId" text, sequence bigint, at bigint, body text, personal text, salt text,
        "personalHash" text, hash text, "actorId" text, subject text);
  END CASE;
  IF p_table IN ('conversations', 'messages', 'notifications', 'threads', 'replyDrafts') THEN
    PERFORM place_conversations(p_workspace, ARRAY(SELECT r ->> 'conversationId' FROM json_array_elements(p_rows) AS r));
  END IF;
  RETURN true;
END $$;
