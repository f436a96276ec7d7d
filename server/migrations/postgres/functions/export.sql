-- Returns the head of a workspace in the form of the document, or null if the workspace does not exist.
CREATE OR REPLACE FUNCTION export_workspace(p_workspace text) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT json_build_object('id', w.workspace_id, 'name', w.name, 'plan', w.plan, 'status', w.status,
      'monthlyReplies', w.monthly_replies, 'allowedOrigins', w.allowed_origins, 'notifications', w.notifications, 'drafting', w.drafting, 'shares', w.shares,
      'profiles', (SELECT coalesce(json_agg(json_build_object('id', p.profile_id, 'displayName', p.display_name, 'status', p.status,
          'persona', p.persona) ORDER BY p.profile_id), '[]') FROM profiles p WHERE p.workspace_id = p_workspace))
    FROM workspaces w WHERE w.workspace_id = p_workspace);
END $$;

-- Returns the next conversations after an id, ordered by id.
CREATE OR REPLACE FUNCTION export_conversations(p_workspace text, p_after text, p_limit int) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('id', c.conversation_id, 'profileId', c.profile_id, 'channel', c.channel,
      'contact', c.contact, 'relationship', c.relationship, 'state', c.state, 'messages', c.messages) ORDER BY c.conversation_id), '[]')
    FROM (SELECT * FROM conversations WHERE workspace_id = p_workspace AND conversation_id > p_after
          ORDER BY conversation_id LIMIT p_limit) AS c);
END $$;

-- Returns the next messages of a conversation after a position.
CREATE OR REPLACE FUNCTION export_messages(p_workspace text, p_conversation text, p_after_sent_at bigint, p_after_position bigint, p_limit int)
RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = understudy, pg_temp SET lock_timeout = '15s' SET enable_seqscan = off AS $$
BEGIN
  PERFORM enter(p_workspace);
  RETURN (SELECT coalesce(json_agg(json_build_object('id', m.message_id, 'position', m.position, 'direction', m.direction,
      'senderType', m.sender_type, 'body', m.body, 'sentAt', m.sent_at,
      'editedAt', m.edited_at, 'deletedAt', m.deleted_at, 'attachments', m.attachments) ORDER BY m.sent_at, m.position), '[]')
    FROM (SELECT * FROM messages WHERE workspace_id = p_workspace AND conversation_id = p_conversation
            AND position > 0 AND (sent_at, position) > (p_after_sent_at, p_after_position)
          ORDER BY sent_at, position LIMIT p_limit) AS m);
END $$;
