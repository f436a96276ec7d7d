import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const repository = join(import.meta.dirname, '../../..');

export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** The milliseconds from spawn to the first 200 of /readyz. */
  readonly readyAfterMs: number;
  /** Returns all of standard output and error so far. */
  output(): string;
  /** Sends SIGKILL, and waits for the process to end. */
  kill(): Promise<void>;
  /** Sends SIGTERM, waits for the process to end, and resolves with its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the real service in a separate process, as `npm start` does in this checkout or in `root`, and waits until it
 * is ready.
 */
export function startService(
  env: Record<string, string>,
  options: { script?: string; readyWithinMs?: number; root?: string } = {},
): Promise<ServiceProcess> {
  const given = env['PORT'];
  return given === undefined ? onFreePort((port) => startOn(port, env, options)) : startOn(given, env, options);
}

async function startOn(
  port: string,
  env: Record<string, string>,
  options: { script?: string; readyWithinMs?: number; root?: string },
): Promise<ServiceProcess> {
  const { readyWithinMs = 120_000, root = repository } = options;
  const script = options.script === undefined ? [join(root, 'scripts/run.mjs'), 'serve'] : [options.script];
  const command = ['--max-semi-space-size=8', ...script];
  const startedAt = performance.now();
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      UNDERSTUDY_DEMO: 'false',
      UNDERSTUDY_LOG_LEVEL: 'error',
      ...env,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output = (output + chunk).slice(-20_000)));
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  try {
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    await untilReady(url, { hasEnded, readyWithinMs, output: () => output });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  };
  return {
    url,
    child,
    readyAfterMs: performance.now() - startedAt,
    output: () => output,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

/**
 * Waits until a service answers that it is ready.
 * @throws Error with its output if it ends, or is not ready in time
 */
export async function untilReady(
  url: string,
  { hasEnded, readyWithinMs, output }: { hasEnded: () => boolean; readyWithinMs: number; output: () => string },
): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (!(await isReady(url))) {
    if (hasEnded()) throw new Error(`the service ended at start:\n${output()}`);
    if (performance.now() > deadline)
      throw new Error(`the service was not ready within ${readyWithinMs} ms:\n${output()}`);
    await delay(10);
  }
}

async function isReady(url: string): Promise<boolean> {
  // A refused connection costs a hundredth of a refused request, and there are many before a service is ready.
  if (!(await isListening(Number(new URL(url).port)))) return false;
  try {
    const response = await fetch(`${url}/readyz`);
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = connect({ port, host: '127.0.0.1' });
  probe.on('connect', () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => probe.destroy());
}

/** Starts a server on a free port. Chooses another port if a different program takes it in the meantime. */
export async function onFreePort<Started>(start: (port: string) => Promise<Started>): Promise<Started> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(String(await freePort()));
    } catch (error) {
      if (tries === 5 || !/is in use by another program|PostgreSQL did not start/.test(String(error))) throw error;
    }
  }
}

/**
 * Returns a port of the loopback interface that was free a moment ago. Each worker of a test run has its own ports,
 * below those that systems give to connections. Otherwise, another service could take the port first, answer that it is
 * ready, and be tested instead.
 * @throws Error if none of the worker's ports is free
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0);
  for (let tried = 0; tried < portsOfWorker; tried++) {
    const port = firstPort + (worker % workers) * portsOfWorker + (nextPort++ % portsOfWorker);
    if (await isFree(port)) return port;
  }
  throw new Error('no port was free');
}

const [firstPort, workers, portsOfWorker] = [20_000, 48, 250];
// A worker runs its files one after another, and a port of the previous file may still be closing.
let nextPort = Math.floor(Math.random() * portsOfWorker);

async function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.on('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}
