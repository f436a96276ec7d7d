/**
 * Runs tests on request, in a Vitest that stays loaded between the runs. Its parent sends the test files to run, in
 * their order, and the source files that changed since the last run. The answer names the first test that failed.
 */
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

export interface TestRequest {
  readonly tests: readonly string[];
  readonly changed: readonly string[];
}

export type TestMessage =
  | { readonly kind: 'ready' | 'progress' }
  | { readonly kind: 'passed'; readonly count: number }
  /** `file` is the test file with the failure; null for an error outside a test. */
  | { readonly kind: 'failed'; readonly file: string | null; readonly name: string };

const root = process.cwd();
const send = (message: TestMessage): void => {
  process.send?.(message);
};
const vitest = await createVitest('test', {
  watch: false,
  root,
  config: join(root, 'server/test/mutation/vitest.config.ts'),
  reporters: [{ onTestCaseResult: () => send({ kind: 'progress' }) }],
});
const [project] = vitest.projects;
if (project === undefined) throw new Error('Vitest has no project');

process.on('message', async ({ tests, changed }: TestRequest) => {
  for (const file of changed) vitest.invalidateFile(join(root, file));
  const specifications = tests.map((test) => project.createSpecification(join(root, test)));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const all = testModules.flatMap((module) => [...module.children.allTests()]);
  const failed = all.find((test) => test.result().state === 'failed');
  const broken = testModules.find((module) => module.state() === 'failed');
  const [error] = unhandledErrors;
  if (failed !== undefined) send({ kind: 'failed', file: failed.module.relativeModuleId, name: failed.fullName });
  else if (broken !== undefined)
    send({ kind: 'failed', file: broken.relativeModuleId, name: String(broken.errors()[0]?.message ?? 'loading it') });
  else if (error !== undefined) send({ kind: 'failed', file: null, name: String(error) });
  else send({ kind: 'passed', count: all.filter((test) => test.result().state === 'passed').length });
});
process.on('disconnect', () => process.exit(0));
send({ kind: 'ready' });
