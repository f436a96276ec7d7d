import pg, { type Client } from 'pg';
import { connect } from './connect.ts';
import { readOperations } from './operations.ts';
import { storeFault } from './store-fault.ts';

/**
 * Lets every role that may use the schema but does not own it call the service's functions. Such a role can serve. It
 * can read only the tables `migrations` and `transfer` directly, and cannot change any table directly. The client must
 * be a connection of the owner, in the schema.
 */
export async function grantToRuntimeRoles(client: Pick<Client, 'query'>): Promise<void> {
  const found = await client.query<{ name: string }>(`
    SELECT pg_get_userbyid(a.grantee) AS name FROM pg_namespace n, aclexplode(n.nspacl) AS a
    WHERE n.nspname = 'understudy' AND a.privilege_type = 'USAGE' AND a.grantee NOT IN (0, n.nspowner)`);
  if (found.rows.length === 0) return;
  const callable = await client.query<{ list: string }>(
    `SELECT string_agg(oid::regprocedure::text, ', ') AS list FROM pg_proc
     WHERE pronamespace = 'understudy'::regnamespace AND proname = ANY ($1)`,
    [readOperations()],
  );
  const list = callable.rows[0]?.list ?? '';
  for (const { name } of found.rows) {
    const role = pg.escapeIdentifier(name);
    await client.query(`GRANT SELECT ON understudy.migrations, understudy.transfer TO ${role}`);
    await client.query(`GRANT EXECUTE ON FUNCTION ${list} TO ${role}`);
  }
}

/**
 * Grants the runtime roles their permissions, for callers that have the owner's address. Does nothing if the login does
 * not own the schema.
 * @throws StoreUnavailable
 */
export async function renewRuntimeGrants(url: string): Promise<void> {
  const pool = connect({ url, poolSize: 1 }, 0);
  try {
    const { ownsSchema, owner } = await rightsOf(pool);
    if (!ownsSchema) return;
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query("SELECT set_config('role', $1, true)", [owner]);
      await grantToRuntimeRoles(client);
      await client.query('COMMIT');
    } finally {
      client.release(true);
    }
  } catch (error) {
    throw storeFault(error);
  } finally {
    await pool.end();
  }
}

export interface LoginRights {
  readonly owner: string;
  /**
   * Whether the login owns the schema or can become its owner. It can then choose any workspace and change any table.
   */
  readonly ownsSchema: boolean;
  /** The tables that the login can read or change directly. */
  readonly tables: readonly string[];
}

/** Returns the direct permissions of the login in a database's address. @throws StoreUnavailable */
export async function inspectLogin(url: string): Promise<LoginRights> {
  const pool = connect({ url, poolSize: 1 }, 0);
  try {
    return await rightsOf(pool);
  } catch (error) {
    throw storeFault(error);
  } finally {
    await pool.end();
  }
}

async function rightsOf(pool: pg.Pool): Promise<LoginRights> {
  const found = await pool.query<LoginRights>(`
    SELECT pg_get_userbyid(n.nspowner) AS owner, pg_has_role(n.nspowner, 'MEMBER') AS "ownsSchema",
      ARRAY(SELECT c.relname::text FROM pg_class c WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'p')
        AND c.relname NOT IN ('migrations', 'transfer')
        AND has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE') ORDER BY 1) AS tables
    FROM pg_namespace n WHERE n.nspname = 'understudy'`);
  return found.rows[0] ?? { owner: '', ownsSchema: false, tables: [] };
}
