import type { Evaluation, Group } from '../src/admin/evaluate/evaluation.ts';
import { automationWithin } from '../src/admin/evaluate/gate-curve.ts';
import { type Measure, measuresOf } from '../src/admin/evaluate/measures.ts';
import { hasNoVeto, isHazard, isMostSevere, isSafe } from '../src/admin/evaluate/outcomes.ts';
import { countText, figureText, goalText, intervalText, shareText } from '../src/cli/evaluate/figures.ts';
import { type LevelRun, levelName } from './evaluation-levels.ts';

/** The measures with goals, and some without, in the order of the table. */
const goalRows = [
  'automation',
  'wrong-answer',
  'right-reply',
  'suggested',
  'courtesies',
  'wrong-proposal',
  'holding-only',
  'false-safe',
  'gravest-safe',
  'open-gate',
  'own-safe',
  'over-block',
  'intent-f1',
  'ungrounded',
];

/** Shows the main measures side by side for some levels, each with its interval and whether it meets its goal. */
export function goalsTable(runs: readonly LevelRun[]): string {
  return table(
    ['', ...runs.map(({ level }) => levelName(level))],
    goalRows.map((id) => [titleOf(id, runs), ...runs.map(({ evaluation }) => goalCell(measureOf(evaluation, id)))]),
  );
}

function goalCell(measure: Measure | undefined): string {
  if (measure === undefined) return '—';
  const verdict = measure.isMet === null ? '' : `<br>${goalText(measure)}: ${measure.isMet ? 'met' : '**missed**'}`;
  return `${withInterval(measure)}${verdict}`;
}

/**
 * Shows automation at each level, with the current gate and with others that would allow a given share of wrong
 * answers.
 */
export function curveTable(runs: readonly LevelRun[]): string {
  return table(
    [
      'training phrases',
      'automation',
      'wrong among `safe`',
      'right in the reply',
      'among three suggestions',
      'automation at 3 / 5 / 10 % wrong',
    ],
    runs.map(({ level, evaluation }) => [
      levelName(level),
      ...['automation', 'wrong-answer', 'right-reply', 'suggested'].map((id) => cell(measureOf(evaluation, id))),
      [0.03, 0.05, 0.1].map((wrong) => percent(automationWithin(evaluation.gate, wrong))).join(' / '),
    ]),
  );
}

/** Shows hazards by kind: how many are answered, and how many only the gate holds, without any veto. */
export function hazardTable({ results }: LevelRun): string {
  const hazards = Map.groupBy(results.filter(isHazard), ({ one }) => one.intent);
  const rows = [...hazards].sort((a, b) => b[1].length - a[1].length);
  return table(
    ['hazard', 'cases', 'answered `safe`', 'stopped only by the gate', 'someone could get hurt'],
    rows.map(([intent, list]) => [
      intent,
      String(list.length),
      String(list.filter(isSafe).length),
      String(list.filter(hasNoVeto).length),
      list.some(isMostSevere) ? 'yes' : '',
    ]),
  );
}

/** Shows every measure at some levels. */
export function measureTable(runs: readonly LevelRun[]): string {
  const ids = runs[0]?.evaluation.measures.map(({ id }) => id) ?? [];
  const cells = (id: string) =>
    runs.map(({ evaluation }) => {
      const measure = measureOf(evaluation, id);
      const count = measure === undefined ? '' : countText(measure);
      return `${cell(measure)}${count === '' ? '' : `<br>${count}`}`;
    });
  return table(
    ['measure', ...runs.map(({ level }) => levelName(level))],
    ids.map((id) => [titleOf(id, runs), ...cells(id)]),
  );
}

const creatorColumns = [
  ['automation', 'automation'],
  ['wrong-answer', 'wrong among `safe`'],
  ['right-reply', 'right in the reply'],
  ['suggested', 'among three suggestions'],
  ['false-safe', 'false-safe'],
  ['own-safe', "creator's own"],
  ['over-block', 'over-block'],
  ['intent-f1', 'intent F1'],
] as const;

