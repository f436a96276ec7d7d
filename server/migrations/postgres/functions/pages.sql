-- Pages. Three steps share one transaction: `load_page` reads a question's data under locks, the service decides, and
-- `save_page` writes the result. The Page's row is locked first, then the month's counter, as everywhere else.
-- Questions to one Page may share a transaction: `next_ask` writes the changes of one and reads the data for the next.

-- Returns a Page as JSON. The function is in PL/pgSQL because that caches its plan. PostgreSQL replans an SQL function
-- that it cannot inline at every call.
CREATE OR REPLACE FUNCTION page_json(p_page pages) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN p_page.settings::jsonb || jsonb_build_object('slug', p_page.slug, 'profileId', p_page.profile_id, 'createdAt', p_page.created_at,
    'domains', coalesce((SELECT jsonb_agg(jsonb_build_object('domain', d.domain, 'token', d.token, 'provenAt', d.proven_at) ORDER BY d.domain)
      FROM page_domains d WHERE d.workspace_id = p_page.workspace_id AND d.slug = p_page.slug), '[]'));
END $$;

-- Returns a Page with the data that `p_needs` names, under the names that the service uses.
CREATE OR REPLACE FUNCTION page_snapshot(p_workspace text, p_slug text, p_needs json) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_now bigint := now_ms();
  v_page pages;
  v_networks text[] := ARRAY(SELECT json_array_elements_text(p_needs -> 'use' -> 'networks'));
  v_asks record;
  v_drafting json;
BEGIN
  SELECT * INTO v_page FROM pages WHERE workspace_id = p_workspace AND slug = p_slug;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT count(*) AS count, min(at) AS oldest_at, count(*) FILTER (WHERE is_form) AS form_count,
      min(at) FILTER (WHERE is_form) AS form_oldest_at INTO v_asks
    FROM page_uses WHERE workspace_id = p_workspace AND slug = p_slug AND network = ANY (v_networks) AND at > v_now - 3600000;
  IF (p_needs ->> 'isJudging')::boolean THEN
    v_drafting := drafting_terms(p_workspace, v_page.profile_id);
  END IF;
  RETURN json_build_object('now', v_now, 'workspaceId', p_workspace,
    'workspace', (SELECT json_build_object('status', status, 'plan', plan, 'monthlyReplies', monthly_replies, 'shares', shares,
      'usesModel', uses_model(drafting)) FROM workspaces WHERE workspace_id = p_workspace),
    'page', page_json(v_page),
    'profile', (SELECT json_build_object('status', status, 'revision', revision) FROM profiles
      WHERE workspace_id = p_workspace AND profile_id = v_page.profile_id),
    'usage', coalesce((SELECT json_build_object('api', api, 'inbox', inbox, 'page', page) FROM usage
      WHERE workspace_id = p_workspace AND period = period_of(v_now)), '{"api":0,"inbox":0,"page":0}'),
    'today', coalesce((SELECT json_build_object('replies', replies, 'handoffs', handoffs) FROM page_days
      WHERE workspace_id = p_workspace AND slug = p_slug AND day = day_of(v_now)), '{"replies":0,"handoffs":0}'),
    'asks', json_build_object('count', v_asks.count, 'oldestAt', v_asks.oldest_at),
    'formAsks', json_build_object('count', v_asks.form_count, 'oldestAt', v_asks.form_oldest_at),
    'isSpent', EXISTS (SELECT FROM page_uses WHERE workspace_id = p_workspace AND use_hash = p_needs -> 'use' ->> 'useHash'),
    'repeat', (SELECT question FROM page_asks WHERE workspace_id = p_workspace AND slug = p_slug
      AND question_hash = p_needs ->> 'questionHash' AND at > v_now - 86400000 AND is_charged
      AND revision = (SELECT revision FROM profiles WHERE workspace_id = p_workspace AND profile_id = v_page.profile_id)
      ORDER BY at LIMIT 1),
    'joined', (SELECT conversation_id FROM page_asks WHERE workspace_id = p_workspace AND slug = p_slug
      AND question_hash = p_needs ->> 'questionHash' AND at > v_now - 86400000 AND conversation_id IS NOT NULL AND network = ANY (v_networks)
      ORDER BY at LIMIT 1),
    'isGathering', EXISTS (SELECT FROM notifications WHERE workspace_id = p_workspace
      AND notification_id = v_page.notice ->> 'notificationId' AND state = 'queued' AND attempts = 0 AND due_at > lived_ms()),
    'drafting', v_drafting);
END $$;

