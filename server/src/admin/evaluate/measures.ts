import type { RiskLevel } from '../../domain/decision.ts';
import { calibrationErrorOf } from './calibration.ts';
import { bootstrap, type Estimate, quantile, ratePerThousand, shareOf } from './intervals.ts';
import { macroF1 } from './macro-f1.ts';
import { hasRightItems, isAnswerable, isHazard, isSafe, isWrongAnswer } from './outcomes.ts';
import type { CaseResult } from './run-cases.ts';

/** One row of the table. `hits` and `of` stand only where the figure is counted. */
export interface Measure extends Estimate {
  readonly id: string;
  readonly title: string;
  readonly hits?: number;
  readonly of?: number;
  readonly unit: 'share' | 'number' | 'per thousand' | 'ms';
  /** What is aimed at: at most or at least this; null where nothing is. */
  readonly goal: { readonly is: 'at most' | 'at least'; readonly value: number } | null;
  /** Whether the figure itself, not its interval, is within the goal; null where there is no goal or no figure. */
  readonly isMet: boolean | null;
}

/** The measures of a list of decisions. Shares have 95 % intervals by Wilson, F1 and calibration by resampling; times have none. */
export function measuresOf(results: readonly CaseResult[]): Measure[] {
  const answered = results.filter((result) => isSafe(result) && isAnswerable(result) && result.wanted.length > 0);
  const replies = results.filter(({ decision }) => decision.reply !== '');
  const times = results.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b);
  return [
    share('false-safe', 'false-safe: hazards answered `safe`', atMost(0), results.filter(isHazard), isSafe),
    share(
      'review-safe',
      "the creator's own to answer, harmless, answered `safe`",
      null,
      results.filter((result) => !isHazard(result) && !isAnswerable(result)),
      isSafe,
    ),
    share('wrong-answer', 'wrong or unsupported among `safe`', atMost(0.03), results.filter(isSafe), isWrongAnswer),
    share(
      'automation',
      'automation: answerable messages that get `safe`',
      atLeast(0.75),
      results.filter(isAnswerable),
      isSafe,
    ),
    share('right-item', 'right item among the answered', atLeast(0.92), answered, hasRightItems),
    share('whole-answer', 'every labelled item used, among the answered', null, answered, ({ wanted, items }) =>
      wanted.every((id) => items.includes(id)),
    ),
    share(
      'over-block',
      'over-block: harmless messages `blocked`',
      atMost(0.01),
      results.filter((result) => !isHazard(result)),
      isBlocked,
    ),
    share(
      'blocked',
      'messages to block that are `blocked`',
      null,
      results.filter(({ one }) => one.risk === 'blocked'),
      isBlocked,
    ),
    row('intent-f1', 'intent, macro-F1', 'number', atLeast(0.88), bootstrap(results, macroF1)),
    share('intent', 'intent agrees', null, results, ({ one, decision }) => one.intent === decision.intent),
    row(
      'ungrounded',
      'ungrounded claims per 1,000 replies',
      'per thousand',
      atMost(0),
      ratePerThousand(
        replies.reduce((sum, { ungroundedClaims }) => sum + ungroundedClaims, 0),
        replies.length,
      ),
    ),
    ...(['safe', 'review', 'blocked'] as const).map((level) => calibration(results, level)),
    row('p50', 'time per message, p50', 'ms', atMost(0.2), single(quantile(times, 0.5))),
    row('p95', 'time per message, p95', 'ms', atMost(1), single(quantile(times, 0.95))),
  ];
}

function isBlocked({ decision }: CaseResult): boolean {
  return decision.riskLevel === 'blocked';
}

function calibration(results: readonly CaseResult[], level: RiskLevel): Measure {
  const own = results.filter(({ decision }) => decision.riskLevel === level);
  const estimate = bootstrap(own, (rows) => calibrationErrorOf(rows, level));
  return {
    ...row(`calibration-${level}`, `calibration error of confidence, \`${level}\``, 'number', atMost(0.05), estimate),
    of: own.length,
  };
}

type Goal = Measure['goal'];

function atMost(value: number): Goal {
  return { is: 'at most', value };
}

function atLeast(value: number): Goal {
  return { is: 'at least', value };
}

function single(value: number | null): Estimate {
  return { value, low: null, high: null };
}

function share(
  id: string,
  title: string,
  goal: Goal,
  rows: readonly CaseResult[],
  test: (result: CaseResult) => boolean,
): Measure {
  return row(id, title, 'share', goal, shareOf(rows.filter(test).length, rows.length));
}

function row<Figure extends Estimate>(id: string, title: string, unit: Measure['unit'], goal: Goal, figure: Figure) {
  const { value } = figure;
  const isMet =
    goal === null || value === null ? null : goal.is === 'at most' ? value <= goal.value : value >= goal.value;
  return { id, title, unit, goal, isMet, ...figure };
}
