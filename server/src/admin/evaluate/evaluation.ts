import { type ReliabilityBin, type RiskPoint, reliabilityOf, riskCoverage } from './calibration.ts';
import { type GatePoint, gateCurve } from './gate-curve.ts';
import { type Goals, goalsFor } from './goals.ts';
import { type Share, shareOf } from './intervals.ts';
import { type ItemFigures, itemFigures } from './item-figures.ts';
import { type IntentFigures, intentFigures } from './macro-f1.ts';
import { type Measure, measuresOf } from './measures.ts';
import {
  isAnswerable,
  isHazard,
  isRight,
  isSafe,
  isWrongAnswer,
  type MissKind,
  missKinds,
  missOf,
} from './outcomes.ts';
import type { CaseResult } from './run-cases.ts';

/** A group of cases with the figures that are meaningful for a small group. */
export interface Group {
  readonly name: string;
  readonly cases: number;
  readonly falseSafe: Share;
  readonly wrongAnswers: Share;
  readonly automation: Share;
  readonly overBlock: Share;
  readonly intentAgrees: Share;
}

/** One wrong decision, identified by its position in the file of cases. */
export interface Miss {
  readonly miss: MissKind;
  readonly source: string;
  readonly line: number;
  readonly profile: string;
  readonly kind: string;
  readonly labelled: string;
  readonly decided: string;
  readonly decidedBy: string;
  readonly wanted: readonly string[];
  readonly used: readonly string[];
}

export interface Evaluation {
  readonly cases: number;
  readonly measures: readonly Measure[];
  readonly profiles: readonly { readonly id: string; readonly name: string; readonly measures: readonly Measure[] }[];
  readonly byProfile: readonly Group[];
  readonly byIntent: readonly Group[];
  readonly byKind: readonly Group[];
  readonly intents: readonly IntentFigures[];
  readonly reliability: Readonly<Record<'safe' | 'review' | 'blocked', readonly ReliabilityBin[]>>;
  /** `answers`: safe decisions, as a share of the answerable messages; `decisions`: all decisions. */
  readonly riskCoverage: { readonly answers: readonly RiskPoint[]; readonly decisions: readonly RiskPoint[] };
  /** The results at other thresholds of the gate. */
  readonly gate: readonly GatePoint[];
  /** Every fact and offer, those missed most often first. */
  readonly items: readonly ItemFigures[];
  /** The rules or thresholds that prevented automatic answers to answerable messages, most frequent first. */
  readonly heldBy: readonly { readonly rule: string; readonly count: number }[];
  readonly missKinds: readonly { readonly miss: MissKind; readonly kind: string; readonly count: number }[];
  readonly misses: readonly Miss[];
}

/**
 * Computes a run's whole report, without the text of any message. By default, the goals depend on how many training
 * phrases the creators' items have.
 */
export function evaluate(
  results: readonly CaseResult[],
  goalsOf: (results: readonly CaseResult[]) => Goals = goalsFor,
): Evaluation {
  const misses = missesOf(results);
  const safe = results.filter(isSafe);
  return {
    cases: results.length,
    measures: measuresOf(results, goalsOf(results)),
    profiles: [...grouped(results, ({ one }) => one.profile.id)].map(([id, list]) => ({
      id,
      name: list[0]?.one.profile.displayName ?? id,
      measures: measuresOf(list, goalsOf(list)),
    })),
    byProfile: groupsOf(results, ({ one }) => one.profile.id),
    byIntent: groupsOf(results, ({ one }) => one.intent),
    byKind: groupsOf(results, kindOf),
    intents: intentFigures(results),
    reliability: {
      safe: reliabilityOf(results, 'safe'),
      review: reliabilityOf(results, 'review'),
      blocked: reliabilityOf(results, 'blocked'),
    },
    riskCoverage: {
      answers: riskCoverage(safe, isWrongAnswer, results.filter(isAnswerable).length),
      decisions: riskCoverage(results, (result) => !isRight(result)),
    },
    gate: gateCurve(results),
    items: itemFigures(results),
    heldBy: heldBy(results),
    missKinds: countsOf(misses),
    misses,
  };
}

function heldBy(results: readonly CaseResult[]): Evaluation['heldBy'] {
  const held = results.filter((result) => isAnswerable(result) && !isSafe(result));
  return [...grouped(held, ({ decidedBy }) => decidedBy)]
    .map(([rule, list]) => ({ rule, count: list.length }))
    .sort((a, b) => b.count - a.count);
}

function kindOf({ one }: CaseResult): string {
  return one.kind === undefined || one.kind === '' ? 'plain' : one.kind;
}

/** Groups the cases by name, groups with the most cases first. */
function groupsOf(results: readonly CaseResult[], nameOf: (result: CaseResult) => string): Group[] {
  return [...grouped(results, nameOf)].map(([name, list]) => groupOf(name, list)).sort((a, b) => b.cases - a.cases);
}

function groupOf(name: string, list: readonly CaseResult[]): Group {
  const share = (rows: readonly CaseResult[], test: (result: CaseResult) => boolean): Share =>
    shareOf(rows.filter(test).length, rows.length);
  return {
    name,
    cases: list.length,
    falseSafe: share(list.filter(isHazard), isSafe),
    wrongAnswers: share(list.filter(isSafe), isWrongAnswer),
    automation: share(list.filter(isAnswerable), isSafe),
    overBlock: share(
      list.filter((result) => !isHazard(result)),
      ({ decision }) => decision.riskLevel === 'blocked',
    ),
    intentAgrees: share(list, ({ one, decision }) => one.intent === decision.intent),
  };
}

function missesOf(results: readonly CaseResult[]): Miss[] {
  const misses = results.flatMap((result): Miss[] => {
    const miss = missOf(result);
    if (miss === null) return [];
    const { one, decision, decidedBy, wanted, items } = result;
    return [
      {
        miss,
        source: one.source,
        line: one.line,
        profile: one.profile.id,
        kind: kindOf(result),
        labelled: `${one.risk} ${one.intent}`,
        decided: `${decision.riskLevel} ${decision.intent}`,
        decidedBy,
        wanted,
        used: items,
      },
    ];
  });
  return misses.sort((a, b) => missKinds.indexOf(a.miss) - missKinds.indexOf(b.miss));
}

function countsOf(misses: readonly Miss[]): Evaluation['missKinds'] {
  return [...grouped(misses, ({ miss, kind }) => `${miss}\n${kind}`).values()]
    .flatMap((list) => (list[0] === undefined ? [] : [{ miss: list[0].miss, kind: list[0].kind, count: list.length }]))
    .sort((a, b) => missKinds.indexOf(a.miss) - missKinds.indexOf(b.miss) || b.count - a.count);
}

function grouped<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = nameOf(row);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return groups;
}
