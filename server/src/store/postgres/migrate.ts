import pg, { type Client, type Pool } from 'pg';
import { OperatorError } from '../../lib/errors.ts';
import type { TransferMark } from '../installation-port.ts';
import { defineFunctions, type Functions, readFunctions } from './functions.ts';
import { initialVersion, type Migration, migrations } from './migrations.ts';
import { openingFault } from './opening-fault.ts';
import { grantToRuntimeRoles } from './runtime-roles.ts';
import { codeOf } from './store-fault.ts';

type Mark = Pick<TransferMark, 'role' | 'state' | 'peer'>;

/** The installed version. A database without the schema has version 0 and no functions. */
interface Installed {
  readonly version: number;
  /** The hashes of the functions that were installed at this schema version, newest last. */
  readonly functions: readonly string[];
}

/**
 * Upgrades the schema if necessary; otherwise, this takes one query. An upgrade runs all missing steps and installs the
 * functions in one transaction, under a lock that makes other openers wait. Returns the transfer mark, or null if there
 * is none.
 * @throws StoreUnavailable, or OperatorError if the operator must act
 */
export async function migrate(pool: Pool, url: string, steps = migrations): Promise<Mark | null> {
  try {
    const known = readFunctions();
    const found = await standing(pool);
    if (!isCurrent(found, known, steps)) await upgrade(url, known, steps).catch(refuseWithoutRights(found.version));
    return found.mark;
  } catch (error) {
    throw openingFault(error);
  }
}

/**
 * Explains why a login without rights on the schema was refused. Such a login can only serve a schema that its owner
 * has already upgraded.
 */
const refuseWithoutRights =
  (version: number) =>
  (error: unknown): never => {
    if (version === 0 || codeOf(error) !== '42501') throw error;
    throw new OperatorError(
      'The database schema belongs to an older version, and this login does not have permission to change it. Run "understudy migrate" first, with the DATABASE_URL of the role that owns the schema.',
      [],
      { cause: error },
    );
  };

/** Reads the row as JSON, because the table of a preview version does not have this column. */
const installedFunctions = "coalesce(to_json(m) -> 'functions', '[]') AS functions";

/** Returns the installed version and functions; version 0 for a database without the schema. */
async function standing(pool: Pool): Promise<Installed & { readonly mark: Mark | null }> {
  try {
    const found = await pool.query<Installed & { mark: Mark | null }>(
      `SELECT version, ${installedFunctions},
         (SELECT json_build_object('role', role, 'state', state, 'peer', peer) FROM understudy.transfer) AS mark
       FROM understudy.migrations m ORDER BY version DESC LIMIT 1`,
    );
    return found.rows[0] ?? { version: 0, functions: [], mark: null };
  } catch (error) {
    if (codeOf(error) === '42P01' || codeOf(error) === '3F000') return { version: 0, functions: [], mark: null };
    throw error;
  }
}

/**
 * Returns true if the schema and the functions are current. If another version has replaced this program's functions at
 * the same schema version, this program is older and must not reinstall its own.
 * @throws OperatorError if a newer or a preview version has written the schema
 */
function isCurrent({ version, functions }: Installed, { hash }: Functions, steps: readonly Migration[]): boolean {
  const latestVersion = versionOf(steps);
  if (version > 0 && version < initialVersion) throw preview(version);
  if (version > latestVersion)
    throw newer(`its schema version is ${version}, but this version supports at most ${latestVersion}`);
  if (version < latestVersion || !functions.includes(hash)) return false;
  if (functions.at(-1) === hash) return true;
  throw newer('another version replaced its functions');
}

function versionOf(steps: readonly Migration[]): number {
  return steps.at(-1)?.version ?? 0;
}

function preview(version: number): OperatorError {
  return new OperatorError(
    `This database was written by a preview of Understudy (its schema version is ${version}), which this version cannot upgrade. Export its workspaces to files with that preview's "understudy export", then import them into an empty database with "understudy import".`,
  );
}

function newer(reason: string): OperatorError {
  return new OperatorError(
    `This database was written by a newer version of Understudy (${reason}). Start the newer version, or use another database.`,
  );
}

/**
 * Upgrades the schema. Uses a separate connection, which may wait for another process's upgrade without a time limit.
 */
async function upgrade(url: string, known: Functions, steps: readonly Migration[]): Promise<void> {
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
    const installed = await installedInside(client);
    if (installed.version === 0) await requireUtf8(client);
    if (!isCurrent(installed, known, steps)) {
      for (const step of steps.filter(({ version }) => version > installed.version)) {
        await client.query(step.sql());
        await client.query(`INSERT INTO migrations VALUES ($1, $2, ${nowMs})`, [step.version, step.name]);
      }
      await defineFunctions(client, known);
      await grantToRuntimeRoles(client);
      await client.query('UPDATE migrations SET functions = array_append(functions, $1) WHERE version = $2', [
        known.hash,
        versionOf(steps),
      ]);
    }
    await client.query('COMMIT');
  } finally {
    await client.end(); // rolls back uncommitted work
  }
}

const nowMs = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** "ustudy" in ASCII, which other programs in the same database are unlikely to lock. */
const lockKey = 0x757374756479;

/**
 * Creates the schema, and switches to the role that owns it for the rest of the transaction. If the login bypasses
 * row-level security (a superuser, or a role with BYPASSRLS), everything belongs to the role `understudy_owner`
 * instead, which does not bypass it.
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
      `Understudy requires PostgreSQL 15 or newer; this server runs version ${Math.floor(facts.server / 10_000)}.`,
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
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database on this server has just created it
  END $$;
  DO $$ BEGIN
    IF NOT pg_has_role('understudy_owner', 'MEMBER') THEN
      EXECUTE format('GRANT understudy_owner TO %I', current_user);
    END IF;
  END $$`;

/** Rejects encodings other than UTF-8, because they cannot represent every message. Only a new database is checked. */
async function requireUtf8(client: Client): Promise<void> {
  const found = await client.query<{ encoding: string }>(`SELECT current_setting('server_encoding') AS encoding`);
  const encoding = found.rows[0]?.encoding ?? '';
  if (encoding !== 'UTF8') throw new OperatorError(needsUtf8(encoding));
}

/** Returns the message for an operator about a database with a different encoding. */
export function needsUtf8(encoding: string): string {
  return `The database has the encoding ${encoding}, which cannot represent every message. Create another database and use it instead: CREATE DATABASE understudy ENCODING 'UTF8' TEMPLATE template0.`;
}

async function installedInside(client: Client): Promise<Installed> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS migrations (
       version int PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL, functions text[] NOT NULL DEFAULT '{}')`,
  );
  const found = await client.query<Installed>(
    `SELECT version, ${installedFunctions} FROM migrations m ORDER BY version DESC LIMIT 1`,
  );
  return found.rows[0] ?? { version: 0, functions: [] };
}
