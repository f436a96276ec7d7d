import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { EpochMs } from '../../domain/period.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { CaseOutcome } from './run-cases.ts';

interface Head {
  readonly understudy: 'evaluation';
  /** What was asked of what: the model, the document and the cases, as a digest. */
  readonly run: string;
  /** When messages came in that do not say it themselves. */
  readonly now: EpochMs;
}

/** A file that keeps what came of each case, so that a run that was interrupted goes on where it stopped. */
export interface KeptOutcomes {
  /** When messages came in: that of the first run. */
  readonly now: EpochMs;
  readonly outcomes: ReadonlyMap<number, CaseOutcome>;
  /** Appends a line to the file. */
  keep(at: number, outcome: CaseOutcome): void;
}

/** A digest of what makes a run what it is. */
export function runDigest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/**
 * Opens such a file, or makes it. What a model failed on counts as not done; half a line at its end, of a process that was killed, is left
 * out. `name` is the path as the caller wrote it.
 * @throws OperatorError when the file is of another run, no such file, or cannot be written
 */
export function openKeptOutcomes(path: string, name: string, { run, now }: Omit<Head, 'understudy'>): KeptOutcomes {
  const outcomes = new Map<number, CaseOutcome>();
  let startedAt = now;
  try {
    if (existsSync(path) && readFileSync(path, 'utf8').trim() !== '') {
      const [first = '', ...lines] = readFileSync(path, 'utf8').split('\n');
      const head = read<Partial<Head>>(first);
      if (head?.understudy !== 'evaluation')
        throw new OperatorError(`${name} is no file of an evaluation. Name another file in --results.`);
      if (head.run !== run)
        throw new OperatorError(
          `${name} holds the results of another run: the model, the cases or the document are not the same. Name another file in --results, or remove this one.`,
        );
      startedAt = head.now ?? now;
      for (const line of lines) {
        const kept = read<{ at: number; outcome: CaseOutcome }>(line);
        if (kept !== null && (kept.outcome.model === null || kept.outcome.model.outcome === 'used'))
          outcomes.set(kept.at, kept.outcome);
      }
      // Begins a line of its own where the last one was cut off.
      if (lines.at(-1) !== '') appendFileSync(path, '\n');
    } else {
      writeFileSync(path, `${JSON.stringify({ understudy: 'evaluation', run, now } satisfies Head)}\n`, {
        mode: 0o600,
      });
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new OperatorError(
      `${name} cannot be read and written${code}. Name a file in a folder of yours in --results.`,
    );
  }
  return {
    now: startedAt,
    outcomes,
    keep: (at, outcome) => appendFileSync(path, `${JSON.stringify({ at, outcome })}\n`),
  };
}

/** A line as this module wrote it; null where it is none. */
function read<Line>(line: string): Line | null {
  try {
    return JSON.parse(line) as Line; // written by `keep` and `openKeptOutcomes` above
  } catch {
    return null;
  }
}
