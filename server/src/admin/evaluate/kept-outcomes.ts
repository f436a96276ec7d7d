import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { EpochMs } from '../../domain/period.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { CaseOutcome } from './run-cases.ts';

interface Head {
  readonly understudy: 'evaluation';
  /** A digest of the model, the document and the cases. */
  readonly run: string;
  /** The time that is assumed for messages without one. */
  readonly now: EpochMs;
}

/** A file with the outcome of each case, so that an interrupted run continues where it stopped. */
export interface KeptOutcomes {
  /** The time that is assumed for messages without one, taken from the first run. */
  readonly now: EpochMs;
  readonly outcomes: ReadonlyMap<number, CaseOutcome>;
  /** Appends a line to the file. */
  keep(at: number, outcome: CaseOutcome): void;
}

/** Returns a digest of everything that determines the outcomes of a run. */
export function runDigest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/**
 * Opens a file of outcomes, or creates it. A case whose model failed counts as not done. An incomplete last line, left
 * by a killed process, is ignored. `name` is the path as the caller wrote it.
 * @throws OperatorError when the file belongs to a different run, has a different format, or cannot be read or written
 */
export function openKeptOutcomes(path: string, name: string, { run, now }: Omit<Head, 'understudy'>): KeptOutcomes {
  const outcomes = new Map<number, CaseOutcome>();
  let startedAt = now;
  try {
    if (existsSync(path) && readFileSync(path, 'utf8').trim() !== '') {
      const [first = '', ...lines] = readFileSync(path, 'utf8').split('\n');
      const head = read<Partial<Head>>(first);
      if (head?.understudy !== 'evaluation')
        throw new OperatorError(
          `${name} does not contain the results of an evaluation. Choose another file for --results.`,
        );
      if (head.run !== run)
        throw new OperatorError(
          `${name} contains the results of a run with a different model, document or cases. Choose another file for --results, or remove this one.`,
        );
      startedAt = head.now ?? now;
      for (const line of lines) {
        const kept = read<{ at: number; outcome: CaseOutcome }>(line);
        if (kept !== null && (kept.outcome.model === null || kept.outcome.model.outcome === 'used'))
          outcomes.set(kept.at, kept.outcome);
      }
      // Starts a new line if the last one is incomplete.
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
      `${name} cannot be read or written${code}. For --results, choose a file that you can read and write.`,
    );
  }
  return {
    now: startedAt,
    outcomes,
    keep: (at, outcome) => appendFileSync(path, `${JSON.stringify({ at, outcome })}\n`),
  };
}

/** Parses a line that this module wrote; returns null if it is not JSON. */
function read<Line>(line: string): Line | null {
  try {
    return JSON.parse(line) as Line; // `keep` and `openKeptOutcomes` above wrote the line.
  } catch {
    return null;
  }
}
