-- The parts of an import, called one after another within one transaction. An omitted field keeps its stored value.
-- Each part locks its rows in the order of their ids, and returns how many it created, updated and left unchanged.

CREATE OR REPLACE FUNCTION tally(p_created bigint, p_updated bigint, p_total bigint) RETURNS json LANGUAGE sql IMMUTABLE AS $$
  SELECT json_build_object('created', p_created, 'updated', p_updated, 'unchanged', p_total - p_created - p_updated)
$$;

-- Imports workspaces. `p_workspaces`: [{id, name, plan, status?, monthlyReplies?, allowedOrigins?, notifications?,
-- drafting?}]. Null clears monthlyReplies and notifications.
CREATE OR REPLACE FUNCTION import_workspaces(p_workspaces json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_given record;
  v_created int := 0;
  v_updated int := 0;
  v_total int := 0;
BEGIN
  FOR v_given IN
    SELECT (g ->> 'id') COLLATE "C" AS id, g ->> 'name' AS name, g ->> 'plan' AS plan, g ->> 'status' AS status,
      g -> 'monthlyReplies' IS NOT NULL AS names_replies, (g ->> 'monthlyReplies')::bigint AS monthly_replies,
      CASE WHEN g -> 'allowedOrigins' IS NOT NULL THEN ARRAY(SELECT json_array_elements_text(g -> 'allowedOrigins')) END AS allowed_origins,
      g -> 'notifications' IS NOT NULL AS names_notifications,
      CASE json_typeof(g -> 'notifications') WHEN 'object' THEN g -> 'notifications' END AS notifications, g -> 'drafting' AS drafting
    FROM json_array_elements(p_workspaces) AS given(g)
    ORDER BY id
  LOOP
    v_total := v_total + 1;
    PERFORM enter(v_given.id);
    INSERT INTO workspace_directory (workspace_id) VALUES (v_given.id) ON CONFLICT DO NOTHING;
    INSERT INTO workspaces (workspace_id, name, plan, status, monthly_replies, allowed_origins, notifications, created_at, drafting)
      VALUES (v_given.id, v_given.name, v_given.plan, coalesce(v_given.status, 'active'), v_given.monthly_replies,
        coalesce(v_given.allowed_origins, '{}'), v_given.notifications, now_ms(), v_given.drafting)
      ON CONFLICT DO NOTHING;
    IF FOUND THEN
      v_created := v_created + 1;
      CONTINUE;
    END IF;
    UPDATE workspaces SET name = v_given.name, plan = v_given.plan, status = coalesce(v_given.status, status),
        monthly_replies = CASE WHEN v_given.names_replies THEN v_given.monthly_replies ELSE monthly_replies END,
        allowed_origins = coalesce(v_given.allowed_origins, allowed_origins),
        notifications = CASE WHEN v_given.names_notifications THEN v_given.notifications ELSE notifications END,
        drafting = (coalesce(drafting::jsonb || v_given.drafting::jsonb, v_given.drafting::jsonb, drafting::jsonb))::json
      WHERE workspace_id = v_given.id
        AND (name, plan, status, monthly_replies, allowed_origins, notifications::jsonb, drafting::jsonb) IS DISTINCT FROM
          (v_given.name, v_given.plan, coalesce(v_given.status, status),
           CASE WHEN v_given.names_replies THEN v_given.monthly_replies ELSE monthly_replies END,
           coalesce(v_given.allowed_origins, allowed_origins),
           (CASE WHEN v_given.names_notifications THEN v_given.notifications ELSE notifications END)::jsonb,
           coalesce(drafting::jsonb || v_given.drafting::jsonb, v_given.drafting::jsonb, drafting::jsonb));
    v_updated := v_updated + FOUND::int;
  END LOOP;
  RETURN tally(v_created, v_updated, v_total);
END $$;

-- Imports profiles. `p_profiles`: [{id, displayName, status?, persona, revisions: {active, inactive}}], with the
-- revision for each status.
CREATE OR REPLACE FUNCTION import_profiles(p_workspace text, p_profiles json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_given record;
  v_created int := 0;
  v_updated int := 0;
  v_total int := 0;
BEGIN
  PERFORM enter(p_workspace);
  FOR v_given IN
    SELECT id, "displayName" AS display_name, status, persona, revisions, "pageItems" AS page_items
    FROM json_to_recordset(p_profiles) AS given(id text COLLATE "C", "displayName" text, status text, persona json, revisions json,
      "pageItems" json)
    ORDER BY id
  LOOP
    v_total := v_total + 1;
    INSERT INTO profiles VALUES (p_workspace, v_given.id, v_given.display_name, coalesce(v_given.status, 'active'), v_given.persona,
        v_given.revisions ->> coalesce(v_given.status, 'active'))
      ON CONFLICT DO NOTHING;
    IF FOUND THEN
      v_created := v_created + 1;
      IF json_array_length(v_given.page_items) > 0 THEN
        PERFORM note_items(p_workspace, v_given.id, v_given.page_items);
      END IF;
      CONTINUE;
    END IF;
    UPDATE profiles SET display_name = v_given.display_name, status = coalesce(v_given.status, status), persona = v_given.persona,
        revision = v_given.revisions ->> coalesce(v_given.status, status)
      WHERE workspace_id = p_workspace AND profile_id = v_given.id
        AND revision <> v_given.revisions ->> coalesce(v_given.status, status);
    IF FOUND THEN
      v_updated := v_updated + 1;
      IF v_given.page_items IS NOT NULL THEN
        PERFORM note_items(p_workspace, v_given.id, v_given.page_items);
      END IF;
    END IF;
  END LOOP;
  RETURN tally(v_created, v_updated, v_total);
END $$;

-- Returns the given messages as rows. `p_messages`: [{conversationId, messageId, direction, senderType?, body,
-- sentAt}], each message once.
CREATE OR REPLACE FUNCTION given_messages(p_messages json) RETURNS TABLE (conversation_id text, message_id text, direction text, sender_type text,
  body text, sent_at bigint, edited_at bigint, deleted_at bigint, attachments json, place bigint) LANGUAGE sql STABLE AS $$
  SELECT "conversationId" COLLATE "C", "messageId" COLLATE "C", direction, "senderType", body, "sentAt", "editedAt", "deletedAt", attachments,
    ordinality
  FROM ROWS FROM (json_to_recordset(p_messages) AS ("conversationId" text, "messageId" text, direction text, "senderType" text,
    body text, "sentAt" bigint, "editedAt" bigint, "deletedAt" bigint, attachments json)) WITH ORDINALITY
$$;

-- Returns the conversations that have a new or different message. A subquery in this position is not a join, so it uses
-- the primary key regardless of the planner's estimates for the table.
CREATE OR REPLACE FUNCTION conversations_with_news(p_workspace text, p_messages json) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(DISTINCT g.conversation_id), '{}') FROM given_messages(p_messages) g
  WHERE (SELECT (m.direction, m.body, m.sent_at) = (g.direction, g.body, g.sent_at)
           AND (m.sender_type, m.edited_at, m.deleted_at, coalesce(m.attachments::text, '[]')) IS NOT DISTINCT FROM
             (coalesce(g.sender_type, m.sender_type), coalesce(g.edited_at, m.edited_at), coalesce(g.deleted_at, m.deleted_at),
              coalesce(g.attachments::text, m.attachments::text, '[]'))
         FROM messages m
         WHERE m.workspace_id = p_workspace AND m.conversation_id = g.conversation_id AND m.message_id = g.message_id)
    IS NOT TRUE
$$;

-- Inserts or updates messages of conversations that this transaction has locked.
CREATE OR REPLACE FUNCTION import_messages(p_workspace text, p_messages json, p_conversations text[], OUT created bigint, OUT updated bigint)
LANGUAGE plpgsql AS $$
DECLARE
  v_grown text[];
BEGIN
  WITH written AS (
    INSERT INTO messages AS m (workspace_id, conversation_id, message_id, direction, sender_type, body, sent_at, edited_at,
      deleted_at, attachments)
    SELECT p_workspace, g.conversation_id, g.message_id, g.direction, g.sender_type, g.body, g.sent_at, g.edited_at, g.deleted_at,
      CASE WHEN g.attachments::text <> '[]' THEN g.attachments END
    FROM given_messages(p_messages) g WHERE g.conversation_id = ANY (p_conversations)
    ORDER BY g.place
    ON CONFLICT (workspace_id, conversation_id, message_id) DO UPDATE
      SET direction = excluded.direction, sender_type = coalesce(excluded.sender_type, m.sender_type), body = excluded.body,
          sent_at = excluded.sent_at, edited_at = coalesce(excluded.edited_at, m.edited_at),
          deleted_at = coalesce(excluded.deleted_at, m.deleted_at), attachments = coalesce(excluded.attachments, m.attachments)
      WHERE (m.direction, m.sender_type, m.body, m.sent_at, m.edited_at, m.deleted_at, m.attachments::text) IS DISTINCT FROM
        (excluded.direction, coalesce(excluded.sender_type, m.sender_type), excluded.body, excluded.sent_at,
         coalesce(excluded.edited_at, m.edited_at), coalesce(excluded.deleted_at, m.deleted_at),
         coalesce(excluded.attachments, m.attachments)::text)
    RETURNING m.conversation_id, m.sent_at, m.xmax = 0 AS is_new
  ), touched AS (
    SELECT conversation_id, count(*) FILTER (WHERE is_new) AS added, max(sent_at) AS latest FROM written GROUP BY conversation_id
  ), counted AS (
    UPDATE conversations c SET messages = c.messages + t.added, last_message_at = greatest(c.last_message_at, t.latest),
        epoch = c.epoch + 1
    FROM touched t WHERE c.workspace_id = p_workspace AND c.conversation_id = t.conversation_id
  )
  SELECT count(*) FILTER (WHERE is_new), count(*) FILTER (WHERE NOT is_new), array_agg(DISTINCT conversation_id) FILTER (WHERE is_new)
    INTO created, updated, v_grown FROM written;
  IF created > 0 THEN
    PERFORM wake_threads(p_workspace, v_grown);
  END IF;
  IF updated > 0 THEN
    UPDATE conversations c SET last_message_at = (
        SELECT max(m.sent_at) FROM messages m WHERE m.workspace_id = p_workspace AND m.conversation_id = c.conversation_id AND m.position > 0)
      WHERE c.workspace_id = p_workspace AND c.conversation_id = ANY (p_conversations);
  END IF;
END $$;

-- Imports conversations with their messages. `p_conversations`: [{id, profileId, channel?, contact?, relationship?,
-- state?, isContinued?}]; `p_messages` contains only their messages. `isContinued` marks a conversation that an earlier
-- call of the import contained. The function locks only rows that change. It also returns the conversations whose
-- profile does not exist, and those that still await the creator although the document gives another state.
CREATE OR REPLACE FUNCTION import_conversations(p_workspace text, p_conversations json, p_messages json, p_force_state boolean) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_with_news text[];
  v_given record;
  v_current conversations;
  v_wanted conversations;
  v_is_kept boolean;
  v_is_held boolean;
  v_created int := 0;
  v_updated int := 0;
  v_total int := 0;
  v_homeless text[] := ARRAY[]::text[];
  v_kept text[] := ARRAY[]::text[];
  v_messages record;
  v_changed text[] := ARRAY[]::text[];
BEGIN
  PERFORM enter(p_workspace);
  v_with_news := conversations_with_news(p_workspace, p_messages);
  FOR v_given IN
    SELECT id, "profileId" AS profile_id, channel, contact, relationship, state, coalesce("isContinued", false) AS is_continued
    FROM json_to_recordset(p_conversations) AS given(id text COLLATE "C", "profileId" text, channel text, contact json,
      relationship json, state text, "isContinued" boolean)
    ORDER BY id
  LOOP
    IF v_given.is_continued THEN
      PERFORM 1 FROM conversations
        WHERE workspace_id = p_workspace AND conversation_id = v_given.id AND v_given.id = ANY (v_with_news) FOR UPDATE;
      CONTINUE;
    END IF;
    v_total := v_total + 1;
    PERFORM 1 FROM profiles WHERE workspace_id = p_workspace AND profile_id = v_given.profile_id;
    IF NOT FOUND THEN
      v_homeless := v_homeless || v_given.id;
      CONTINUE;
    END IF;
    INSERT INTO conversations (workspace_id, conversation_id, profile_id, channel, contact, relationship, state)
      VALUES (p_workspace, v_given.id, v_given.profile_id, v_given.channel, v_given.contact, v_given.relationship,
              coalesce(v_given.state, 'open'))
      ON CONFLICT DO NOTHING;
    IF FOUND THEN
      v_created := v_created + 1;
      v_changed := v_changed || v_given.id;
      CONTINUE;
    END IF;
    -- Compares without a lock first. A row that needs to change is compared again under its lock.
    v_is_held := v_given.id = ANY (v_with_news);
    LOOP
      IF v_is_held THEN
        SELECT * INTO v_current FROM conversations WHERE workspace_id = p_workspace AND conversation_id = v_given.id FOR UPDATE;
      ELSE
        SELECT * INTO v_current FROM conversations WHERE workspace_id = p_workspace AND conversation_id = v_given.id;
      END IF;
      v_wanted := v_current;
      v_wanted.profile_id := v_given.profile_id;
      v_wanted.channel := coalesce(v_given.channel, v_current.channel);
      v_wanted.contact := coalesce(v_given.contact, v_current.contact);
      v_wanted.relationship := coalesce(v_given.relationship, v_current.relationship);
      v_is_kept := v_current.state = 'awaiting_owner' AND v_given.state <> 'awaiting_owner' AND NOT p_force_state;
      v_wanted.state := CASE WHEN v_is_kept IS TRUE THEN v_current.state ELSE coalesce(v_given.state, v_current.state) END;
      EXIT WHEN v_is_held OR to_jsonb(v_wanted) = to_jsonb(v_current);
      v_is_held := true;
    END LOOP;
    IF v_is_kept THEN
      v_kept := v_kept || v_given.id;
    END IF;
    IF to_jsonb(v_wanted) <> to_jsonb(v_current) THEN
      UPDATE conversations SET profile_id = v_wanted.profile_id, channel = v_wanted.channel, contact = v_wanted.contact,
          relationship = v_wanted.relationship, state = v_wanted.state, epoch = epoch + (state <> v_wanted.state)::int
        WHERE workspace_id = p_workspace AND conversation_id = v_given.id;
      IF v_wanted.state <> v_current.state THEN
        PERFORM wake_threads(p_workspace, ARRAY[v_given.id]);
      END IF;
      v_updated := v_updated + 1;
      v_changed := v_changed || v_given.id;
    END IF;
  END LOOP;
  v_messages := import_messages(p_workspace, p_messages, v_with_news);
  PERFORM place_conversations(p_workspace, v_changed || v_with_news);
  RETURN json_build_object('conversations', tally(v_created, v_updated, v_total),
    'messages', tally(v_messages.created, v_messages.updated, json_array_length(p_messages)),
    'homeless', v_homeless, 'keptAwaiting', v_kept);
END $$;
