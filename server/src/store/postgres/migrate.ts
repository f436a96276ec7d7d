import pg, { type Client, type Pool } from 'pg';
import { OperatorError } from '../../lib/errors.ts';
import type { TransferMark } from '../installation.ts';
import { latestVersion, migrations } from './migrations.ts';
import { openingFault } from './opening-fault.ts';
import { codeOf } from './store-fault.ts';

/**
 * Brings the schema up to date: one query when it is already; else all missing steps in one transaction, under a lock
 * that lets one opener do it while the others wait. Returns what is known of a move.
 * @throws StoreUnavailable, or OperatorError when the operator must act
 */
export async function migrate(pool: Pool, url: string): Promise<Pick<TransferMark, 'role' | 'state' | 'peer'> | null> {
  try {
    const found = await standing(pool);
    if (!isCurrent(found.version)) await upgrade(url);
    return found.mark;
  } catch (error) {
    throw openingFault(error);
  }
}

/** Version 0 for a database without the schema, and for one from before moves were known. */
async function standing(
  pool: Pool,
): Promise<{ version: number; mark: Pick<TransferMark, 'role' | 'state' | 'peer'> | null }> {
  try {
    const found = await pool.query<{ version: number; mark: Pick<TransferMark, 'role' | 'state' | 'peer'> | null }>(
      `SELECT (SELECT max(version) FROM understudy.migrations) AS version,
         (SELECT json_build_object('role', role, 'state', state, 'peer', peer) FROM understudy.transfer) AS mark`,
    );
    return found.rows[0] ?? { version: 0, mark: null };
  } catch (error) {
    if (codeOf(error) === '42P01' || codeOf(error) === '3F000') return { version: 0, mark: null };
    throw error;
  }
}

/** 0 for a database without the schema. */
async function versionOf(connection: Client): Promise<number> {
  try {
    const found = await connection.query<{ version: number }>(
      'SELECT max(version) AS version FROM understudy.migrations',
    );
    return found.rows[0]?.version ?? 0;
  } catch (error) {
    if (codeOf(error) === '42P01' || codeOf(error) === '3F000') return 0;
    throw error;
  }
}

function isCurrent(version: number): boolean {
  if (version <= latestVersion) return version === latestVersion;
  throw new OperatorError(
    `This database was written by a newer version of Understudy (its schema is ${version}, this version knows ${latestVersion}). Start the newer version, or use another database.`,
  );
}

/** On a connection of its own, which may wait for another opener as long as that takes. */
async function upgrade(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'understudy',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
    await becomeOwner(client);
    const version = await versionInside(client);
    if (!isCurrent(version)) {
      for (const step of migrations.filter((migration) => migration.version > version)) {
        await client.query(step.sql());
        await client.query('INSERT INTO migrations VALUES ($1, $2, now_ms())', [step.version, step.name]);
      }
      await client.query('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA understudy FROM PUBLIC');
    }
    await client.query('COMMIT');
  } finally {
    await client.end(); // which undoes what was not committed
  }
}

/** "ustudy" in ASCII: other programs in the same database will hardly take the same lock. */
const lockKey = 0x757374756479;

/**
 * Makes the schema, and takes the role that owns it for the rest of the transaction. A login that row-level security
 * does not bind (a superuser, or one with BYPASSRLS) hands everything to the role `understudy_owner`, which it binds.
 */
async function becomeOwner(client: Client): Promise<void> {
  const found = await client.query<{ server: number; login: string; isUnbound: boolean; owner: string | null }>(`
    SELECT current_setting('server_version_num')::int AS server, rolname AS login, rolsuper OR rolbypassrls AS "isUnbound",
      (SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'understudy') AS owner
    FROM pg_roles WHERE rolname = current_user`);
  const facts = found.rows[0];
  if (facts === undefined) throw new Error('the database does not know its own user');
  if (facts.server < 150_000) {
    throw new OperatorError(
      `Understudy needs PostgreSQL 15 or newer; this server is ${Math.floor(facts.server / 10_000)}.`,
    );
  }
  if (facts.owner === null && facts.isUnbound) await client.query(makeOwner);
  const owner = facts.owner ?? (facts.isUnbound ? 'understudy_owner' : facts.login);
  if (facts.owner === null) await client.query(`CREATE SCHEMA understudy AUTHORIZATION ${pg.escapeIdentifier(owner)}`);
  if (owner !== facts.login) await client.query("SELECT set_config('role', $1, true)", [owner]);
  await client.query('SET LOCAL search_path = understudy, pg_temp');
}

const makeOwner = `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'understudy_owner') THEN
      CREATE ROLE understudy_owner NOLOGIN NOSUPERUSER NOBYPASSRLS;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this server made it just now
  END $$;
  DO $$ BEGIN
    IF NOT pg_has_role('understudy_owner', 'MEMBER') THEN
      EXECUTE format('GRANT understudy_owner TO %I', current_user);
    END IF;
  END $$`;

async function versionInside(client: Client): Promise<number> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (version int PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL)',
  );
  return versionOf(client);
}
