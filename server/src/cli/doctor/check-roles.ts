import { inspectLogin } from '../../store/postgres/runtime-roles.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Whether the service's login owns what it serves. */
export async function checkRoles(url: string): Promise<Finding> {
  const { ownsSchema, owner, tables } = await inspectLogin(url);
  if (ownsSchema) {
    return ok(
      'roles',
      `the service's login owns the tables (as "${owner}"); a second role that owns nothing is safer: see "Two roles on PostgreSQL" in docs/operating.md`,
    );
  }
  if (tables.length === 0)
    return ok('roles', 'the login calls the functions of the service, and can read or change no table by itself');
  return warn(
    'roles',
    `the login does not own the schema, but can read or change ${tables.join(', ')} by itself`,
    'Take that away: REVOKE ALL ON ALL TABLES IN SCHEMA understudy FROM the login; then run "understudy migrate" as the owner.',
  );
}
