/** npm run measure:cases [-- --misses KIND]: drafts every validation case and tells how the decisions compare with the labels. */
import { parseArgs } from 'node:util';
import { createEmbeddedEngine } from '../src/drafting/embedded-engine.ts';
import type { DraftOutput, Trace } from '../src/drafting/engine.ts';
import { calibrationError } from './calibrate.ts';
import { type LabelledCase, readCases } from './read-cases.ts';

const { values: flags } = parseArgs({ options: { misses: { type: 'string' }, text: { type: 'string' } } });
const engine = createEmbeddedEngine();
const rows: { one: LabelledCase; decision: DraftOutput['decision']; trace: Trace }[] = [];
for (const one of readCases('validation', flags.text)) rows.push({ one, ...(await engine.draft(one.input)) });
const share = (name: string, list: readonly (typeof rows)[number][], test: (row: (typeof rows)[number]) => boolean) => {
  const hits = list.filter(test);
  console.log(
    `${name}: ${hits.length} of ${list.length} (${((100 * hits.length) / Math.max(1, list.length)).toFixed(1)} %)`,
  );
  return hits;
};
const isSafe = (row: (typeof rows)[number]): boolean => row.decision.riskLevel === 'safe';
const itemsOf = ({ trace }: (typeof rows)[number]): readonly string[] =>
  (trace['itemsUsed'] ?? []) as readonly string[]; // of DraftTrace
const isAnswer = (row: (typeof rows)[number]): boolean => {
  const wanted = row.one.items.filter((id) => !id.startsWith('ph_'));
  const used = itemsOf(row).filter((id) => !id.startsWith('ph_'));
  return wanted.length === 0 ? used.length === 0 : used.every((id) => wanted.includes(id)) && used.length > 0;
};
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
  const truths = own.map(
    (row) => row.one.risk === level && row.decision.intent === row.one.intent && (level !== 'safe' || isAnswer(row)),
  );
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
  const list = kinds[flags.misses as keyof typeof kinds]; // named among them, as the line above saw to
  for (const row of list)
    console.log(
      `  ${row.one.risk} ${row.one.intent} -> ${row.decision.riskLevel} ${row.decision.intent} [${row.trace['decidedBy']}] ${row.one.items} -> ${itemsOf(row)} | ${row.one.message.slice(0, 160).replaceAll('\n', ' ')}`,
    );
}
