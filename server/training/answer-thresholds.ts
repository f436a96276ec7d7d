import { type AnswerModel, thresholdAt, thresholdPhrases } from '../src/drafting/answer/answer-model.ts';
import { type Answer, taughtWording } from '../src/drafting/answer/find-answer.ts';
import { sigmoid } from '../src/drafting/learned/probabilities.ts';
import type { AnswerCase } from './answer-rows.ts';
import { fitWeights, lowestWhere } from './calibrate.ts';
import { wouldHold } from './held-answers.ts';

/** The data from which the gate evaluates the items chosen for a message. */
export interface Plan {
  readonly row: AnswerCase;
  readonly fold: number;
  /** True if the items are exactly right, and the message may be answered. */
  readonly isRight: boolean;
  readonly answer: Omit<Answer, 'probability'>;
  readonly features: Float64Array;
  /** Log-odds from a gate that never saw the creator. */
  sum: number;
}

interface Judgement {
  readonly probability: number;
  /** True if the engine would not send the answer at this probability, even if the threshold were 0. */
  readonly isHeld: boolean;
}
export type JudgedPlan = Plan & Judgement;

/**
 * Returns the plans with the probability that the engine gives them, and with what the engine does with them. The
 * calibration, a slope and an offset, turns log-odds into probabilities.
 */
export async function judgePlans<Unjudged extends Pick<Plan, 'row' | 'answer' | 'isRight' | 'sum'>>(
  plans: readonly Unjudged[],
): Promise<{ readonly calibration: readonly [number, number]; readonly judged: readonly (Unjudged & Judgement)[] }> {
  const [offset = 0, slope = 1] = fitWeights(
    plans.map(({ sum }) => [1, sum]),
    plans.map(({ isRight }) => isRight),
  );
  const judged: (Unjudged & Judgement)[] = [];
  for (const plan of plans) {
    const isTaught = plan.answer.chosen.some(({ isTaughtWording }) => isTaughtWording);
    const probability = isTaught ? taughtWording : sigmoid(slope * plan.sum + offset);
    judged.push({ ...plan, probability, isHeld: await wouldHold(plan.row, { ...plan.answer, probability }) });
  }
  return { calibration: [slope, offset], judged };
}

/**
 * The target shares of wrong answers at each autonomy setting, in the order of `thresholdPhrases`. The goals allow more
 * wrong answers without training phrases, where the evidence is weak and creators otherwise get few answers.
 */
const targets = { careful: [0.04, 0.03, 0.03], balanced: [0.07, 0.07, 0.07] } as const;
/** A proposal is shown if its probability of being right is at least this. */
export const proposal = 0.18;

/**
 * Chooses thresholds from the plans of left-out creators for each number in `thresholdPhrases`, and returns a page of
 * figures by level. Plans without a classifier only appear on the page. Items with other numbers of phrases than their
 * level get an interpolated threshold from the engine, but the threshold of the level here.
 */
export function chooseThresholds(plans: readonly JudgedPlan[]): {
  readonly thresholds: AnswerModel['thresholds'];
  readonly page: string;
} {
  const open = plans.filter(({ isHeld }) => !isHeld).sort((a, b) => b.probability - a.probability);
  const atLevels = (shares: readonly number[]): number[] =>
    thresholdPhrases.map((count, at) =>
      leastWithin(
        open.filter(({ row }) => row.level?.phrases === count),
        shares[at] ?? 0,
      ),
    );
  const [careful, balanced] = [atLevels(targets.careful), atLevels(targets.balanced)];
  const lines = [
    '| phrases, near misses | answerable | right items first | among three | held | answered at careful | wrong | at balanced | wrong | automation at 3 / 5 / 10 % wrong |',
    '|---|---|---|---|---|---|---|---|---|---|',
  ];
  for (const [level, list] of Map.groupBy(plans, ({ row }) => nameOf(row))) {
    const answerable = list.filter(({ row }) => row.right.size > 0);
    const ordered = list.filter(({ isHeld }) => !isHeld).sort((a, b) => b.probability - a.probability);
    const at = (thresholds: readonly number[]): string => {
      const least = thresholdAt(thresholds, list[0]?.row.level?.phrases ?? 0);
      const passed = ordered.filter(({ probability }) => probability >= least);
      const wrong = passed.filter(({ isRight }) => !isRight);
      return `${percent(passed.length - wrong.length, answerable.length)} | ${wrong.length} of ${passed.length}`;
    };
    lines.push(
      `| ${level} | ${answerable.length} | ${percent(answerable.filter(({ isRight }) => isRight).length, answerable.length)} | ${percent(answerable.filter(({ row, answer }) => answer.candidates.slice(0, 3).some(({ item }) => row.right.has(item.id))).length, answerable.length)} | ${percent(answerable.filter(({ isHeld }) => isHeld).length, answerable.length)} | ${at(careful)} | ${at(balanced)} | ${[0.03, 0.05, 0.1].map((share) => percent(answeredWithin(ordered, share), answerable.length)).join(' / ')} |`,
    );
  }
  const page = `${lines.join('\n')}\n\nThresholds with ${thresholdPhrases.join(', ')} phrases: careful ${careful.join(', ')}, balanced ${balanced.join(', ')}; proposal ${proposal}.\n`;
  return { thresholds: { careful, balanced, proposal }, page };
}

/**
 * Returns the lowest probability, rounded up to three decimals, at which at most a share of the answers is wrong,
 * counting the next answer as wrong, as in conformal risk control (Angelopoulos et al., 2022). The guarantee of that
 * method does not cover a share of the answers given. `ordered` has the most certain answers first.
 */
function leastWithin(ordered: readonly JudgedPlan[], share: number): number {
  const least = lowestWhere(ordered, (wrong, count) => (wrong + 1) / (count + 1) <= share);
  return Math.ceil(least * 1000) / 1000;
}

/**
 * Returns the largest number of right answers such that at most that share of all answers is wrong. `ordered` has the
 * most certain answers first.
 */
export function answeredWithin(ordered: readonly { readonly isRight: boolean }[], share: number): number {
  let [best, right] = [0, 0];
  ordered.forEach(({ isRight }, at) => {
    if (isRight) right += 1;
    if ((at + 1 - right) / (at + 1) <= share) best = right;
  });
  return best;
}

function nameOf({ level }: AnswerCase): string {
  return level === null ? 'no classifier' : `${level.phrases}, ${level.nearMisses}`;
}

function percent(count: number, of: number): string {
  return of === 0 ? '–' : `${((100 * count) / of).toFixed(1)} %`;
}
