import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostgres } from './find-postgres.ts';
import { createTestDatabase, runSql } from './postgres-database.ts';
import { onFreePort } from './service-process.ts';

export interface PostgresCluster {
  /** Connects to the maintenance database as the superuser. */
  readonly superuserUrl: string;
  /** Returns a superuser's URL for any database in the cluster. */
  url(database?: string): string;
  /** Creates an empty database and returns the URL of its owner, an ordinary role. */
  createDatabase(name?: string): Promise<string>;
  /** Shuts the server down normally, until `start`. Connections are cut, but no data is lost. */
  halt(): Promise<void>;
  /** Kills the server (-9) without flushing, as a crash does, until `start`. */
  kill(): Promise<void>;
  /** Suspends all of the server's processes (SIGSTOP) until `resume`. Connections stay open but silent. */
  pause(): void;
  resume(): void;
  /** Returns false once the server has ended for any reason. */
  isRunning(): boolean;
  /** Restarts a halted or killed server on the same address. */
  start(): Promise<void>;
  /** Calls `halt`, then `start`. */
  restart(): Promise<void>;
  /** Stops the server and removes all its files. */
  stop(): Promise<void>;
}

/**
 * Starts a temporary PostgreSQL server in a new folder, on a free port of the loopback interface. Resolves to null if
 * PostgreSQL is not installed. When this process ends, in any way, the server is stopped and removed. `durable: false`
 * skips fsync, for tests that never kill the server; `parent` is the folder in which the temporary one is created.
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

  let port = '';
  const settings = { ...commonSettings, ...(options.durable ? {} : undurableSettings) };
  const flags = () => Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = (database = 'postgres') => `postgres://${superuser}@127.0.0.1:${port}/${database}`;
  let server: ChildProcess | null = null;
  const exited = async () => {
    if (server !== null && server.exitCode === null && server.signalCode === null) {
      server.ref();
      await once(server, 'exit');
    }
    server = null;
  };

  const startOnce = async () => {
    server = spawn('/bin/sh', ['-c', supervisor, 'postgres', folder, join(bin, 'postgres'), '-D', data, ...flags()], {
      ...identity,
      cwd: folder,
      env: { ...process.env, ...options.env },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    server.unref();
    await untilReady(server, url());
  };
  /** The processes of a killed server end when they notice it. Until then, a new server refuses to start. */
  const start = async () => {
    for (const deadline = performance.now() + 60_000; ; await delay(100)) {
      try {
        return await startOnce();
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
    }
  };
  const halt = async () => {
    signal(data, 'SIGINT');
    await exited();
  };

  await onFreePort((free) => {
    port = free;
    return startOnce();
  });
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
 * Runs the server. When the pipe from the test process closes, because that process has ended or was killed, stops the
 * server and removes the folder.
 */
const supervisor = `
folder=$1; shift; exec 3<&0
"$@" 3<&- </dev/null & server=$!
( read -r end; trap '' TERM; kill -INT $server 2>/dev/null; while kill -0 $server 2>/dev/null; do sleep 0.1; done; rm -rf "$folder" ) <&3 3<&- &
watch=$!
wait $server; kill $watch 2>/dev/null
`;

/**
 * Returns the ids of the user that PostgreSQL's package created, or of the user `nobody`, if this process runs as root,
 * because PostgreSQL refuses to run as root.
 */
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

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 2_400; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start (exit code ${server.exitCode})`);
    try {
      await runSql(url, ['SELECT 1']);
      return;
    } catch {
      await delay(50);
    }
  }
  throw new Error('PostgreSQL was not ready within two minutes');
}

function signal(data: string, name: NodeJS.Signals): void {
  process.kill(postmasterOf(data), name);
}

function signalFamily(data: string, name: NodeJS.Signals): void {
  const postmaster = postmasterOf(data);
  // Signals the parent first, so that it creates no child in the meantime.
  process.kill(postmaster, name);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  for (const child of children.trim().split(/\s+/)) {
    try {
      process.kill(Number(child), name);
    } catch {
      // It has ended in the meantime.
    }
  }
}

function postmasterOf(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
}
