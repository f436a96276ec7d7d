-- Distributes Understudy's tables over the nodes of a Citus cluster (12.1 or newer) by workspace_id. Run this script once
-- on the coordinator, as the schema's owner, after "understudy migrate" and before the first import:
--
--   understudy migrate && psql "$DATABASE_URL" --single-transaction -v ON_ERROR_STOP=1 -f deploy/postgres/citus.sql
--
-- After each upgrade, run only citus-functions.sql in the same way. Each new table needs a line in this script.
--
-- This script has not been tested on Citus. It is tested on PostgreSQL, with stubs that have the names and parameters of
-- Citus's functions and only record their calls. docs/operating.md describes the other tests and the known limitations.

SET search_path = understudy;

-- Reference tables have a copy on every node. They are small, span workspaces, and contain no message content.
SELECT create_reference_table('workspace_directory');
SELECT create_reference_table('key_directory');
SELECT create_reference_table('receiver_directory');
SELECT create_reference_table('receivers');
SELECT create_reference_table('thread_directory');
SELECT create_reference_table('page_directory');
SELECT create_reference_table('accounts');
SELECT create_reference_table('members');
SELECT create_reference_table('sessions');
SELECT create_reference_table('passkeys');
SELECT create_reference_table('links');
SELECT create_reference_table('account_notices');
SELECT create_reference_table('audit_chains');
SELECT create_reference_table('audit_entries');
SELECT create_reference_table('clock');

-- These tables exist only on the coordinator. They change too often to be copied (rejected keys by address), or are used
-- only by migrations and transfers.
SELECT citus_add_local_table_to_metadata('address_windows');
SELECT citus_add_local_table_to_metadata('migrations');
SELECT citus_add_local_table_to_metadata('transfer');

-- All data of a workspace is on one node, so each of the service's transactions runs on one node.
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
SELECT create_distributed_table('classifiers', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('taught_phrases', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('activity', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('connections', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('inbox_places', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('threads', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('early_changes', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('event_keys', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('refused_events', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('reply_drafts', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('outbox', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('outbox_claims', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('outbox_counters', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('draft_records', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('item_records', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('trials', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('pages', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('page_domains', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('page_uses', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('page_asks', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('page_links', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('page_days', 'workspace_id', colocate_with => 'workspaces');
SELECT create_distributed_table('page_items', 'workspace_id', colocate_with => 'workspaces');

\ir citus-functions.sql

-- Makes the coordinator pass a transaction's workspace on to the nodes, where row-level security needs it. The setting
-- applies to new connections, so restart the service.
SELECT format('ALTER DATABASE %I SET citus.propagate_set_commands = %L', current_database(), 'local') \gexec