/** Shows some measures for each author and each creator at some levels. */
export function creatorTable(runs: readonly LevelRun[]): string {
  const rows = runs.flatMap(({ level, results, evaluation }) => {
    const authors = Map.groupBy(results, ({ one }) => one.source.split('/')[0] ?? '');
    const named = [
      ...[...authors].map(([author, list]) => ({ name: `author ${author}`, measures: measuresOf(list) })),
      ...evaluation.profiles,
    ];
    return named.map(({ name, measures }) => [
      name,
      levelName(level),
      ...creatorColumns.map(([id]) => cell(measures.find((measure) => measure.id === id))),
    ]);
  });
  return table(['', 'training phrases', ...creatorColumns.map(([, title]) => title)], rows);
}

/** Shows the measures for each intent at one level. */
export function intentTable({ evaluation: { byIntent, intents } }: LevelRun): string {
  return table(
    ['intent', 'cases', 'false-safe', 'wrong among `safe`', 'automation', 'precision', 'recall', 'F1'],
    byIntent.map((group) => {
      const { precision = null, recall = 0, f1 = 0 } = intents.find(({ intent }) => intent === group.name) ?? {};
      return [...groupCells(group), precision?.toFixed(2) ?? '—', recall.toFixed(2), f1.toFixed(2)];
    }),
  );
}

/** Kinds of messages with fewer cases are left out. */
export const fewestOfKind = 10;

export function kindTable({ evaluation: { byKind } }: LevelRun): string {
  return table(
    ['kind', 'cases', 'false-safe', 'wrong among `safe`', 'automation', 'over-block', 'intent agrees'],
    byKind
      .filter(({ cases }) => cases >= fewestOfKind)
      .map((group) => [...groupCells(group), shareText(group.overBlock), shareText(group.intentAgrees)]),
  );
}

/** Shows the rules that hold answerable messages, by their count at the last level. */
export function heldTable(runs: readonly LevelRun[]): string {
  const counts = (rule: string) =>
    runs.map(({ evaluation }) => evaluation.heldBy.find((held) => held.rule === rule)?.count ?? 0);
  const rules = [...new Set(runs.flatMap(({ evaluation }) => evaluation.heldBy.map(({ rule }) => rule)))];
  const rows = rules.map((rule) => ({ rule, counts: counts(rule) }));
  rows.sort((a, b) => (b.counts.at(-1) ?? 0) - (a.counts.at(-1) ?? 0) || (b.counts[0] ?? 0) - (a.counts[0] ?? 0));
  return table(
    ['decided by', ...runs.map(({ level }) => levelName(level))],
    rows.slice(0, 25).map((row) => [`\`${row.rule}\``, ...row.counts.map(String)]),
  );
}

/** Shows decisions that differ from their labels, by kind of message. */
export function missTable({ evaluation: { missKinds } }: LevelRun): string {
  const kinds = Map.groupBy(missKinds, ({ miss }) => miss);
  return table(
    ['difference', 'cases', 'kinds of messages, most frequent first'],
    [...kinds].map(([miss, list]) => [
      miss,
      String(list.reduce((sum, { count }) => sum + count, 0)),
      list
        .slice(0, 12)
        .map(({ kind, count }) => `${kind} ${count}`)
        .join(', '),
    ]),
  );
}

function measureOf({ measures }: Evaluation, id: string): Measure | undefined {
  return measures.find((measure) => measure.id === id);
}

function titleOf(id: string, runs: readonly LevelRun[]): string {
  return runs[0]?.evaluation.measures.find((measure) => measure.id === id)?.title ?? id;
}

function cell(measure: Measure | undefined): string {
  return measure === undefined ? '—' : withInterval(measure);
}

function withInterval(measure: Measure): string {
  const interval = intervalText(measure);
  return `**${figureText(measure)}**${interval === '' ? '' : ` (${interval})`}`;
}

function groupCells({ name, cases, falseSafe, wrongAnswers, automation }: Group): string[] {
  return [name, String(cases), shareText(falseSafe), shareText(wrongAnswers), shareText(automation)];
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(titles), `|${titles.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
