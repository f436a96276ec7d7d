-- A function that changes due times first locks the workspace's row in the directory, so that no due time is missed.

CREATE OR REPLACE FUNCTION notification_json(p_notification notifications) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('notificationId', p_notification.notification_id, 'type', p_notification.type,
    'conversationId', p_notification.conversation_id, 'about', p_notification.about, 'state', p_notification.state, 'verdict', p_notification.verdict, 'createdAt', p_notification.created_at,
    'attempts', p_notification.attempts, 'nextAttemptAt', CASE WHEN p_notification.state = 'queued' THEN p_notification.due_at END,
    'deliveredAt', p_notification.delivered_at, 'channels', p_notification.channels)
$$;

-- Limits the transaction to a workspace and locks its due time. Returns false if the workspace does not exist.
CREATE OR REPLACE FUNCTION hold_due_time(p_workspace text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM workspace_directory WHERE workspace_id = p_workspace FOR UPDATE;
  RETURN FOUND;
END $$;

CREATE OR REPLACE FUNCTION renew_due_time(p_workspace text) RETURNS void LANGUAGE sql AS $$
  UPDATE workspace_directory SET notifications_due_at = (
      SELECT min(due_at) FROM notifications WHERE workspace_id = p_workspace AND due_at IS NOT NULL)
    WHERE workspace_id = p_workspace
$$;

-- Returns notifications, newest first.
CREATE OR REPLACE FUNCTION list_notifications(p_workspace text, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(notification_json(n) ORDER BY (n).created_at DESC, (n).notification_id), '[]') FROM (
    SELECT n FROM notifications n WHERE n.workspace_id = p_workspace
    ORDER BY n.created_at DESC, n.notification_id LIMIT p_limit) AS newest(n));
END $$;

