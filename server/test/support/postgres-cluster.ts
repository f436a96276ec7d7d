import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostgres } from './find-postgres.ts';
import { createTestDatabase, runSql } from './postgres-database.ts';

export interface PostgresCluster {
  /** Connects to the maintenance database as the superuser. */
  readonly superuserUrl: string;
  /** A superuser's URL of any database of the cluster. */
  url(database?: string): string;
  /** Creates an empty database and returns the URL of its owner, an ordinary role. */
  createDatabase(name?: string): Promise<string>;
  /** Stops the server in an orderly way (connections are cut, data stays), until `start`. */
  halt(): Promise<void>;
  /** Stops the server as a crash does: kill -9, nothing flushed, until `start`. */
  kill(): Promise<void>;
  /** Suspends every process of the server (SIGSTOP): its connections stay open and silent, until `resume`. */
  pause(): void;
  resume(): void;
  /** False when the server has ended, for any reason. */
  isRunning(): boolean;
  /** Starts a halted or killed server again on the same address. */
  start(): Promise<void>;
  /** Calls `halt`, then `start`. */
  restart(): Promise<void>;
  /** Stops the server and removes all its files. */
  stop(): Promise<void>;
}

/**
 * Starts a temporary PostgreSQL in a new folder, on a free port of the loopback interface. Null if PostgreSQL is not
 * installed. It stops and removes itself with this process, however this process ends. `durable: false` skips fsync,
 * for tests that never kill the server; `parent` is the folder in which the temporary one is created.
 */
export async function startPostgresCluster(
  options: { durable: boolean; parent?: string; env?: Record<string, string> } = { durable: true },
): Promise<PostgresCluster | null> {
  const bin = findPostgres();
  if (bin === null) return null;
  const identity = ordinaryUser();
  const folder = mkdtempSync(join(options.parent ?? tmpdir(), 'understudy-postgres-'));
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  const setUp = [
    '-D',
    data,
    '-U',
    superuser,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
    '--no-instructions',
  ];
  execFileSync(join(bin, 'initdb'), setUp, { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });

  const port = await freePort();
  const settings = { ...commonSettings, port: String(port), ...(options.durable ? {} : undurableSettings) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = (database = 'postgres') => `postgres://${superuser}@127.0.0.1:${port}/${database}`;
  let server: ChildProcess | null = null;
  const exited = async () => {
    if (server !== null && server.exitCode === null && server.signalCode === null) {
      server.ref();
      await once(server, 'exit');
    }
    server = null;
  };

  const start = async () => {
    server = spawn('/bin/sh', ['-c', supervisor, 'postgres', folder, join(bin, 'postgres'), '-D', data, ...flags], {
      ...identity,
      cwd: folder,
      env: { ...process.env, ...options.env },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    server.unref();
    await untilReady(server, url());
  };
  const halt = async () => {
    signal(data, 'SIGINT');
    await exited();
  };

  await start();
  return {
    superuserUrl: url(),
    url,
    createDatabase: async (name) => (await createTestDatabase(url(), name)).url,
    halt,
    kill: async () => {
      signal(data, 'SIGKILL');
      await exited();
    },
    pause: () => signalFamily(data, 'SIGSTOP'),
    resume: () => signalFamily(data, 'SIGCONT'),
    isRunning: () => server !== null && server.exitCode === null && server.signalCode === null,
    start,
    restart: async () => {
      await halt();
      await start();
    },
    stop: async () => {
      if (server !== null && server.exitCode === null) await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const superuser = 'postgres';
const commonSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  log_min_messages: 'panic',
  logging_collector: 'off',
};
const undurableSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Runs the server. When the pipe from the test process closes (at its end, even by kill -9), it stops the server and
 * removes the folder.
 */
const supervisor = `
folder=$1; shift; exec 3<&0
"$@" 3<&- </dev/null & server=$!
( read -r end; trap '' TERM; kill -INT $server 2>/dev/null; while kill -0 $server 2>/dev/null; do sleep 0.1; done; rm -rf "$folder" ) <&3 3<&- &
watch=$!
wait $server; kill $watch 2>/dev/null
`;

/** PostgreSQL refuses to run as root; in that case, it runs as the user that its package created, or as nobody. */
function ordinaryUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {}
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody" to run it as');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo; // The address of a TCP server is never a string.
  probe.close();
  await once(probe, 'close');
  return port;
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start (exit code ${server.exitCode})`);
    try {
      await runSql(url, ['SELECT 1']);
      return;
    } catch {
      await delay(50);
    }
  }
  throw new Error('PostgreSQL did not start within 30 s');
}

function signal(data: string, name: NodeJS.Signals): void {
  process.kill(postmasterOf(data), name);
}

function signalFamily(data: string, name: NodeJS.Signals): void {
  const postmaster = String(postmasterOf(data));
  // Signals the parent first, so that it creates no child meanwhile.
  process.kill(Number(postmaster), name);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', postmaster], { encoding: 'utf8' });
  for (const child of children.trim().split(/\s+/)) process.kill(Number(child), name);
}

function postmasterOf(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
}
