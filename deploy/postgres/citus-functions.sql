-- Tells Citus of the functions of Understudy: see citus.sql.

SET search_path = understudy;

-- They name each other in all directions: no node checks a body while it makes them.
SET LOCAL citus.propagate_set_commands = 'local';
SET LOCAL check_function_bodies = off;

-- On every node: functions call each other there, and PostgreSQL knows nothing of what a body calls.
SELECT create_distributed_function(oid::regprocedure) FROM pg_proc WHERE pronamespace = 'understudy'::regnamespace;

-- What the service calls for one workspace runs whole on the node that holds it: one round trip there, not one for each
-- statement inside. Not these:
SELECT create_distributed_function(oid::regprocedure, 'p_workspace', colocate_with => 'workspaces')
FROM pg_proc
WHERE pronamespace = 'understudy'::regnamespace AND prosecdef AND 'p_workspace' = ANY (proargnames)
  AND proname NOT IN (
    -- They change reference tables, which the coordinator does on all nodes at once.
    'change_member', 'claim_notifications', 'create_key', 'forget_conversation', 'import_inbox', 'put_page', 'remove_domain',
    'remove_page', 'replace_secret', 'retry_notification', 'save_inbox',
    'set_conversation_state', 'settle_domain', 'settle_handoff', 'settle_notification', 'use_session', 'withdraw_invitation', 'write_rows',
    -- These two do so where they wake a thread, and number messages (messages.position), which only the coordinator does in one order.
    'append_messages', 'import_conversations',
    -- They read nothing but reference tables.
    'list_invitations', 'list_members',
    -- They are given '' for rows that are of no workspace.
    'count_rows', 'read_rows');
