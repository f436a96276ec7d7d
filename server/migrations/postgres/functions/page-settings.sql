-- The settings of Pages, their domains, and the time since which their items have had their current text.

-- Returns null if the workspace does not exist.
CREATE OR REPLACE FUNCTION list_pages(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  IF NOT EXISTS (SELECT FROM workspaces WHERE workspace_id = p_workspace) THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT coalesce(json_agg(page_json(p) ORDER BY p.slug), '[]') FROM pages p WHERE p.workspace_id = p_workspace);
END $$;

-- Creates a Page (`p_new`), or replaces the settings of one of the workspace's Pages.
CREATE OR REPLACE FUNCTION put_page(p_workspace text, p_page json, p_new boolean) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
  v_slug text := p_page ->> 'slug';
  v_profile text := p_page ->> 'profileId';
  v_settings json := (p_page::jsonb - ARRAY['slug', 'profileId'])::json;
BEGIN
  PERFORM enter(p_workspace);
  IF NOT EXISTS (SELECT FROM profiles WHERE workspace_id = p_workspace AND profile_id = v_profile) THEN
    RETURN json_build_object('outcome', CASE WHEN p_new OR EXISTS (SELECT FROM pages WHERE workspace_id = p_workspace AND slug = v_slug)
      THEN 'profile_not_found' ELSE 'not_found' END);
  END IF;
  IF p_new THEN
    INSERT INTO page_directory (kind, name, workspace_id, slug) VALUES ('slug', v_slug, p_workspace, v_slug) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN json_build_object('outcome', 'slug_taken');
    END IF;
    INSERT INTO pages (workspace_id, slug, profile_id, created_at, settings) VALUES (p_workspace, v_slug, v_profile, v_now, v_settings);
  ELSE
    UPDATE pages SET profile_id = v_profile, settings = v_settings WHERE workspace_id = p_workspace AND slug = v_slug;
    IF NOT FOUND THEN
      RETURN json_build_object('outcome', 'not_found');
    END IF;
  END IF;
  RETURN (SELECT json_build_object('outcome', 'done', 'page', page_json(p)) FROM pages p WHERE p.workspace_id = p_workspace AND p.slug = v_slug);
END $$;

CREATE OR REPLACE FUNCTION remove_page(p_workspace text, p_slug text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  DELETE FROM pages WHERE workspace_id = p_workspace AND slug = p_slug;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM page_directory WHERE workspace_id = p_workspace AND slug = p_slug;
  RETURN true;
END $$;

-- Records a domain. A domain that the Page already has keeps its token.
CREATE OR REPLACE FUNCTION put_domain(p_workspace text, p_slug text, p_domain text, p_token text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_known page_domains;
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM pages WHERE workspace_id = p_workspace AND slug = p_slug FOR UPDATE;
  IF NOT FOUND THEN
    RETURN json_build_object('outcome', 'not_found');
  END IF;
  SELECT * INTO v_known FROM page_domains WHERE workspace_id = p_workspace AND domain = p_domain;
  IF v_known.slug = p_slug THEN
    RETURN json_build_object('outcome', 'done', 'token', v_known.token, 'provenAt', v_known.proven_at);
  END IF;
  IF EXISTS (SELECT FROM page_directory WHERE kind = 'domain' AND name = p_domain) THEN
    RETURN json_build_object('outcome', 'taken');
  END IF;
  INSERT INTO page_domains (workspace_id, domain, slug, token) VALUES (p_workspace, p_domain, p_slug, p_token)
    ON CONFLICT (workspace_id, domain) DO UPDATE SET slug = excluded.slug, token = excluded.token, proven_at = NULL;
  RETURN json_build_object('outcome', 'done', 'token', p_token, 'provenAt', NULL);
END $$;

CREATE OR REPLACE FUNCTION settle_domain(p_workspace text, p_slug text, p_domain text, p_proven boolean) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM page_domains WHERE workspace_id = p_workspace AND slug = p_slug AND domain = p_domain FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'not_found';
  END IF;
  IF NOT p_proven THEN
    UPDATE page_domains SET proven_at = NULL WHERE workspace_id = p_workspace AND domain = p_domain;
    DELETE FROM page_directory WHERE kind = 'domain' AND name = p_domain AND workspace_id = p_workspace;
    RETURN 'done';
  END IF;
  INSERT INTO page_directory (kind, name, workspace_id, slug) VALUES ('domain', p_domain, p_workspace, p_slug) ON CONFLICT DO NOTHING;
  IF NOT EXISTS (SELECT FROM page_directory WHERE kind = 'domain' AND name = p_domain AND workspace_id = p_workspace AND slug = p_slug) THEN
    RETURN 'taken';
  END IF;
  UPDATE page_domains SET proven_at = coalesce(proven_at, v_now) WHERE workspace_id = p_workspace AND domain = p_domain;
  RETURN 'done';
END $$;

CREATE OR REPLACE FUNCTION remove_domain(p_workspace text, p_slug text, p_domain text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  DELETE FROM page_domains WHERE workspace_id = p_workspace AND slug = p_slug AND domain = p_domain;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM page_directory WHERE kind = 'domain' AND name = p_domain AND workspace_id = p_workspace;
  RETURN true;
END $$;

-- Returns the Page that a verified domain serves, or, without a domain, all verified domains.
CREATE OR REPLACE FUNCTION proven_domains(p_domain text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT coalesce(json_agg(json_build_object('domain', name, 'workspaceId', workspace_id, 'slug', slug) ORDER BY name), '[]')
    FROM page_directory WHERE kind = 'domain' AND (p_domain IS NULL OR name = p_domain));
END $$;

CREATE OR REPLACE FUNCTION noted_items(p_workspace text, p_profile text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('id', item_id, 'hash', hash, 'at', approved_at) ORDER BY item_id COLLATE "C"), '[]')
    FROM page_items WHERE workspace_id = p_workspace AND profile_id = p_profile);
END $$;

-- Records the given items of a profile, and returns since when each has had its current hash, by the item's id.
CREATE OR REPLACE FUNCTION note_items(p_workspace text, p_profile text, p_items json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := now_ms();
BEGIN
  PERFORM enter(p_workspace);
  -- Concurrent calls for one profile run one after another.
  PERFORM 1 FROM profiles WHERE workspace_id = p_workspace AND profile_id = p_profile FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN '{}';
  END IF;
  DELETE FROM page_items WHERE workspace_id = p_workspace AND profile_id = p_profile
    AND NOT item_id = ANY (ARRAY(SELECT i ->> 'id' FROM json_array_elements(p_items) AS i));
  INSERT INTO page_items AS known (workspace_id, profile_id, item_id, hash, approved_at)
    SELECT p_workspace, p_profile, id, hash, v_now FROM json_to_recordset(p_items) AS r(id text, hash text)
    ON CONFLICT (workspace_id, profile_id, item_id) DO UPDATE SET hash = excluded.hash, approved_at = excluded.approved_at
      WHERE known.hash <> excluded.hash;
  RETURN (SELECT coalesce(json_object_agg(item_id, approved_at), '{}') FROM page_items
    WHERE workspace_id = p_workspace AND profile_id = p_profile);
END $$;