-- Returns null if the Page does not exist.
CREATE OR REPLACE FUNCTION find_page(p_slug text, p_needs json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_workspace text;
BEGIN
  SELECT workspace_id INTO v_workspace FROM page_directory WHERE kind = 'slug' AND name = p_slug;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  PERFORM enter(v_workspace);
  RETURN page_snapshot(v_workspace, p_slug, p_needs);
END $$;

-- Returns the same data for a question that will be settled. Questions to one Page run one after another. If a question
-- may be charged, all charges of the month also run one after another.
CREATE OR REPLACE FUNCTION load_page(p_workspace text, p_needs json) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  v_period text := period_of(now_ms());
BEGIN
  PERFORM enter(p_workspace);
  PERFORM 1 FROM pages WHERE workspace_id = p_workspace AND slug = p_needs ->> 'slug' FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF (p_needs ->> 'isCharging')::boolean THEN
    INSERT INTO usage (workspace_id, period) VALUES (p_workspace, v_period) ON CONFLICT DO NOTHING;
    PERFORM 1 FROM usage WHERE workspace_id = p_workspace AND period = v_period FOR UPDATE;
  END IF;
  RETURN page_snapshot(p_workspace, p_needs ->> 'slug', p_needs);
END $$;

CREATE OR REPLACE FUNCTION save_page(p_workspace text, p_changes json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := now_ms();
  v_period text := period_of(v_now);
  v_day text := day_of(v_now);
  v_slug text := p_changes ->> 'slug';
  v_use json := p_changes -> 'use';
  v_ask json := p_changes -> 'ask';
  v_link json := p_changes -> 'link';
  v_charge json := p_changes -> 'charge';
  v_replies bigint := (p_changes -> 'day' ->> 'replies')::bigint;
  v_handoffs bigint := (p_changes -> 'day' ->> 'handoffs')::bigint;
BEGIN
  PERFORM enter(p_workspace);
  IF json_typeof(v_use) = 'object' THEN
    INSERT INTO page_uses VALUES (p_workspace, v_use ->> 'useHash', v_slug, v_use -> 'networks' ->> 0, (v_use ->> 'isForm')::boolean, v_now);
  END IF;
  IF json_typeof(v_ask) = 'object' THEN
    INSERT INTO page_asks VALUES (p_workspace, v_ask ->> 'askId', v_slug, v_now, v_ask ->> 'question', v_ask ->> 'questionHash',
      v_ask ->> 'network', v_ask ->> 'revision', (v_ask ->> 'isAnswered')::boolean, (v_ask ->> 'isCharged')::boolean, v_ask ->> 'intent',
      v_ask -> 'items', v_ask ->> 'conversationId');
  END IF;
  IF json_typeof(v_link) = 'object' THEN
    INSERT INTO page_links VALUES (p_workspace, v_link ->> 'tokenHash', v_slug, v_link ->> 'conversationId', v_now, v_link ->> 'contact', NULL);
  END IF;
  IF v_replies + v_handoffs > 0 THEN
    INSERT INTO page_days AS d VALUES (p_workspace, v_slug, v_day, v_replies, v_handoffs)
      ON CONFLICT (workspace_id, slug, day) DO UPDATE SET replies = d.replies + excluded.replies, handoffs = d.handoffs + excluded.handoffs;
  END IF;
  IF json_typeof(v_charge) = 'object' THEN
    INSERT INTO usage (workspace_id, period, page) VALUES (p_workspace, v_period, 1)
      ON CONFLICT (workspace_id, period) DO UPDATE SET page = usage.page + 1;
    INSERT INTO external_charges VALUES (p_workspace, 'page', v_charge ->> 'askId', v_period);
    PERFORM count_activity(p_workspace, 'page', v_charge ->> 'intent', v_charge ->> 'riskLevel');
    IF json_typeof(v_charge -> 'modelUse') = 'object' THEN
      PERFORM count_model_use(p_workspace, v_period, v_charge -> 'modelUse');
    END IF;
  END IF;
  IF json_typeof(p_changes -> 'notice') = 'object' THEN
    UPDATE pages SET notice = p_changes -> 'notice' WHERE workspace_id = p_workspace AND slug = v_slug;
  END IF;
END $$;

-- Saves the changes of one question and loads the data of the next. Either parameter may be null.
CREATE OR REPLACE FUNCTION next_ask(p_workspace text, p_changes json, p_needs json) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  IF p_changes IS NOT NULL THEN
    PERFORM save_page(p_workspace, p_changes);
  END IF;
  RETURN CASE WHEN p_needs IS NOT NULL THEN load_page(p_workspace, p_needs) END;
END $$;
