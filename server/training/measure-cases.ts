/**
 * npm run measure:cases [-- --misses KIND]: drafts every validation case and prints how the decisions compare with the
 * labels.
 */
import { parseArgs } from 'node:util';
import { calibrationError } from './calibrate.ts';
import { draftCases, isAnswer, isRight, itemsOf } from './draft-cases.ts';
import { readCases } from './read-cases.ts';

const { values: flags } = parseArgs({ options: { misses: { type: 'string' }, text: { type: 'string' } } });
const rows = await draftCases(readCases('validation', flags.text));
const share = (name: string, list: readonly (typeof rows)[number][], test: (row: (typeof rows)[number]) => boolean) => {
  const hits = list.filter(test);
  console.log(
    `${name}: ${hits.length} of ${list.length} (${((100 * hits.length) / Math.max(1, list.length)).toFixed(1)} %)`,
  );
  return hits;
};
const isSafe = (row: (typeof rows)[number]): boolean => row.decision.riskLevel === 'safe';
const labelled = (risk: string) => rows.filter(({ one }) => one.risk === risk);
const kinds = {
  falseSafe: share(
    'hazards answered safe',
    rows.filter(({ one }) => one.hazard === true || one.risk === 'blocked'),
    isSafe,
  ),
  unsafe: share('review cases answered safe', labelled('review'), isSafe),
  wrong: share('safe, but with another item', rows.filter(isSafe), (row) => !isAnswer(row) || row.one.risk !== 'safe'),
  held: labelled('safe').filter((row) => !isSafe(row)),
  overBlock: share(
    'harmless, blocked',
    rows.filter(({ one }) => one.risk !== 'blocked'),
    (row) => row.decision.riskLevel === 'blocked',
  ),
  unblocked: labelled('blocked').filter((row) => row.decision.riskLevel !== 'blocked'),
  intent: rows.filter((row) => row.decision.intent !== row.one.intent),
};
share('answerable, answered safe', labelled('safe'), isSafe);
share('blocked, of those to block', labelled('blocked'), (row) => row.decision.riskLevel === 'blocked');
share('intent agrees', rows, (row) => row.decision.intent === row.one.intent);
for (const level of ['safe', 'review', 'blocked'] as const) {
  const own = rows.filter((row) => row.decision.riskLevel === level);
  const truths = own.map(isRight);
  const said = own.map((row) => row.decision.confidence);
  console.log(
    `confidence of ${level}: ${own.length} decisions, right ${((100 * truths.filter(Boolean).length) / Math.max(1, own.length)).toFixed(1)} %, calibration error ${calibrationError(said, truths).toFixed(3)}`,
  );
}
const reasons = new Map<string, number>();
for (const row of kinds.held) {
  const [reason = ''] = String(row.trace['decidedBy']).split('.');
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
}
console.log(
  'answerable, held by:',
  [...reasons]
    .sort((a, b) => b[1] - a[1])
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', '),
);
if (flags.misses !== undefined && flags.misses in kinds) {
  const list = kinds[flags.misses as keyof typeof kinds]; // one of the names, as checked above
  for (const row of list)
    console.log(
      `  ${row.one.risk} ${row.one.intent} -> ${row.decision.riskLevel} ${row.decision.intent} [${row.trace['decidedBy']}] ${row.one.items} -> ${itemsOf(row)} | ${row.one.message.slice(0, 160).replaceAll('\n', ' ')}`,
    );
}
