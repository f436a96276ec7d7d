-- How much a workspace lets the service answer automatically, and how creators handled its proposals.

CREATE OR REPLACE FUNCTION autonomy_of(p_drafting json) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_drafting ->> 'autonomy', 'careful')
$$;

-- Returns how the replies of one profile are drafted: {usesModel, usesWording, autonomy, records}. `records` has the
-- statistics of the items that creators edited or rejected. The function is in PL/pgSQL because that caches its plan.
-- PostgreSQL replans an SQL function that it cannot inline at every call.
CREATE OR REPLACE FUNCTION drafting_terms(p_workspace text, p_profile text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT json_build_object('usesModel', uses_model(drafting), 'usesWording', coalesce((drafting ->> 'wording')::boolean, false),
      'autonomy', autonomy_of(drafting),
      'records', (SELECT coalesce(json_agg(json_build_object('itemId', item_id, 'hash', hash, 'unchanged', unchanged, 'edited', edited,
          'rejected', rejected)), '[]')
        FROM item_records WHERE workspace_id = p_workspace AND profile_id = p_profile AND edited + rejected > 0))
    FROM workspaces WHERE workspace_id = p_workspace);
END $$;

-- Counts the proposal in a stored draft, and whether it would have been automatic. `p_items`: [{id, hash}], ordered by
-- id. If an item has changed since, its record starts over.
CREATE OR REPLACE FUNCTION keep_draft_record(p_workspace text, p_key text, p_profile text, p_items json, p_trial text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF json_array_length(p_items) = 0 AND p_trial IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO draft_records (workspace_id, idempotency_key, profile_id, items, trial, created_at)
    SELECT p_workspace, p_key, profile_id, p_items, p_trial, now_ms() FROM profiles
    WHERE workspace_id = p_workspace AND profile_id = p_profile
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  INSERT INTO item_records AS r (workspace_id, profile_id, item_id, hash, proposed, unchanged, edited, rejected)
    SELECT p_workspace, p_profile, i.id, i.hash, 1, 0, 0, 0 FROM json_to_recordset(p_items) AS i(id text, hash text)
    ORDER BY i.id COLLATE "C"
    ON CONFLICT (workspace_id, profile_id, item_id) DO UPDATE SET hash = excluded.hash,
      proposed = CASE WHEN r.hash = excluded.hash THEN r.proposed + 1 ELSE 1 END,
      unchanged = CASE WHEN r.hash = excluded.hash THEN r.unchanged ELSE 0 END,
      edited = CASE WHEN r.hash = excluded.hash THEN r.edited ELSE 0 END,
      rejected = CASE WHEN r.hash = excluded.hash THEN r.rejected ELSE 0 END;
  IF p_trial IS NOT NULL THEN
    INSERT INTO trials AS t (workspace_id, profile_id, drafts, automatic, unchanged, edited, rejected)
      VALUES (p_workspace, p_profile, 1, (p_trial = 'automatic')::int, 0, 0, 0)
      ON CONFLICT (workspace_id, profile_id) DO UPDATE SET drafts = t.drafts + 1, automatic = t.automatic + excluded.automatic;
  END IF;
END $$;

-- Records how the creator handled a draft. Returns `recorded`, `repeated` if it was already counted, or `not_found`.
CREATE OR REPLACE FUNCTION record_outcome(p_workspace text, p_key text, p_outcome text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_record draft_records;
BEGIN
  PERFORM enter(p_workspace);
  SELECT * INTO v_record FROM draft_records WHERE workspace_id = p_workspace AND idempotency_key = p_key FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'not_found';
  END IF;
  IF v_record.outcome IS NOT NULL THEN
    RETURN 'repeated';
  END IF;
  UPDATE draft_records SET outcome = p_outcome WHERE workspace_id = p_workspace AND idempotency_key = p_key;
  -- Locks the records one by one, in the order in which proposals are counted.
  PERFORM 1 FROM item_records r JOIN json_to_recordset(v_record.items) AS i(id text, hash text) ON i.id = r.item_id AND i.hash = r.hash
    WHERE r.workspace_id = p_workspace AND r.profile_id = v_record.profile_id ORDER BY r.item_id FOR UPDATE OF r;
  UPDATE item_records r SET unchanged = r.unchanged + (p_outcome = 'unchanged')::int, edited = r.edited + (p_outcome = 'edited')::int,
      rejected = r.rejected + (p_outcome = 'rejected')::int
    FROM json_to_recordset(v_record.items) AS i(id text, hash text)
    WHERE r.workspace_id = p_workspace AND r.profile_id = v_record.profile_id AND r.item_id = i.id AND r.hash = i.hash;
  IF v_record.trial = 'automatic' THEN
    UPDATE trials SET unchanged = unchanged + (p_outcome = 'unchanged')::int, edited = edited + (p_outcome = 'edited')::int,
        rejected = rejected + (p_outcome = 'rejected')::int
      WHERE workspace_id = p_workspace AND profile_id = v_record.profile_id;
  END IF;
  RETURN 'recorded';
END $$;

-- Returns null if the workspace does not exist.
CREATE OR REPLACE FUNCTION read_autonomy(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT json_build_object('autonomy', autonomy_of(drafting),
      'trials', (SELECT coalesce(json_agg(json_build_object('profileId', profile_id, 'drafts', drafts, 'automatic', automatic,
          'unchanged', unchanged, 'edited', edited, 'rejected', rejected) ORDER BY profile_id), '[]')
        FROM trials WHERE workspace_id = p_workspace),
      'items', (SELECT coalesce(json_agg(json_build_object('profileId', profile_id, 'itemId', item_id, 'hash', hash, 'proposed', proposed,
          'unchanged', unchanged, 'edited', edited, 'rejected', rejected) ORDER BY profile_id, item_id), '[]')
        FROM item_records WHERE workspace_id = p_workspace))
    FROM workspaces WHERE workspace_id = p_workspace);
END $$;

-- Sets a workspace's autonomy. Turning it off starts a new trial. Returns whether the workspace exists.
CREATE OR REPLACE FUNCTION set_autonomy(p_workspace text, p_autonomy text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_before text;
BEGIN
  PERFORM enter(p_workspace);
  SELECT autonomy_of(drafting) INTO v_before FROM workspaces WHERE workspace_id = p_workspace FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE workspaces SET drafting = (coalesce(drafting::jsonb, '{}') || jsonb_build_object('autonomy', p_autonomy))::json
    WHERE workspace_id = p_workspace;
  IF p_autonomy = 'off' AND v_before <> 'off' THEN
    DELETE FROM trials WHERE workspace_id = p_workspace;
  END IF;
  RETURN true;
END $$;

-- Resets an item's record, so that the item may become automatic again. Returns false if it has no record.
CREATE OR REPLACE FUNCTION release_item(p_workspace text, p_profile text, p_item text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  UPDATE item_records SET proposed = 0, unchanged = 0, edited = 0, rejected = 0
    WHERE workspace_id = p_workspace AND profile_id = p_profile AND item_id = p_item;
  RETURN FOUND;
END $$;
