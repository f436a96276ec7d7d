-- `resolve` reopens a closed conversation too; an import tells what it leaves out from what it sets to null.

CREATE OR REPLACE FUNCTION set_conversation_state(p_workspace text, p_conversation text, p_action text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_before text;
  v_after text := CASE p_action WHEN 'close' THEN 'closed' ELSE 'open' END;
BEGIN
  PERFORM enter(p_workspace);
  SELECT state INTO v_before FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  UPDATE conversations SET state = v_after
    WHERE workspace_id = p_workspace AND conversation_id = p_conversation AND state <> v_after;
  RETURN json_build_object('before', v_before, 'after', v_after);
END $$;

-- [{id, name, plan, status?, monthlyReplies?, allowedOrigins?, notifications?}]; null clears monthlyReplies and notifications.
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
      CASE json_typeof(g -> 'notifications') WHEN 'object' THEN g -> 'notifications' END AS notifications
    FROM json_array_elements(p_workspaces) AS given(g)
    ORDER BY id
  LOOP
    v_total := v_total + 1;
    PERFORM enter(v_given.id);
    INSERT INTO workspace_directory (workspace_id) VALUES (v_given.id) ON CONFLICT DO NOTHING;
    INSERT INTO workspaces VALUES (v_given.id, v_given.name, v_given.plan, coalesce(v_given.status, 'active'), v_given.monthly_replies,
        coalesce(v_given.allowed_origins, '{}'), v_given.notifications, NULL, now_ms())
      ON CONFLICT DO NOTHING;
    IF FOUND THEN
      v_created := v_created + 1;
      CONTINUE;
    END IF;
    UPDATE workspaces SET name = v_given.name, plan = v_given.plan, status = coalesce(v_given.status, status),
        monthly_replies = CASE WHEN v_given.names_replies THEN v_given.monthly_replies ELSE monthly_replies END,
        allowed_origins = coalesce(v_given.allowed_origins, allowed_origins),
        notifications = CASE WHEN v_given.names_notifications THEN v_given.notifications ELSE notifications END
      WHERE workspace_id = v_given.id
        AND (name, plan, status, monthly_replies, allowed_origins, notifications::jsonb) IS DISTINCT FROM
          (v_given.name, v_given.plan, coalesce(v_given.status, status),
           CASE WHEN v_given.names_replies THEN v_given.monthly_replies ELSE monthly_replies END,
           coalesce(v_given.allowed_origins, allowed_origins),
           (CASE WHEN v_given.names_notifications THEN v_given.notifications ELSE notifications END)::jsonb);
    v_updated := v_updated + FOUND::int;
  END LOOP;
  RETURN tally(v_created, v_updated, v_total);
END $$;

-- The personas of these profiles as they stand, by id, held for the rest of the transaction.
CREATE FUNCTION hold_personas(p_workspace text, p_profiles text[]) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (
    SELECT coalesce(json_object_agg(profile_id, persona), '{}')
    FROM (SELECT profile_id, persona FROM profiles WHERE workspace_id = p_workspace AND profile_id = ANY (p_profiles)
          ORDER BY profile_id FOR NO KEY UPDATE) held
  );
END $$;

-- Those of the given ids that are profiles of the workspace, active or not.
CREATE FUNCTION known_profiles(p_workspace text, p_profiles text[]) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (
    SELECT coalesce(json_agg(profile_id ORDER BY profile_id), '[]')
    FROM profiles WHERE workspace_id = p_workspace AND profile_id = ANY (p_profiles)
  );
END $$;
