-- Spreads the tables of Understudy over the nodes of a Citus cluster (12.1 or newer) by workspace_id. Run it once, as the
-- owner of the schema, after "understudy migrate" and before the first import, on the coordinator:
--
--   understudy migrate && psql "$DATABASE_URL" --single-transaction -v ON_ERROR_STOP=1 -f deploy/postgres/citus.sql
--
-- Not run by us: no Citus could be had. What is tested on PostgreSQL is that the schema fits: that each primary, unique and
-- foreign key and each query of a distributed table carries workspace_id, and that this file names every table once.

SET search_path = understudy;

-- Reference tables: a copy on every node. They are small, cross workspaces, and hold no content.
SELECT create_reference_table('workspace_directory');
SELECT create_reference_table('key_directory');
SELECT create_reference_table('accounts');
SELECT create_reference_table('members');
SELECT create_reference_table('sessions');
SELECT create_reference_table('passkeys');
SELECT create_reference_table('links');

-- Of the coordinator alone: written too often to be copied (refused keys by address), or read by whoever migrates and moves.
SELECT citus_add_local_table_to_metadata('address_windows');
SELECT citus_add_local_table_to_metadata('migrations');
SELECT citus_add_local_table_to_metadata('transfer');

-- Everything of a workspace lies on one node, so that every transaction of the service runs there.
SELECT create_distributed_table('workspaces', 'workspace_id');
SELECT create_distributed_table('keys', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('key_windows', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('profiles', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('conversations', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('messages', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('writes', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('usage', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('model_usage', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('external_charges', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('notifications', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('persona_drafts', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('persona_changes', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('conversation_replies', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('test_cases', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('activity', 'workspace_id', colocate_with => 'workspaces');

-- The functions that admit and settle run whole on the node that holds the workspace: one round trip there, not one for
-- each statement inside. The others work as they are.
SELECT create_distributed_function(oid::regprocedure::text, 'p_workspace', colocate_with => 'workspaces')
FROM pg_proc
WHERE pronamespace = 'understudy'::regnamespace
  AND proname IN ('admit_draft', 'settle_draft', 'admit_handoff', 'renew_lease', 'release_write', 'read_profile', 'read_usage',
                  'append_messages', 'read_thread', 'review_queue');