CREATE OR REPLACE FUNCTION due_workspaces(p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := lived_ms();
BEGIN
  RETURN (SELECT coalesce(json_agg(workspace_id), '[]') FROM (
    SELECT workspace_id FROM workspace_directory WHERE notifications_due_at <= v_now ORDER BY notifications_due_at LIMIT p_limit) AS due);
END $$;

CREATE OR REPLACE FUNCTION notification_target(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT json_build_object('workspaceName', name, 'settings', notifications, 'webhookSecret', webhook_secret,
      'previousWebhookSecret', CASE WHEN previous_webhook_secret_until > now_ms() THEN previous_webhook_secret END,
      'isPushed', EXISTS (SELECT FROM pushed_sessions(p_workspace)))
    FROM workspaces WHERE workspace_id = p_workspace);
END $$;

-- Sets the webhook secret. The previous secret also signs during the overlap.
CREATE OR REPLACE FUNCTION set_webhook_secret(p_workspace text, p_secret text, p_overlap_ms bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  PERFORM enter(p_workspace);
  UPDATE workspaces SET previous_webhook_secret = CASE WHEN p_overlap_ms > 0 THEN webhook_secret END,
      previous_webhook_secret_until = CASE WHEN p_overlap_ms > 0 THEN v_now + p_overlap_ms END, webhook_secret = p_secret
    WHERE workspace_id = p_workspace;
  RETURN FOUND;
END $$;

-- Returns [{workspaceId, slot, value}] for every workspace, and for sessions, which belong to none. Removes secrets
-- that have expired.
CREATE OR REPLACE FUNCTION stored_secrets() RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := confirmed_ms();
  v_workspace text;
  v_found jsonb := '[]';
BEGIN
  FOR v_workspace IN SELECT workspace_id FROM workspace_directory ORDER BY workspace_id LOOP
    PERFORM enter(v_workspace);
    UPDATE workspaces SET previous_webhook_secret = NULL, previous_webhook_secret_until = NULL
      WHERE workspace_id = v_workspace AND previous_webhook_secret_until <= v_now;
    v_found := v_found || (
      SELECT coalesce(jsonb_agg(jsonb_build_object('workspaceId', w.workspace_id, 'slot', s.slot, 'value', s.value)), '[]')
      FROM workspaces w, LATERAL (VALUES ('webhook', w.webhook_secret), ('previous_webhook', w.previous_webhook_secret)) AS s(slot, value)
      WHERE w.workspace_id = v_workspace AND s.value IS NOT NULL) || (
      SELECT coalesce(jsonb_agg(jsonb_build_object('workspaceId', w.workspace_id, 'slot', service.key || '.' || setting.key,
          'value', setting.value #>> '{}')), '[]')
      FROM workspaces w, LATERAL jsonb_each(w.notifications::jsonb) AS service,
        LATERAL jsonb_each(CASE jsonb_typeof(service.value) WHEN 'object' THEN service.value END) AS setting
      WHERE w.workspace_id = v_workspace AND service.key NOT IN ('webhook', 'email') AND jsonb_typeof(setting.value) = 'string') || (
      SELECT coalesce(jsonb_agg(jsonb_build_object('workspaceId', workspace_id, 'slot', 'contact:' || slug, 'value', contact)), '[]')
      FROM page_links WHERE workspace_id = v_workspace AND contact IS NOT NULL);
  END LOOP;
  PERFORM enter_account('*');
  RETURN v_found || (
    SELECT coalesce(jsonb_agg(jsonb_build_object('workspaceId', '', 'slot', 'push:' || session_id, 'value', push)), '[]')
    FROM sessions WHERE push IS NOT NULL);
END $$;

CREATE OR REPLACE FUNCTION replace_secret(p_workspace text, p_slot text, p_from text, p_to text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  IF starts_with(p_slot, 'push:') THEN
    PERFORM enter_account('*');
    UPDATE sessions SET push = p_to WHERE session_id = substr(p_slot, 6) AND push = p_from;
    RETURN FOUND;
  END IF;
  PERFORM enter(p_workspace);
  IF starts_with(p_slot, 'contact:') THEN
    UPDATE page_links SET contact = p_to WHERE workspace_id = p_workspace AND slug = substr(p_slot, 9) AND contact = p_from;
  ELSIF p_slot = 'webhook' THEN
    UPDATE workspaces SET webhook_secret = p_to WHERE workspace_id = p_workspace AND webhook_secret = p_from;
  ELSIF p_slot <> 'previous_webhook' THEN
    UPDATE workspaces SET notifications = jsonb_set(notifications::jsonb, string_to_array(p_slot, '.'), to_jsonb(p_to))
      WHERE workspace_id = p_workspace AND notifications::jsonb #>> string_to_array(p_slot, '.') = p_from;
  ELSE
    UPDATE workspaces SET previous_webhook_secret = p_to WHERE workspace_id = p_workspace AND previous_webhook_secret = p_from;
  END IF;
  RETURN FOUND;
END $$;

-- Returns all data for the delivery of one claimed notification. It includes the message only if the settings do.
CREATE OR REPLACE FUNCTION claimed_json(p_workspace text, p_notification notifications) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT notification_json(p_notification) || jsonb_build_object('workspaceId', p_workspace, 'claimToken', p_notification.claim_token,
    'workspaceName', w.name, 'settings', w.notifications, 'webhookSecret', w.webhook_secret,
    'previousWebhookSecret', CASE WHEN w.previous_webhook_secret_until > now_ms() THEN w.previous_webhook_secret END,
    'isPushed', EXISTS (SELECT FROM pushed_sessions(p_workspace)), 'profileId', p.profile_id,
    'displayName', p.display_name, 'channel', c.channel, 'contact', c.contact,
    'message', CASE WHEN w.notifications::jsonb -> 'include' ? 'message' THEN (
      SELECT m.body FROM messages m
      WHERE m.workspace_id = p_workspace AND m.conversation_id = c.conversation_id AND m.direction = 'inbound'
      ORDER BY m.sent_at DESC, m.position DESC LIMIT 1) END)
  FROM workspaces w
    LEFT JOIN conversations c ON c.workspace_id = p_workspace AND c.conversation_id = p_notification.conversation_id
    LEFT JOIN profiles p ON p.workspace_id = p_workspace AND p.profile_id = c.profile_id
  WHERE w.workspace_id = p_workspace
$$;

-- Claims due notifications, including those whose claimer died.
CREATE OR REPLACE FUNCTION claim_notifications(p_workspace text, p_limit int, p_claim_ms bigint) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint;
  v_token text := gen_random_uuid();
  v_claimed notifications[];
BEGIN
  IF NOT hold_due_time(p_workspace) THEN
    RETURN '[]';
  END IF;
  v_now := lived_ms();
  WITH due AS (
    SELECT notification_id FROM notifications WHERE workspace_id = p_workspace AND due_at <= v_now
    ORDER BY due_at, notification_id LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE notifications n SET state = 'delivering', due_at = v_now + p_claim_ms, attempts = n.attempts + 1,
      claim_token = v_token
    FROM due WHERE n.workspace_id = p_workspace AND n.notification_id = due.notification_id
    RETURNING n
  )
  SELECT array_agg(n) INTO v_claimed FROM claimed;
  PERFORM renew_due_time(p_workspace);
  RETURN (SELECT coalesce(json_agg(claimed_json(p_workspace, n) ORDER BY (n).created_at, (n).notification_id), '[]')
    FROM (SELECT n FROM unnest(v_claimed) AS n) AS claimed(n));
END $$;

-- Records a delivery's outcome. Returns false if the claim was lost.
CREATE OR REPLACE FUNCTION settle_notification(p_workspace text, p_notification_id text, p_token text, p_channels json, p_result text,
  p_delay_ms bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint;
  v_lived bigint;
  v_is_settled boolean;
BEGIN
  PERFORM hold_due_time(p_workspace);
  v_now := now_ms();
  v_lived := lived_ms();
  UPDATE notifications SET
      state = CASE p_result WHEN 'retry' THEN 'queued' ELSE p_result END,
      due_at = CASE p_result WHEN 'retry' THEN v_lived + p_delay_ms END,
      delivered_at = CASE p_result WHEN 'delivered' THEN v_now END,
      channels = p_channels, claim_token = NULL
    WHERE workspace_id = p_workspace AND notification_id = p_notification_id AND state = 'delivering' AND claim_token = p_token;
  v_is_settled := FOUND;
  PERFORM renew_due_time(p_workspace);
  RETURN v_is_settled;
END $$;

-- Requeues a notification. Returns false if there is no failed notification with this id.
CREATE OR REPLACE FUNCTION retry_notification(p_workspace text, p_notification_id text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint;
  v_is_queued boolean;
BEGIN
  PERFORM hold_due_time(p_workspace);
  v_now := lived_ms();
  UPDATE notifications SET state = 'queued', due_at = v_now
    WHERE workspace_id = p_workspace AND notification_id = p_notification_id AND state = 'failed';
  v_is_queued := FOUND;
  PERFORM renew_due_time(p_workspace);
  RETURN v_is_queued;
END $$;
