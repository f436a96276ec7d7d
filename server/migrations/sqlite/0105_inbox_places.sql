-- Where each conversation stands in the console's inbox: kept with each change, so that a page reads its own rows alone.
CREATE TABLE inbox_places (
  workspace_id    TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  profile_id      TEXT NOT NULL,
  channel         TEXT,
  tab             TEXT NOT NULL,
  urgency         INTEGER NOT NULL,
  since           INTEGER NOT NULL,
  last_at         INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
-- They end with what a filter asks for, so that a count needs nothing but the index.
CREATE INDEX inbox_places_by_time ON inbox_places (workspace_id, tab, last_at, conversation_id, profile_id, channel);
CREATE INDEX inbox_places_by_urgency ON inbox_places (workspace_id, tab, urgency, since, conversation_id, profile_id, channel);
CREATE INDEX inbox_places_by_channel ON inbox_places (workspace_id, channel) WHERE channel IS NOT NULL;

-- Where each conversation belongs, by its state, its last message and its newest draft.
CREATE VIEW inbox_placing (workspace_id, conversation_id, profile_id, channel, tab, urgency, since, last_at) AS
SELECT c.workspace_id, c.conversation_id, c.profile_id, c.channel,
  CASE c.state WHEN 'awaiting_owner' THEN 'waiting' WHEN 'closed' THEN 'done' ELSE ifnull((
    SELECT CASE
      WHEN m.direction = 'inbound' AND m.message_id = (SELECT t.data ->> 'answeredTo' FROM threads t
        WHERE t.workspace_id = c.workspace_id AND t.conversation_id = c.conversation_id) THEN 'done'
      WHEN m.direction = 'inbound' THEN iif((
        SELECT d.data ->> 'riskLevel' = 'safe' AND NOT d.data ->> 'requiresCreator' AND d.epoch >= c.epoch AND d.state IN ('waiting', 'queued')
        FROM reply_drafts d WHERE d.workspace_id = c.workspace_id AND d.conversation_id = c.conversation_id
        ORDER BY d.created_at DESC, d.draft_id LIMIT 1), 'automatic', 'proposals')
      WHEN m.recorded IS NULL AND (
        SELECT d.data ->> 'riskLevel' = 'safe' AND NOT d.data ->> 'requiresCreator' AND d.data ->> 'reply' = m.body
        FROM reply_drafts d WHERE d.workspace_id = c.workspace_id AND d.conversation_id = c.conversation_id
        ORDER BY d.created_at DESC, d.draft_id LIMIT 1) THEN 'automatic'
      ELSE 'done' END
    FROM messages m WHERE m.workspace_id = c.workspace_id AND m.conversation_id = c.conversation_id AND m.deleted_at IS NULL
    ORDER BY m.sent_at DESC, m.position DESC LIMIT 1), 'done') END,
  ifnull(iif(c.state = 'awaiting_owner', (
    SELECT CASE n.verdict ->> 'urgency' WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 ELSE 2 END FROM notifications n
    WHERE n.workspace_id = c.workspace_id AND n.conversation_id = c.conversation_id ORDER BY n.created_at DESC LIMIT 1), NULL), 2),
  coalesce(iif(c.state = 'awaiting_owner', (SELECT n.created_at FROM notifications n
    WHERE n.workspace_id = c.workspace_id AND n.conversation_id = c.conversation_id ORDER BY n.created_at DESC LIMIT 1), NULL),
    c.last_message_at, 0),
  ifnull(c.last_message_at, 0)
FROM conversations c;

INSERT INTO inbox_places SELECT * FROM inbox_placing;

-- To insert a conversation here places it anew.
CREATE TRIGGER inbox_placing_keeps INSTEAD OF INSERT ON inbox_placing
BEGIN
  INSERT INTO inbox_places SELECT * FROM inbox_placing WHERE workspace_id = NEW.workspace_id AND conversation_id = NEW.conversation_id
    ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET profile_id = excluded.profile_id, channel = excluded.channel,
      tab = excluded.tab, urgency = excluded.urgency, since = excluded.since, last_at = excluded.last_at
    WHERE (profile_id, channel, tab, urgency, since, last_at) IS NOT
      (excluded.profile_id, excluded.channel, excluded.tab, excluded.urgency, excluded.since, excluded.last_at);
END;

CREATE TRIGGER places_of_new_conversations AFTER INSERT ON conversations
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;
CREATE TRIGGER places_of_conversations AFTER UPDATE OF profile_id, channel, state, epoch, last_message_at ON conversations
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;
CREATE TRIGGER places_of_new_messages AFTER INSERT ON messages
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;
CREATE TRIGGER places_of_messages AFTER UPDATE ON messages
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;
CREATE TRIGGER places_of_gone_messages AFTER DELETE ON messages
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (OLD.workspace_id, OLD.conversation_id);
END;
CREATE TRIGGER places_of_new_threads AFTER INSERT ON threads
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;
CREATE TRIGGER places_of_threads AFTER UPDATE OF data ON threads
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;
CREATE TRIGGER places_of_new_drafts AFTER INSERT ON reply_drafts
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;
CREATE TRIGGER places_of_drafts AFTER UPDATE OF epoch, state, data ON reply_drafts
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;
CREATE TRIGGER places_of_gone_drafts AFTER DELETE ON reply_drafts
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (OLD.workspace_id, OLD.conversation_id);
END;
CREATE TRIGGER places_of_new_notifications AFTER INSERT ON notifications WHEN NEW.conversation_id IS NOT NULL
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (NEW.workspace_id, NEW.conversation_id);
END;
CREATE TRIGGER places_of_gone_notifications AFTER DELETE ON notifications WHEN OLD.conversation_id IS NOT NULL
BEGIN
  INSERT INTO inbox_placing (workspace_id, conversation_id) VALUES (OLD.workspace_id, OLD.conversation_id);
END;
