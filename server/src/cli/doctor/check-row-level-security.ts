import { inspectRowLevelSecurity } from '../../store/postgres/row-level-security.ts';
import { type Finding, fail, ok } from './finding.ts';

/** Checks whether PostgreSQL itself separates the workspaces, in addition to the conditions in every query. */
export async function checkRowLevelSecurity(url: string): Promise<Finding> {
  const { inForce, faults } = await inspectRowLevelSecurity(url);
  if (inForce)
    return ok('row-level security', "in force on every table with workspace data, and for the tables' owner too");
  return fail(
    'row-level security',
    faults.join('; '),
    'Transfer the schema "understudy" to a role that is neither superuser nor BYPASSRLS, or move the data to a new database, which is set up that way.',
  );
}
