import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Area } from './areas.ts';
import { copyOfCheckout } from './copy-of-checkout.ts';
import type { Mutant, Outcome, Row } from './mutant-report.ts';
import { createTestRunner } from './test-runner.ts';

interface AreaRun {
  readonly area: Area;
  readonly mutants: readonly Mutant[];
  progress(line: string): void;
}

/**
 * Tries the changes in an area, in a separate copy of the checkout.
 * @throws Error if the tests cannot run at all without any change
 */
export async function measureArea({ area, mutants, progress }: AreaRun): Promise<Row[]> {
  const copy = copyOfCheckout();
  const runner = createTestRunner(copy);
  /** How often each test file noticed a change in each source file. Test files that noticed changes run first. */
  const noticed = new Map<string, Map<string, number>>();
  let passing = area.tests;
  let tests = area.tests;
  const clean = (): void => {
    runner.stop();
    rmSync(copy, { recursive: true, force: true });
  };

  /** Runs test files in their order. A failure counts only if the test file fails a second time. */
  const outcomeOf = async (tests: readonly string[]): Promise<Outcome & { readonly file: string | null }> => {
    let left = tests;
    while (left.length > 0) {
      const run = await runner.run(left);
      if (run.fate === 'passed') break;
      if (run.fate === 'endless') return { fate: 'endless', by: '', file: null };
      const { file, name } = run;
      const again = await runner.run(file === null ? left : [file]);
      if (again.fate !== 'passed') return { fate: 'noticed', by: `${file ?? 'an error'}: ${name}`, file };
      left = file === null ? [] : left.slice(left.indexOf(file) + 1);
    }
    return { fate: 'survived', by: '', file: null };
  };

  const tryMutant = async (mutant: Mutant): Promise<Outcome> => {
    const path = join(copy, mutant.file);
    const source = readFileSync(path, 'utf8');
    const write = (text: string): void => {
      writeFileSync(path, text);
      runner.changed(mutant.file);
    };
    const counts = noticed.get(mutant.file) ?? new Map<string, number>();
    noticed.set(mutant.file, counts);
    write(source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end));
    try {
      const likeliestFirst = passing.toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
      const { file, fate, by } = await outcomeOf(likeliestFirst);
      if (file !== null) counts.set(file, (counts.get(file) ?? 0) + 1);
      return { fate, by };
    } finally {
      write(source);
    }
  };

  process.on('exit', clean);
  try {
    for (;;) {
      const before = await outcomeOf(tests);
      if (before.fate === 'survived') break;
      if (before.file === null) throw new Error(`The tests of ${area.name} fail without any change.`);
      // A test that fails without any change would notice every change. Leaving it out can only lower the score.
      progress(`${area.name}: left out, because it fails without any change: ${before.by}`);
      tests = tests.slice(tests.indexOf(before.file) + 1);
      passing = passing.filter((test) => test !== before.file);
    }
    progress(`${area.name}: the tests of ${passing.length} files pass without any change`);
    const rows: Row[] = [];
    for (const mutant of mutants) {
      const from = performance.now();
      const outcome = await tryMutant(mutant);
      rows.push({ mutant, ...outcome });
      const seconds = `${Math.round((performance.now() - from) / 1000)} s`;
      const count = `${area.name} ${String(rows.length).padStart(2)}/${mutants.length}`;
      progress(
        `${count} ${outcome.fate.padEnd(8)} ${seconds.padStart(5)}  ${mutant.file}:${mutant.line}  ${mutant.what}`,
      );
      if (outcome.by !== '') progress(`    by ${outcome.by}`);
    }
    return rows;
  } finally {
    process.off('exit', clean);
    clean();
  }
}
