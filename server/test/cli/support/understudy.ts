import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCli } from '../../../src/cli/run-cli.ts';

export const repository = join(import.meta.dirname, '../../../..');
const program = join(repository, 'scripts/run.mjs');
/**
 * A command that takes longer counts as one that never ends. On a busy machine, a command that trains takes more than a
 * minute.
 */
const endsWithinMs = 200_000;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON; throws if it is anything else. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests verify its form, and a type would only repeat that
  json(): any;
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
}

/** Runs one command line of the real program to its end, in a separate process, with pipes for its streams. */
export async function understudy(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const child = startUnderstudy(args, options);
  child.stdin.on('error', () => undefined); // a command may end without reading its input
  child.stdin.end(options.input ?? '');
  const ended = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code: child.exitCode, stdout, stderr, json: () => JSON.parse(stdout) };
}

/**
 * Runs one command line without a separate process, which takes a tenth of the time. Use it for tests that only read
 * the output.
 */
export async function runInside(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input: string | Uint8Array = '',
): Promise<Ended> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const stdin = Readable.from(input.length === 0 ? [] : [Buffer.from(input)]);
  // Reads output as it arrives, because a command with long output waits for its reader.
  const read = Promise.all([text(out), text(err)]);
  const code = await runCli({ args, env, stdin, stdout: out, stderr: err }).finally(() => {
    out.end();
    err.end();
  });
  const [stdout, stderr] = await read;
  return { code, stdout, stderr, json: () => JSON.parse(stdout) };
}

/** Starts a command line in a separate process, for tests that write its input gradually or stop it. */
export function startUnderstudy(args: readonly string[], { env = {}, cwd = repository }: CommandOptions = {}) {
  return spawn(process.execPath, [program, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: endsWithinMs,
    killSignal: 'SIGKILL',
  });
}
