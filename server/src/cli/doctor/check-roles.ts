import { inspectLogin } from '../../store/postgres/runtime-roles.ts';
import { type Finding, ok, warn } from './finding.ts';

/**
 * Checks whether the PostgreSQL login of the service owns the tables that the service uses, or can read or change these
 * tables directly.
 */
export async function checkRoles(url: string): Promise<Finding> {
  const { ownsSchema, owner, tables } = await inspectLogin(url);
  if (ownsSchema) {
    return ok(
      'roles',
      `the service's login owns the tables (as "${owner}"); a second role that owns nothing is safer; see "Two roles on PostgreSQL" in docs/operating.md`,
    );
  }
  if (tables.length === 0)
    return ok('roles', "the login can call the service's functions, but cannot read or change any table directly");
  return warn(
    'roles',
    `the login does not own the schema, but can read or change ${tables.join(', ')} directly`,
    'Revoke this access: REVOKE ALL ON ALL TABLES IN SCHEMA understudy FROM the login; then run "understudy migrate" as the owner.',
  );
}
