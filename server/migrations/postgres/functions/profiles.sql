CREATE OR REPLACE FUNCTION profile_json(p_profile profiles) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('profileId', p_profile.profile_id, 'displayName', p_profile.display_name,
    'revision', p_profile.revision, 'persona', p_profile.persona)
$$;

-- Returns the active profile, or null.
CREATE OR REPLACE FUNCTION read_profile(p_workspace text, p_profile text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT profile_json(p) FROM profiles p WHERE p.workspace_id = p_workspace AND p.profile_id = p_profile AND p.status = 'active');
END $$;

CREATE OR REPLACE FUNCTION list_profiles(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('profileId', p.profile_id, 'displayName', p.display_name, 'status', p.status,
      'facts', coalesce(json_array_length(p.persona -> 'facts'), 0), 'offers', coalesce(json_array_length(p.persona -> 'offers'), 0),
      'phrases', coalesce(json_array_length(p.persona -> 'phrases'), 0), 'unpublished', coalesce(d.unpublished, 0))
      ORDER BY p.display_name COLLATE "C", p.profile_id), '[]')
    FROM profiles p LEFT JOIN persona_drafts d ON d.workspace_id = p_workspace AND d.profile_id = p.profile_id
    WHERE p.workspace_id = p_workspace);
END $$;

-- Returns the current personas of these profiles by id, locked for the rest of the transaction.
CREATE OR REPLACE FUNCTION hold_personas(p_workspace text, p_profiles text[]) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (
    SELECT coalesce(json_object_agg(profile_id, persona), '{}')
    FROM (SELECT profile_id, persona FROM profiles WHERE workspace_id = p_workspace AND profile_id = ANY (p_profiles)
          ORDER BY profile_id FOR NO KEY UPDATE) held
  );
END $$;

-- Returns those of the given ids that are profiles of the workspace, active or not.
CREATE OR REPLACE FUNCTION known_profiles(p_workspace text, p_profiles text[]) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (
    SELECT coalesce(json_agg(profile_id ORDER BY profile_id), '[]')
    FROM profiles WHERE workspace_id = p_workspace AND profile_id = ANY (p_profiles)
  );
END $$;
