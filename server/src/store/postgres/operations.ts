import { readFunctions } from './functions.ts';

/**
 * Returns the functions of the schema `understudy` that the service calls: those that run with their owner's rights.
 * Each one accesses only the workspace that it is given. Tests check that the service calls no other functions.
 */
export function readOperations(): string[] {
  const definition = /^CREATE OR REPLACE FUNCTION (\w+)\([^;]*? AS \$\$/gms;
  return readFunctions()
    .topics.flatMap(({ sql }) => [...sql.matchAll(definition)])
    .filter(([head]) => head.includes('SECURITY DEFINER'))
    .map(([, name = '']) => name);
}

/**
 * The operations that an agent's request waits for. Each operation takes milliseconds, so a connection that stays
 * silent is detected long before the caller gives up.
 */
export const swiftOperations: ReadonlySet<string> = new Set([
  'admit_draft',
  'admit_handoff',
  'append_audit',
  'authenticate',
  'list_taught_phrases',
  'prepare_drafts',
  'read_classifier',
  'read_profile',
  'read_usage',
  'release_write',
  'renew_lease',
  'settle_draft',
  'settle_handoff',
  'store_draft',
  'store_drafts',
]);

/**
 * Tables that span workspaces and contain no content. These tables have no row-level security, except those about
 * people.
 */
export const referenceTables = [
  'account_notices',
  'accounts',
  'address_windows',
  'audit_chains',
  'audit_entries',
  'clock',
  'key_directory',
  'links',
  'members',
  'migrations',
  'page_directory',
  'passkeys',
  'receiver_directory',
  'receivers',
  'sessions',
  'thread_directory',
  'transfer',
  'workspace_directory',
] as const;

/** Reference tables whose rows are visible to their workspace, to their account, or to all. */
export const tablesOfPeople = ['accounts', 'links', 'members', 'passkeys', 'sessions'] as const;
