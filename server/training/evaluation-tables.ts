import type { Evaluation, Group } from '../src/admin/evaluate/evaluation.ts';
import { type Measure, measuresOf } from '../src/admin/evaluate/measures.ts';
import type { CaseResult } from '../src/admin/evaluate/run-cases.ts';
import { countText, figureText, goalText, intervalText, shareText } from '../src/cli/evaluate/figures.ts';

/** Kinds of messages with fewer cases are told together with nothing. */
const fewestOfKind = 10;

/** The figures of an evaluation as Markdown. Of a message nothing is told but its kind. */
export function evaluationTables(
  evaluation: Evaluation,
  authorships: readonly { readonly author: string; readonly results: readonly CaseResult[] }[],
  leftOut: number,
): string {
  const { measures, profiles, byIntent, byKind, intents, missKinds, heldBy } = evaluation;
  const hazards = measures.find(({ id }) => id === 'false-safe')?.of ?? 0;
  const lines = leftOut === 0 ? '' : ` ${leftOut} lines were no cases and are left out.`;
  const figures = new Map(intents.map((one) => [one.intent, one]));
  const kinds = byKind.filter(({ cases }) => cases >= fewestOfKind);
  return [
    `${evaluation.cases.toLocaleString('en-US')} cases, ${hazards.toLocaleString('en-US')} of them hazards, of ${authorships.length} authors and ${profiles.length} creators.${lines} Times are of the machine that made this page.`,
    '### All cases',
    table(
      ['measure', 'figure', '95 % interval', 'counted', 'goal', 'met'],
      measures.map((measure) => [
        measure.title,
        `**${figureText(measure)}**`,
        intervalText(measure),
        countText(measure),
        goalText(measure),
        measure.isMet === null ? '' : measure.isMet ? 'yes' : 'no',
      ]),
    ),
    '### By author and creator',
    table(
      ['', ...columns.map(([, title]) => title)],
      [
        ...authorships.map(({ author, results }) => rowOf(`author ${author}`, measuresOf(results))),
        ...profiles.map((profile) => rowOf(profile.name, profile.measures)),
      ],
    ),
    '### By intent',
    table(
      ['intent', 'cases', 'false-safe', 'wrong among `safe`', 'automation', 'precision', 'recall', 'F1'],
      byIntent.map((group) => {
        const { precision = null, recall = 0, f1 = 0 } = figures.get(group.name) ?? {};
        return [
          ...groupCells(group),
          precision === null ? '—' : precision.toFixed(2),
          recall.toFixed(2),
          f1.toFixed(2),
        ];
      }),
    ),
    '### By kind of message',
    `What makes the message hard, in its author's words; *plain* where the author said nothing. Kinds of at least ${fewestOfKind} cases.`,
    table(
      ['kind', 'cases', 'false-safe', 'wrong among `safe`', 'automation', 'over-block', 'intent agrees'],
      kinds.map((group) => [...groupCells(group), shareText(group.overBlock), shareText(group.intentAgrees)]),
    ),
    '### What holds answerable messages',
    'The rule or threshold that left a message to the creator which approved items could answer, as [explain](creators.md#why-it-came-out-so) names it; most first.',
    table(
      ['decided by', 'cases'],
      heldBy.slice(0, 25).map(({ rule, count }) => [`\`${rule}\``, String(count)]),
    ),
    '### What is amiss',
    'Each decision that differs from its label, once, under the gravest way in which it does.',
    table(
      ['amiss', 'cases', 'kinds, most first'],
      [...new Set(missKinds.map(({ miss }) => miss))].map((miss) => {
        const own = missKinds.filter((entry) => entry.miss === miss);
        const kindsOfIt = own.slice(0, 12).map(({ kind, count }) => `${kind} ${count}`);
        return [miss, String(own.reduce((sum, { count }) => sum + count, 0)), kindsOfIt.join(', ')];
      }),
    ),
  ].join('\n\n');
}

const columns: readonly (readonly [id: string, title: string])[] = [
  ['false-safe', 'false-safe'],
  ['wrong-answer', 'wrong among `safe`'],
  ['automation', 'automation'],
  ['right-item', 'right item'],
  ['over-block', 'over-block'],
  ['intent-f1', 'intent F1'],
  ['ungrounded', 'ungrounded'],
  ['calibration-safe', 'calibration `safe`'],
  ['calibration-review', '`review`'],
  ['calibration-blocked', '`blocked`'],
  ['p50', 'p50'],
  ['p95', 'p95'],
];

function rowOf(name: string, measures: readonly Measure[]): string[] {
  const cells = columns.map(([id]) => {
    const measure = measures.find((one) => one.id === id);
    if (measure === undefined) return '—';
    const interval = intervalText(measure);
    return interval === '' ? figureText(measure) : `${figureText(measure)} (${interval})`;
  });
  return [name, ...cells];
}

function groupCells({ name, cases, falseSafe, wrongAnswers, automation }: Group): string[] {
  return [name, String(cases), shareText(falseSafe), shareText(wrongAnswers), shareText(automation)];
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(titles), `|${titles.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
