-- Returns {hash, bytes}, with the bytes in base64, or null if no classifier is stored.
CREATE OR REPLACE FUNCTION read_classifier(p_workspace text, p_profile text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT json_build_object('hash', hash, 'bytes', encode(bytes, 'base64')) FROM classifiers
    WHERE workspace_id = p_workspace AND profile_id = p_profile);
END $$;

CREATE OR REPLACE FUNCTION keep_classifier(p_workspace text, p_profile text, p_hash text, p_bytes text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM profiles WHERE workspace_id = p_workspace AND profile_id = p_profile FOR KEY SHARE;
  IF FOUND THEN
    INSERT INTO classifiers VALUES (p_workspace, p_profile, p_hash, decode(p_bytes, 'base64'))
      ON CONFLICT (workspace_id, profile_id) DO UPDATE SET hash = excluded.hash, bytes = excluded.bytes;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION taught_json(p_phrase taught_phrases) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('itemId', p_phrase.item_id, 'kind', p_phrase.kind, 'text', p_phrase.text, 'source', p_phrase.source,
    'state', p_phrase.state, 'conversationId', p_phrase.conversation_id, 'createdAt', p_phrase.created_at)
$$;

-- Returns phrases by item and kind, oldest first.
CREATE OR REPLACE FUNCTION list_taught_phrases(p_workspace text, p_profile text, p_of_fans boolean) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  IF p_of_fans THEN
    RETURN (SELECT coalesce(json_agg(taught_json(t) ORDER BY item_id, kind, created_at, text), '[]') FROM taught_phrases t
      WHERE workspace_id = p_workspace AND profile_id = p_profile AND source IN ('inbox', 'page'));
  END IF;
  RETURN (SELECT coalesce(json_agg(taught_json(t) ORDER BY item_id, kind, created_at, text), '[]') FROM taught_phrases t
    WHERE workspace_id = p_workspace AND profile_id = p_profile);
END $$;

-- Adds suggestions, and returns how many were new. The conversations stay locked until the commit, so that an erasure
-- either finds these phrases or prevents them.
CREATE OR REPLACE FUNCTION suggest_phrases(p_workspace text, p_profile text, p_phrases json, p_max int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_conversation text;
  v_conversations text[] := ARRAY[]::text[];
  v_room int;
  v_new int;
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM profiles WHERE workspace_id = p_workspace AND profile_id = p_profile FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  FOR v_conversation IN
    SELECT DISTINCT each ->> 'conversationId' AS id FROM json_array_elements(p_phrases) AS each ORDER BY id
  LOOP
    PERFORM 1 FROM conversations WHERE workspace_id = p_workspace AND conversation_id = v_conversation FOR KEY SHARE;
    IF FOUND THEN
      v_conversations := v_conversations || v_conversation;
    END IF;
  END LOOP;
  v_room := p_max - (SELECT count(*) FROM taught_phrases WHERE workspace_id = p_workspace AND profile_id = p_profile);
  INSERT INTO taught_phrases
    SELECT p_workspace, p_profile, "itemId", kind, "textHash", text, source, 'suggested', "conversationId", v_now
    FROM json_to_recordset(p_phrases) AS r("itemId" text, kind text, "textHash" text, text text, source text, "conversationId" text)
    WHERE "conversationId" IS NULL OR "conversationId" = ANY (v_conversations)
    LIMIT greatest(v_room, 0)
    ON CONFLICT (workspace_id, profile_id, item_id, kind, text_hash) DO NOTHING;
  GET DIAGNOSTICS v_new = ROW_COUNT;
  RETURN v_new;
END $$;

CREATE OR REPLACE FUNCTION settle_phrases(p_workspace text, p_profile text, p_phrases json, p_is_accepted boolean) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_changed int;
BEGIN
  PERFORM enter(p_workspace);
  IF p_is_accepted THEN
    UPDATE taught_phrases t SET state = 'accepted'
      FROM json_to_recordset(p_phrases) AS r("itemId" text, kind text, "textHash" text)
      WHERE t.workspace_id = p_workspace AND t.profile_id = p_profile AND t.item_id = r."itemId" AND t.kind = r.kind
        AND t.text_hash = r."textHash" AND t.state = 'suggested';
  ELSE
    DELETE FROM taught_phrases t
      USING json_to_recordset(p_phrases) AS r("itemId" text, kind text, "textHash" text)
      WHERE t.workspace_id = p_workspace AND t.profile_id = p_profile AND t.item_id = r."itemId" AND t.kind = r.kind
        AND t.text_hash = r."textHash";
  END IF;
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  RETURN v_changed;
END $$;

-- Returns the training phrases that came from these conversations, by profile.
CREATE OR REPLACE FUNCTION words_of_conversations(p_workspace text, p_conversations text[]) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('profileId', profile_id, 'words', words) ORDER BY profile_id), '[]') FROM (
    SELECT profile_id, json_agg(DISTINCT text) AS words FROM taught_phrases
    WHERE workspace_id = p_workspace AND conversation_id = ANY (p_conversations) GROUP BY profile_id) AS taught);
END $$;

-- Returns the next changes of a persona that contain one of these pieces of JSON text.
CREATE OR REPLACE FUNCTION changes_that_quote(p_workspace text, p_profile text, p_pieces text[], p_after bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('version', version, 'before', before, 'after', after) ORDER BY version), '[]') FROM (
    SELECT version, before, after FROM persona_changes
    WHERE workspace_id = p_workspace AND profile_id = p_profile AND version > p_after
      AND EXISTS (SELECT FROM unnest(p_pieces) AS piece WHERE strpos(before, piece) > 0 OR strpos(after, piece) > 0)
    ORDER BY version LIMIT p_limit) AS page);
END $$;

CREATE OR REPLACE FUNCTION rewrite_change(p_workspace text, p_profile text, p_version bigint, p_before text, p_after text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  UPDATE persona_changes SET before = p_before, after = p_after
    WHERE workspace_id = p_workspace AND profile_id = p_profile AND version = p_version;
END $$;

-- Stores what remains of a persona and its draft. The version is incremented, so that anyone with the former draft open
-- or in memory has to reload it.
CREATE OR REPLACE FUNCTION rewrite_persona(p_workspace text, p_profile text, p_persona json, p_revision text, p_draft json, p_base_revision text,
  p_unpublished int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  UPDATE profiles SET persona = p_persona, revision = p_revision WHERE workspace_id = p_workspace AND profile_id = p_profile;
  UPDATE persona_drafts SET persona = p_draft, base_revision = p_base_revision, unpublished = coalesce(p_unpublished, unpublished),
      version = version + 1
    WHERE workspace_id = p_workspace AND profile_id = p_profile;
END $$;

-- Removes the training phrases that came from these conversations, and the classifier, which may have learned them.
-- Returns how many phrases were removed.
CREATE OR REPLACE FUNCTION forget_phrases(p_workspace text, p_profile text, p_conversations text[]) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_conversation text;
  v_step int;
  v_removed int := 0;
BEGIN
  PERFORM enter(p_workspace);
  DELETE FROM classifiers WHERE workspace_id = p_workspace AND profile_id = p_profile;
  FOREACH v_conversation IN ARRAY p_conversations LOOP
    DELETE FROM taught_phrases WHERE workspace_id = p_workspace AND profile_id = p_profile AND conversation_id = v_conversation;
    GET DIAGNOSTICS v_step = ROW_COUNT;
    v_removed := v_removed + v_step;
  END LOOP;
  RETURN v_removed;
END $$;
