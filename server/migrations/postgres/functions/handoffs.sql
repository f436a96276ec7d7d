CREATE OR REPLACE FUNCTION admit_handoff(p_workspace text, p_key text, p_hash text, p_token text, p_lease_ms bigint, p_retention_ms bigint,
  p_conversation text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_write record;
  v_conversation conversations;
  v_profile profiles;
  v_inbound messages;
BEGIN
  PERFORM enter(p_workspace);
  v_write := begin_write(p_workspace, 'handoff', p_key, p_hash, p_token, p_lease_ms, p_retention_ms, p_conversation);
  IF v_write.verdict IS NOT NULL THEN
    RETURN v_write.verdict;
  END IF;
  SELECT * INTO v_conversation FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
  SELECT * INTO v_inbound FROM messages
    WHERE workspace_id = p_workspace AND conversation_id = p_conversation AND direction = 'inbound'
    ORDER BY sent_at DESC, position DESC LIMIT 1;
  IF NOT FOUND THEN
    PERFORM end_lease(p_workspace, 'handoff', p_key, NULL);
    RETURN json_build_object('outcome', 'conversation_not_found');
  END IF;
  SELECT * INTO v_profile FROM profiles WHERE workspace_id = p_workspace AND profile_id = v_conversation.profile_id;
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN json_build_object('outcome', 'admitted', 'now', v_write.instant, 'profile', profile_json(v_profile),
    'conversation', conversation_json(v_conversation, v_inbound));
END $$;

-- Settles a handoff. Locks the conversation first, so that a conversation that is being deleted gets no notification
-- afterwards. `p_entry`: its audit log entry, stored in the same round trip.
CREATE OR REPLACE FUNCTION settle_handoff(p_workspace text, p_key text, p_token text, p_conversation text, p_notification_id text,
  p_verdict json, p_response text, p_retention_ms bigint, p_entry json DEFAULT NULL) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '8s' SET enable_seqscan = off AS $$
DECLARE
  v_stored record;
  v_before text;
  v_now bigint;
  v_lived bigint;
BEGIN
  PERFORM enter(p_workspace);
  v_stored := store_response(p_workspace, 'handoff', p_key, p_token, p_response, NULL, p_retention_ms);
  IF v_stored.is_new THEN
    v_now := now_ms();
    v_lived := lived_ms();
    SELECT state INTO v_before FROM conversations WHERE workspace_id = p_workspace AND conversation_id = p_conversation FOR UPDATE;
    IF NOT FOUND THEN
      DELETE FROM writes WHERE workspace_id = p_workspace AND operation = 'handoff' AND idempotency_key = p_key;
      RETURN json_build_object('outcome', 'lost', 'response', NULL);
    END IF;
    IF v_before <> 'awaiting_owner' THEN
      UPDATE conversations SET state = 'awaiting_owner', epoch = epoch + 1
        WHERE workspace_id = p_workspace AND conversation_id = p_conversation;
      PERFORM wake_threads(p_workspace, ARRAY[p_conversation]);
    END IF;
    INSERT INTO notifications (workspace_id, notification_id, conversation_id, state, verdict, created_at, due_at)
      VALUES (p_workspace, p_notification_id, p_conversation, 'queued', p_verdict, v_now, v_lived);
    PERFORM count_use(p_workspace, 0, 1);
    UPDATE workspace_directory SET notifications_due_at = least(notifications_due_at, v_lived) WHERE workspace_id = p_workspace;
    PERFORM place_conversations(p_workspace, ARRAY[p_conversation]);
    IF p_entry IS NOT NULL THEN
      PERFORM append_audit(p_entry);
    END IF;
  END IF;
  RETURN v_stored.verdict;
END $$;
