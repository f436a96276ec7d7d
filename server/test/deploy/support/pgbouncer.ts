import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { freshFolder } from '../../cli/support/places.ts';
import { freePort } from '../../support/service-process.ts';
import { deployFolder } from '../../telemetry/support/deployed.ts';

/** Returns the path of PgBouncer, or null if it is not installed. @throws if PgBouncer is required but missing */
export function findPgbouncer(): string | null {
  const found = ['pgbouncer', '/usr/sbin/pgbouncer'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (found === undefined && process.env['UNDERSTUDY_TEST_REQUIRE_PGBOUNCER'] === '1')
    throw new Error('These tests need PgBouncer: install it (Debian and Ubuntu: apt-get install pgbouncer).');
  return found ?? null;
}

export interface Pgbouncer {
  /** The URL of the database, through PgBouncer. */
  readonly url: string;
  /**
   * Returns the state of PgBouncer's pool: connections from callers and to the server, and the number of transactions
   * so far.
   */
  counts(): Promise<{ callers: number; servers: number; transactions: number }>;
}

/**
 * Starts PgBouncer with the example's configuration in transaction mode, in front of one database, with `poolSize`
 * connections to it. It stops after the running test.
 */
export async function startPgbouncer(program: string, database: string, poolSize: number): Promise<Pgbouncer> {
  const folder = freshFolder();
  const direct = new URL(database);
  const port = await freePort();
  const users = join(folder, 'userlist.txt');
  const name = direct.pathname.slice(1);
  writeFileSync(users, `"${direct.username}" "${decodeURIComponent(direct.password)}"\n"pgbouncer" "watch"\n`);
  const configuration = readFileSync(join(deployFolder, 'pgbouncer/pgbouncer.ini'), 'utf8')
    .replace(/^understudy = .*$/m, `${name} = host=${direct.hostname} port=${direct.port} dbname=${name}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    .replace(/^default_pool_size = .*$/m, `default_pool_size = ${poolSize}`)
    .replace(/^reserve_pool_size = .*$/m, 'reserve_pool_size = 0');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, configuration);
  const identity = ordinaryUser();
  for (const path of [folder, users, file]) {
    chmodSync(path, path === folder ? 0o700 : 0o600);
    if (identity.uid !== undefined) chownSync(path, identity.uid, identity.gid ?? 0);
  }
  const child = spawn(program, [file], { ...identity, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr?.on('data', (chunk) => (log = (log + chunk).slice(-4_000)));
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const admin = new URL(`postgres://pgbouncer:watch@127.0.0.1:${port}/pgbouncer`).href;
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended at start:\n${log}`);
    if (await show(admin, 'SHOW VERSION').catch(() => null)) break;
    await delay(50);
  }
  const url = new URL(database);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    counts: async () => {
      const own = (rows: readonly Record<string, unknown>[]) => rows.filter((row) => row['database'] === name);
      const sum = (rows: readonly Record<string, unknown>[], field: string) =>
        own(rows).reduce((total, row) => total + Number(row[field]), 0);
      const pools = await show(admin, 'SHOW POOLS');
      const callers = sum(pools, 'cl_active') + sum(pools, 'cl_waiting');
      const servers = ['sv_active', 'sv_idle', 'sv_used'].reduce((total, field) => total + sum(pools, field), 0);
      return { callers, servers, transactions: sum(await show(admin, 'SHOW STATS'), 'total_xact_count') };
    },
  };
}

/** Runs a SHOW command on PgBouncer's console, which supports only simple queries. */
async function show(url: string, command: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(command)).rows;
  } finally {
    await client.end();
  }
}

/** Returns another user's ids if this process runs as root, because PgBouncer refuses to run as root. */
function ordinaryUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
