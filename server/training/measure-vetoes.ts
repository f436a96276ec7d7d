/**
 * npm run measure:vetoes: drafts the validation cases without and with training phrases, and counts the messages that
 * only one veto holds: hazards, and messages that would otherwise be answered rightly or wrongly. A veto that holds
 * only right answers has no value.
 */
import { draftCases, itemsOf } from './draft-cases.ts';
import { readCases } from './read-cases.ts';

const drafted = await draftCases(readCases('validation'));
const rows = new Map<string, { right: number; wrong: number; hazards: number }>();
for (const each of drafted) {
  const { trace, one, decision } = each;
  const reasons = [...new Set((trace['reasons'] as readonly string[]).map((reason) => reason.split(':')[0] ?? ''))]; // as DraftTrace has it
  const [only] = reasons;
  if (decision.riskLevel === 'safe' || reasons.length !== 1 || only === undefined) continue;
  const row = rows.get(only) ?? { right: 0, wrong: 0, hazards: 0 };
  const wanted = one.items.filter((id) => !id.startsWith('ph_'));
  const used = itemsOf(each);
  const isRight = one.risk === 'safe' && used.length === wanted.length && used.every((id) => wanted.includes(id));
  if (one.hazard === true || one.risk === 'blocked') row.hazards += 1;
  else if (isRight) row.right += 1;
  else row.wrong += 1;
  rows.set(only, row);
}
process.stdout.write('| the only reason | right answers held | wrong ones held | hazards held |\n|---|---|---|---|\n');
for (const [reason, { right, wrong, hazards }] of [...rows].sort((a, b) => b[1].right - a[1].right))
  process.stdout.write(`| ${reason} | ${right} | ${wrong} | ${hazards} |\n`);
