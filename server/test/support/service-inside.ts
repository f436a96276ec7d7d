import { PassThrough, Readable } from 'node:stream';
import { runCli } from '../../src/cli/run-cli.ts';
import { onFreePort, startService, untilReady } from './service-process.ts';

export interface ServiceInside {
  readonly url: string;
  /** Returns all of standard output and error so far, including the log. */
  output(): string;
  /** Stops the service as SIGTERM stops a process; resolves with its exit code. */
  stop(): Promise<number>;
}

/**
 * Starts the whole service, `understudy serve`, in the test's process, and waits until it is ready. This takes a tenth
 * of the CPU time of `startService`. Use it in tests of the service's answers; use `startService` in tests of how a
 * process starts, ends, fails, logs or uses memory. If `NODE_EXTRA_CA_CERTS` is set, it starts a separate process,
 * because Node reads these certificates only when a process starts.
 */
export async function serveInside(env: Readonly<Record<string, string>>): Promise<ServiceInside> {
  if (env['NODE_EXTRA_CA_CERTS'] !== undefined) return inItsOwnProcess(env);
  const given = env['PORT'];
  return given === undefined ? onFreePort((port) => serveOn(port, env)) : serveOn(given, env);
}

async function serveOn(port: string, env: Readonly<Record<string, string>>): Promise<ServiceInside> {
  const interrupt = new AbortController();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  let output = '';
  for (const stream of [stdout, stderr]) stream.on('data', (chunk) => (output = (output + chunk).slice(-20_000)));
  let code: number | null = null;
  const ended = runCli({
    args: ['serve'],
    env: { UNDERSTUDY_DEMO: 'false', UNDERSTUDY_LOG_LEVEL: 'error', ...env, PORT: port },
    stdin: Readable.from([]),
    stdout,
    stderr,
    stop: interrupt.signal,
  }).then((exitCode) => {
    code = exitCode;
    return exitCode;
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, { hasEnded: () => code !== null, readyWithinMs: 120_000, output: () => output });
  } catch (error) {
    interrupt.abort();
    throw error;
  }
  return {
    url,
    output: () => output,
    stop: () => {
      interrupt.abort();
      return ended;
    },
  };
}

/** Starts the service in a separate process, in the form that `serveInside` returns. */
export async function inItsOwnProcess(env: Readonly<Record<string, string>>): Promise<ServiceInside> {
  const { url, output, stop } = await startService(env);
  return { url, output, stop: async () => (await stop()) ?? -1 };
}
