-- Registers Understudy's functions with Citus. See citus.sql.

SET search_path = understudy;

-- The functions call each other in any order, so nodes must not check a function's body when they create it.
SET LOCAL citus.propagate_set_commands = 'local';
SET LOCAL check_function_bodies = off;

-- Creates every function on every node, because the functions call each other there and PostgreSQL does not track these
-- dependencies.
SELECT create_distributed_function(oid::regprocedure) FROM pg_proc WHERE pronamespace = 'understudy'::regnamespace;

-- Runs each function that the service calls for one workspace entirely on that workspace's node. This takes one round trip
-- instead of one for each statement in the function. The listed functions are exceptions:
SELECT create_distributed_function(oid::regprocedure, 'p_workspace', colocate_with => 'workspaces')
FROM pg_proc
WHERE pronamespace = 'understudy'::regnamespace AND prosecdef AND 'p_workspace' = ANY (proargnames)
  AND proname NOT IN (
    -- These change reference tables, which only the coordinator can change on all nodes at the same time.
    'change_member', 'claim_notifications', 'create_key', 'forget_conversation', 'import_inbox', 'put_page', 'remove_domain',
    'remove_page', 'replace_secret', 'retry_notification', 'save_inbox',
    'set_conversation_state', 'settle_domain', 'settle_handoff', 'settle_notification', 'use_session', 'withdraw_invitation', 'write_rows',
    -- These two also change a reference table, when they wake a thread. They number messages (messages.position), and only
    -- the coordinator does that in a single order.
    'append_messages', 'import_conversations',
    -- These read only reference tables.
    'list_invitations', 'list_members',
    -- These are called with '' for rows that belong to no workspace.
    'count_rows', 'read_rows');
