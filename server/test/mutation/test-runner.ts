import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { TestMessage, TestRequest } from './test-process.ts';

export type TestRun = { readonly ms: number } & (
  | { readonly fate: 'passed'; readonly count: number }
  /** `file` is the test file with the failure; null for an error outside a test. */
  | { readonly fate: 'failed'; readonly file: string | null; readonly name: string }
  /** No test ended for `patienceMs`, or the process of the tests ended. */
  | { readonly fate: 'endless' }
);

export interface TestRunner {
  /** Runs test files in the given order, until the first failure. */
  run(tests: readonly string[]): Promise<TestRun>;
  /** Must be called after each change of a source file. */
  changed(file: string): void;
  stop(): void;
}

/** No test takes this long between two results, even on a busy machine. */
const patienceMs = 300_000;
const graceMs = 5_000;

/** Runs the tests of a copy of the checkout. It loads Vitest once, which saves some seconds in each run. */
export function createTestRunner(folder: string): TestRunner {
  let child: ChildProcess | null = null;
  const changed = new Set<string>();
  const program = join(folder, 'server/test/mutation/test-process.ts');
  const stop = (): void => {
    // The whole process group is ended, so that no process that a test started stays behind.
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
    child = null;
  };
  /** Returns the first message that answers a request; null if none arrives in time. */
  const answerOf = (from: ChildProcess): Promise<TestMessage | null> =>
    new Promise((resolve) => {
      const end = (message: TestMessage | null): void => {
        clearTimeout(timer);
        from.off('message', read);
        from.off('exit', lost);
        resolve(message);
      };
      const lost = (): void => end(null);
      // Allows a grace period, because messages may be waiting after the machine or this process was paused.
      const late = (): void => {
        timer = setTimeout(lost, graceMs);
      };
      const read = (message: TestMessage): void => {
        if (message.kind !== 'progress') {
          end(message);
          return;
        }
        clearTimeout(timer);
        timer = setTimeout(late, patienceMs);
      };
      let timer = setTimeout(late, patienceMs);
      from.on('message', read);
      from.on('exit', lost);
    });
  const start = async (): Promise<ChildProcess> => {
    const started = fork(program, { cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    if ((await answerOf(started)) === null) throw new Error('The process of the tests does not start.');
    return started;
  };
  return {
    changed: (file) => void changed.add(file),
    async run(tests) {
      child ??= await start();
      const startedAt = performance.now();
      const answer = answerOf(child);
      child.send({ tests, changed: [...changed] } satisfies TestRequest);
      changed.clear();
      const message = await answer;
      const ms = performance.now() - startedAt;
      if (message?.kind === 'passed') return { fate: 'passed', count: message.count, ms };
      if (message?.kind === 'failed') return { fate: 'failed', file: message.file, name: message.name, ms };
      stop();
      return { fate: 'endless', ms };
    },
    stop,
  };
}
