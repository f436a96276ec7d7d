CREATE OR REPLACE FUNCTION read_persona_draft(p_workspace text, p_profile text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT json_build_object('profileId', p.profile_id, 'displayName', p.display_name, 'status', p.status,
      'published', p.persona, 'publishedRevision', p.revision, 'version', coalesce(d.version, 0), 'draft', d.persona,
      'baseRevision', d.base_revision, 'updatedAt', d.updated_at, 'updatedBy', d.updated_by, 'now', now_ms())
    FROM profiles p LEFT JOIN persona_drafts d ON d.workspace_id = p_workspace AND d.profile_id = p_profile
    WHERE p.workspace_id = p_workspace AND p.profile_id = p_profile);
END $$;

-- Stores a change and the version that it creates, for a profile that this transaction has locked. Returns null if the
-- draft's version has changed in the meantime.
CREATE OR REPLACE FUNCTION note_change(p_workspace text, p_profile text, p_version bigint, p_draft json, p_base_revision text, p_unpublished int,
  p_change json) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  IF coalesce((SELECT version FROM persona_drafts WHERE workspace_id = p_workspace AND profile_id = p_profile), 0) <> p_version THEN
    RETURN json_build_object('outcome', 'conflict');
  END IF;
  INSERT INTO persona_drafts VALUES (p_workspace, p_profile, p_version + 1, p_base_revision, p_unpublished, v_now, p_change ->> 'by', p_draft)
    ON CONFLICT (workspace_id, profile_id) DO UPDATE SET version = excluded.version, base_revision = excluded.base_revision,
      unpublished = excluded.unpublished, updated_at = excluded.updated_at, updated_by = excluded.updated_by, persona = excluded.persona;
  INSERT INTO persona_changes VALUES (p_workspace, p_profile, p_version + 1, v_now, p_change ->> 'accountId', p_change ->> 'by',
    p_change ->> 'action', p_change ->> 'itemKind', p_change ->> 'itemId', p_change ->> 'title', p_change ->> 'conversationId',
    p_change ->> 'before', p_change ->> 'after');
  DELETE FROM persona_changes WHERE workspace_id = p_workspace AND profile_id = p_profile AND version <= p_version - 1000;
  RETURN json_build_object('outcome', 'saved', 'version', p_version + 1, 'at', v_now);
END $$;

CREATE OR REPLACE FUNCTION save_draft(p_workspace text, p_profile text, p_version bigint, p_draft json, p_base_revision text, p_unpublished int,
  p_change json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM profiles WHERE workspace_id = p_workspace AND profile_id = p_profile FOR UPDATE;
  IF NOT FOUND THEN
    RETURN json_build_object('outcome', 'not_found');
  END IF;
  RETURN note_change(p_workspace, p_profile, p_version, p_draft, p_base_revision, p_unpublished, p_change);
END $$;

CREATE OR REPLACE FUNCTION publish_draft(p_workspace text, p_profile text, p_version bigint, p_published_revision text, p_persona json,
  p_revision text, p_change json, p_items json DEFAULT NULL) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_live text;
  v_saved json;
BEGIN
  PERFORM enter(p_workspace);
  SELECT revision INTO v_live FROM profiles WHERE workspace_id = p_workspace AND profile_id = p_profile FOR UPDATE;
  IF NOT FOUND THEN
    RETURN json_build_object('outcome', 'not_found');
  END IF;
  IF v_live <> p_published_revision THEN
    RETURN json_build_object('outcome', 'conflict');
  END IF;
  v_saved := note_change(p_workspace, p_profile, p_version, NULL, NULL, 0, p_change);
  IF v_saved ->> 'outcome' = 'saved' THEN
    UPDATE profiles SET persona = p_persona, revision = p_revision WHERE workspace_id = p_workspace AND profile_id = p_profile;
    IF p_items IS NOT NULL THEN
      PERFORM note_items(p_workspace, p_profile, p_items);
    END IF;
  END IF;
  RETURN v_saved;
END $$;

-- Returns the changes to a persona. Lists omit the whole personas that some changes contain: '""' stands for an omitted
-- one.
CREATE OR REPLACE FUNCTION list_persona_changes(p_workspace text, p_profile text, p_version bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('version', version, 'at', at, 'accountId', account_id, 'by', by_name, 'action', action,
      'itemKind', item_kind, 'itemId', item_id, 'title', title, 'conversationId', conversation_id,
      'before', CASE WHEN p_version IS NULL AND before IS NOT NULL AND action IN ('import', 'discard', 'publish') THEN '""' ELSE before END,
      'after', CASE WHEN p_version IS NULL AND action = 'undo' AND item_kind IS NULL AND before IS NULL THEN NULL ELSE after END)
      ORDER BY version DESC), '[]')
    FROM (SELECT * FROM persona_changes WHERE workspace_id = p_workspace AND profile_id = p_profile
            AND (p_version IS NULL OR version = p_version) ORDER BY version DESC LIMIT p_limit) AS newest);
END $$;
