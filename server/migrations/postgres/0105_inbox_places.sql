-- Where each conversation stands in the console's inbox. The functions that change what it rests on keep it (`place_conversations`).
CREATE TABLE inbox_places (
  workspace_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  channel text COLLATE "C",
  tab text COLLATE "C" NOT NULL,
  urgency int NOT NULL,
  since bigint NOT NULL,
  last_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX inbox_places_by_time ON inbox_places (workspace_id, tab, last_at, conversation_id) INCLUDE (profile_id, channel);
CREATE INDEX inbox_places_by_urgency ON inbox_places (workspace_id, tab, urgency, since, conversation_id) INCLUDE (profile_id, channel);
CREATE INDEX inbox_places_by_channel ON inbox_places (workspace_id, channel);

-- Places what is stored already; the owner sees all workspaces for that.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['conversations', 'messages', 'threads', 'reply_drafts', 'notifications'] LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', v_table);
  END LOOP;
  INSERT INTO inbox_places
    SELECT c.workspace_id, c.conversation_id, c.profile_id, c.channel,
      CASE
        WHEN c.state = 'awaiting_owner' THEN 'waiting'
        WHEN c.state <> 'open' OR m.message_id IS NULL OR m.recorded IS NOT NULL THEN 'done'
        WHEN m.direction = 'inbound' AND m.message_id = t.data ->> 'answeredTo' THEN 'done'
        WHEN m.direction = 'inbound' THEN
          CASE WHEN d.is_safe AND d.epoch >= c.epoch AND d.state IN ('waiting', 'queued') THEN 'automatic' ELSE 'proposals' END
        WHEN d.is_safe AND d.reply = m.body THEN 'automatic'
        ELSE 'done' END,
      CASE n.urgency WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 ELSE 2 END,
      coalesce(n.created_at, c.last_message_at, 0), coalesce(c.last_message_at, 0)
    FROM conversations c
      LEFT JOIN threads t ON t.workspace_id = c.workspace_id AND t.conversation_id = c.conversation_id
      LEFT JOIN LATERAL (SELECT message_id, direction, body, recorded FROM messages
        WHERE workspace_id = c.workspace_id AND conversation_id = c.conversation_id AND deleted_at IS NULL AND position > 0
        ORDER BY sent_at DESC, position DESC LIMIT 1) AS m ON true
      LEFT JOIN LATERAL (SELECT epoch, state, data ->> 'reply' AS reply,
          data ->> 'riskLevel' = 'safe' AND NOT (data ->> 'requiresCreator')::boolean AS is_safe FROM reply_drafts
        WHERE workspace_id = c.workspace_id AND conversation_id = c.conversation_id
        ORDER BY created_at DESC, draft_id LIMIT 1) AS d ON true
      LEFT JOIN LATERAL (SELECT verdict ->> 'urgency' AS urgency, created_at FROM notifications
        WHERE c.state = 'awaiting_owner' AND workspace_id = c.workspace_id AND conversation_id = c.conversation_id
        ORDER BY created_at DESC LIMIT 1) AS n ON true;
  FOREACH v_table IN ARRAY ARRAY['conversations', 'messages', 'threads', 'reply_drafts', 'notifications'] LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
  END LOOP;
END $$;

ALTER TABLE inbox_places ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbox_places FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON inbox_places USING (workspace_id = current_setting('understudy.workspace', true));
