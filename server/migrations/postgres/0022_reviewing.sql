-- The last stored draft of a conversation, for whoever reviews it.
CREATE INDEX writes_of_drafts ON writes (workspace_id, conversation_id, expires_at)
  WHERE operation = 'draft' AND state = 'stored' AND conversation_id IS NOT NULL;
