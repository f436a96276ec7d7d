import type { CaseResult } from '../../admin/evaluate/run-cases.ts';
import { type ModelUse, modelFailures } from '../../domain/language-model.ts';
import type { Printer } from '../printer.ts';

/** How a language model was used for all cases. */
export interface ModelUseReport {
  readonly name: string;
  /** The number of cases that the model was asked about. */
  readonly cases: number;
  readonly readings: number;
  readonly checks: number;
  readonly wordings: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The median time of the cases that the model was asked about. */
  readonly medianMs: number;
  readonly slowestMs: number;
  /** The number of cases that were decided without the model, by reason. */
  readonly failures: Readonly<Record<string, number>>;
}

/** Adds up the model's use over all cases. */
export function modelUseOf(name: string, results: readonly CaseResult[]): ModelUseReport {
  const uses = results.flatMap(({ model }) => model ?? []);
  const sum = (of: (use: ModelUse) => number): number => uses.reduce((total, use) => total + of(use), 0);
  const times = uses.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const failures: Record<string, number> = {};
  for (const { outcome } of uses) if (outcome !== 'used') failures[outcome] = (failures[outcome] ?? 0) + 1;
  return {
    name,
    cases: uses.length,
    readings: sum(({ readings }) => readings),
    checks: sum(({ checks }) => checks),
    wordings: sum(({ wordings }) => wordings),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    slowestMs: times.at(-1) ?? 0,
    failures,
  };
}

/** Prints how the model was used, and why cases were decided without it. */
export function showModelUse(printer: Printer, use: ModelUseReport): void {
  const count = (value: number): string => value.toLocaleString('en-US');
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  printer.line();
  printer.line(
    `${printer.colours.bold(use.name)} was asked about ${count(use.cases)} cases: ${count(use.readings)} readings and ${count(use.checks)} checks, ${count(use.inputTokens)} input and ${count(use.outputTokens)} output tokens, ${seconds(use.medianMs)} per case (slowest ${seconds(use.slowestMs)}).`,
  );
  for (const [cause, reason] of Object.entries(modelFailures)) {
    const failed = use.failures[cause] ?? 0;
    if (failed > 0)
      printer.line(
        `${printer.colours.yellow('!')} ${count(failed)} ${failed === 1 ? 'was' : 'were'} decided without it: ${reason}.`,
      );
  }
}
