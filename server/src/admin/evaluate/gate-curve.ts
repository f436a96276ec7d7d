import { hasNoVeto, isAnswerable } from './outcomes.ts';
import type { CaseResult } from './run-cases.ts';

/** The result at one threshold of the gate. */
export interface GatePoint {
  /** The lowest probability at which a message is answered. */
  readonly probability: number;
  /** The number of messages answered. */
  readonly count: number;
  /** The share of answerable messages that are answered. */
  readonly automation: number;
  /** The share of answers that are wrong, as `isWrongAnswer` counts them. */
  readonly wrong: number;
}

/** Returns one point for each distinct probability among the messages without a veto, from the highest down. */
export function gateCurve(results: readonly CaseResult[]): GatePoint[] {
  const answerable = results.filter(isAnswerable).length;
  const open = results
    .filter(hasNoVeto)
    .map(judged)
    .sort((a, b) => b.probability - a.probability);
  const points: GatePoint[] = [];
  let [wrong, answered] = [0, 0];
  open.forEach((one, index) => {
    if (one.isWrong) wrong += 1;
    if (one.isAnswerable) answered += 1;
    const { probability } = one;
    if (open[index + 1]?.probability === probability) return;
    const count = index + 1;
    points.push({ probability, count, automation: answered / Math.max(1, answerable), wrong: wrong / count });
  });
  return points;
}

/** Returns the highest automation rate for which the share of wrong answers is at most `wrong`; 0 if there is none. */
export function automationWithin(points: readonly GatePoint[], wrong: number): number {
  return Math.max(0, ...points.filter((point) => point.wrong <= wrong).map(({ automation }) => automation));
}

function judged(result: CaseResult) {
  const { answer, courtesy, wanted } = result;
  // As in the engine, the message is read as a courtesy if that is at least as likely as the answer.
  const isCourtesy = courtesy.kind !== 'none' && courtesy.probability >= answer.probability;
  const isRight = isCourtesy
    ? wanted.length === 0
    : answer.items.length > 0 && answer.items.every((id) => wanted.includes(id));
  return {
    probability: isCourtesy ? courtesy.probability : answer.probability,
    isAnswerable: isAnswerable(result),
    isWrong: !isAnswerable(result) || !isRight,
  };
}
