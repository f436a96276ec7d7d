import { inspectLogin } from '../../store/postgres/runtime-roles.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Checks whether the service's login owns the tables that it serves from. */
export async function checkRoles(url: string): Promise<Finding> {
  const { ownsSchema, owner, tables } = await inspectLogin(url);
  if (ownsSchema) {
    return ok(
      'roles',
      `the service's login owns the tables (as "${owner}"); a second role that owns nothing is safer, as "Two roles on PostgreSQL" in docs/operating.md describes`,
    );
  }
  if (tables.length === 0)
    return ok('roles', 'the login can call the functions of the service, but cannot read or change any table directly');
  return warn(
    'roles',
    `the login does not own the schema, but can read or change ${tables.join(', ')} directly`,
    'Take that away: REVOKE ALL ON ALL TABLES IN SCHEMA understudy FROM the login; then run "understudy migrate" as the owner.',
  );
}
