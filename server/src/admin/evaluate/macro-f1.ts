import type { CaseResult } from './run-cases.ts';

export interface IntentFigures {
  readonly intent: string;
  readonly cases: number;
  readonly precision: number | null;
  readonly recall: number;
  readonly f1: number;
}

/** Computes how well each labelled intent is recognized, in alphabetical order. */
export function intentFigures(results: readonly CaseResult[]): IntentFigures[] {
  const labelled = new Map<string, number>();
  const said = new Map<string, number>();
  const agreed = new Map<string, number>();
  const add = (counts: Map<string, number>, intent: string) => counts.set(intent, (counts.get(intent) ?? 0) + 1);
  for (const { one, decision } of results) {
    add(labelled, one.intent);
    add(said, decision.intent);
    if (one.intent === decision.intent) add(agreed, one.intent);
  }
  return [...labelled.keys()].sort().map((intent) => {
    const [cases, told, hits] = [labelled.get(intent) ?? 0, said.get(intent) ?? 0, agreed.get(intent) ?? 0];
    return {
      intent,
      cases,
      precision: told === 0 ? null : hits / told,
      recall: hits / cases,
      f1: (2 * hits) / (cases + told),
    };
  });
}

/** Computes the mean F1 over the labelled intents; null if there are no cases. */
export function macroF1(results: readonly CaseResult[]): number | null {
  const list = intentFigures(results);
  return list.length === 0 ? null : list.reduce((sum, { f1 }) => sum + f1, 0) / list.length;
}
