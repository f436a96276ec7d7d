import type { Pool } from 'pg';
import { connect } from './connect.ts';
import { readOperations, referenceTables, tablesOfPeople } from './operations.ts';
import { storeFault } from './store-fault.ts';

export interface RowLevelSecurity {
  readonly inForce: boolean;
  /** Each string describes a fault and names the object that has it. */
  readonly faults: readonly string[];
}

/**
 * Inspects row-level security with `rowLevelSecurity` on a separate connection, for callers that have only the
 * database's address.
 */
export async function inspectRowLevelSecurity(url: string): Promise<RowLevelSecurity> {
  const pool = connect({ url, poolSize: 1 }, 0);
  try {
    return await rowLevelSecurity(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Checks that row-level security enforces the workspace in every query. Three conditions must be met: it is forced,
 * even for the owner, on every table with data of tenants or people; the owner is a role that cannot bypass it; and the
 * service's functions run only as that owner.
 * @throws StoreUnavailable
 */
export async function rowLevelSecurity(pool: Pick<Pool, 'query'>): Promise<RowLevelSecurity> {
  try {
    const found = await pool.query<{ fault: string }>(faultsQuery, [referenceTables, readOperations(), tablesOfPeople]);
    const faults = found.rows.map(({ fault }) => fault);
    return { inForce: faults.length === 0, faults };
  } catch (error) {
    throw storeFault(error);
  }
}

const faultsQuery = `
  WITH home AS (
    SELECT n.oid, n.nspowner, r.rolname, r.rolsuper, r.rolbypassrls
    FROM pg_namespace n JOIN pg_roles r ON r.oid = n.nspowner WHERE n.nspname = 'understudy'
  ), tables AS (
    SELECT c.oid, c.relname, c.relowner, c.relrowsecurity AND c.relforcerowsecurity AS is_locked, c.relname = ANY ($1) AS is_reference,
      c.relname = ANY ($3) AS is_of_people,
      ARRAY(SELECT pg_get_expr(p.polqual, p.polrelid) FROM pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive) AS conditions
    FROM pg_class c JOIN home ON home.oid = c.relnamespace WHERE c.relkind IN ('r', 'p')
  ), functions AS (
    SELECT p.proname, p.proowner, p.prosecdef, coalesce(p.proconfig, '{}') AS settings
    FROM pg_proc p JOIN home ON home.oid = p.pronamespace WHERE p.proname = ANY ($2)
  )
  SELECT 'the schema "understudy" does not exist' AS fault WHERE NOT EXISTS (SELECT FROM home)
  UNION ALL
  SELECT format('the owner "%s" is a superuser, whom row-level security does not bind', rolname) FROM home WHERE rolsuper
  UNION ALL
  SELECT format('the owner "%s" has BYPASSRLS, so row-level security does not bind it', rolname) FROM home WHERE rolbypassrls
  UNION ALL
  SELECT format('table "%s" does not belong to the owner of the schema', relname) FROM tables, home WHERE relowner <> nspowner
  UNION ALL
  SELECT format('table "%s" is not under forced row-level security', relname) FROM tables WHERE (is_of_people OR NOT is_reference) AND NOT is_locked
  UNION ALL
  SELECT format('table "%s" lets through more than its own workspace', relname) FROM tables
    WHERE NOT is_reference AND conditions <> ARRAY['(workspace_id = current_setting(''understudy.workspace''::text, true))']
  UNION ALL
  SELECT format('table "%s" lets through more people than it should', relname) FROM tables
    WHERE is_of_people AND (cardinality(conditions) <> 1 OR conditions[1] NOT LIKE '%current_setting(''understudy.account''::text, true)%')
  UNION ALL
  SELECT format('function "%s" does not belong to the owner of the schema', proname) FROM functions, home WHERE proowner <> nspowner
  UNION ALL
  SELECT format('function "%s" does not run as its owner', proname) FROM functions WHERE NOT prosecdef
  UNION ALL
  SELECT format('function "%s" does not pin its search path', proname) FROM functions
    WHERE NOT settings @> ARRAY['search_path=understudy, pg_temp']
  UNION ALL
  SELECT format('function "%s" is missing', name) FROM unnest($2::text[]) AS name
    WHERE name NOT IN (SELECT proname FROM functions)`;
