-- Appends an entry to its chain. The caller hashes the entry's personal part with a salt. Without the salt, nobody can
-- guess that part from its hash.
-- `p_entry`: {workspaceId, body, personal, salt, personalHash, actorId, subject}
CREATE OR REPLACE FUNCTION append_audit(p_entry json) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_workspace text := p_entry ->> 'workspaceId';
  v_now bigint;
  v_chain audit_chains;
  v_sequence bigint;
  v_hash text;
BEGIN
  INSERT INTO audit_chains VALUES (v_workspace, 1, '', 0, '') ON CONFLICT DO NOTHING;
  SELECT * INTO v_chain FROM audit_chains WHERE workspace_id = v_workspace FOR UPDATE;
  v_now := now_ms();
  v_sequence := v_chain.last_sequence + 1;
  v_hash := encode(sha256(convert_to(concat_ws(E'\n', v_chain.last_hash, v_workspace, v_sequence, v_now, p_entry ->> 'personalHash',
    p_entry ->> 'body'), 'UTF8')), 'hex');
  INSERT INTO audit_entries (workspace_id, sequence, at, body, personal, salt, personal_hash, hash, actor_id, subject)
    VALUES (v_workspace, v_sequence, v_now, p_entry ->> 'body', p_entry ->> 'personal', p_entry ->> 'salt', p_entry ->> 'personalHash',
      v_hash, p_entry ->> 'actorId', p_entry ->> 'subject');
  UPDATE audit_chains SET last_sequence = v_sequence, last_hash = v_hash WHERE workspace_id = v_workspace;
END $$;

-- Returns the entries of a chain, oldest first.
CREATE OR REPLACE FUNCTION list_audit(p_workspace text, p_after bigint, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT coalesce(json_agg(json_build_object('workspaceId', workspace_id, 'sequence', sequence, 'at', at, 'body', body,
      'personal', personal, 'salt', salt, 'personalHash', personal_hash, 'hash', hash) ORDER BY sequence), '[]')
    FROM (SELECT * FROM audit_entries WHERE workspace_id = p_workspace AND sequence > p_after ORDER BY sequence LIMIT p_limit) AS page);
END $$;

CREATE OR REPLACE FUNCTION list_audit_chains() RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT coalesce(json_agg(json_build_object('workspaceId', workspace_id, 'firstSequence', first_sequence, 'anchor', anchor,
      'lastSequence', last_sequence, 'lastHash', last_hash) ORDER BY workspace_id), '[]') FROM audit_chains);
END $$;

-- Removes older entries from the start of every chain, but never a chain's newest entry. Returns how many were removed.
CREATE OR REPLACE FUNCTION expire_audit(p_older_ms bigint) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
DECLARE
  v_before bigint := confirmed_ms() - p_older_ms;
  v_chain audit_chains;
  v_first bigint;
  v_anchor text;
  v_removed int := 0;
BEGIN
  FOR v_chain IN SELECT * FROM audit_chains ORDER BY workspace_id FOR UPDATE LOOP
    SELECT least(v_chain.last_sequence, coalesce(min(sequence), v_chain.last_sequence)) INTO v_first
      FROM audit_entries WHERE workspace_id = v_chain.workspace_id AND at > v_before;
    CONTINUE WHEN v_first <= v_chain.first_sequence;
    SELECT hash INTO v_anchor FROM audit_entries WHERE workspace_id = v_chain.workspace_id AND sequence = v_first - 1;
    CONTINUE WHEN v_anchor IS NULL; -- an entry is missing here; the chain is left as it is, so that verification finds the gap
    DELETE FROM audit_entries WHERE workspace_id = v_chain.workspace_id AND sequence < v_first;
    UPDATE audit_chains SET first_sequence = v_first, anchor = v_anchor WHERE workspace_id = v_chain.workspace_id;
    v_removed := v_removed + (v_first - v_chain.first_sequence)::int;
  END LOOP;
  RETURN v_removed;
END $$;
