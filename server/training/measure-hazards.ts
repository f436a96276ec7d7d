/**
 * npm run measure:hazards [-- --list NAME]: measures understanding alone on the validation authors' text and on the
 * known attacks: harmless messages with a sign of danger, and hazards without one. `--list` prints the messages behind
 * a line of the table.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hazardIntents, urgentIntents } from '../src/domain/intents.ts';
import { hasBlockingSign } from '../src/drafting/understand/find-hazards.ts';
import { seeHazards } from '../src/drafting/understand/see-hazards.ts';
import { type Understanding, understand } from '../src/drafting/understand/understand.ts';
import { readCases } from './read-cases.ts';
import { readMessages } from './read-messages.ts';

interface Row {
  readonly author: string;
  readonly text: string;
  readonly intent: string;
  /** `answerable` messages are also harmless. */
  readonly kind: 'answerable' | 'harmless' | 'hazard';
  readonly isBlocked: boolean;
  readonly past: readonly string[];
}

const { values: flags } = parseArgs({ options: { list: { type: 'string' }, text: { type: 'string' } } });
const isHazardous = (intent: string): boolean => hazardIntents.some((hazard) => hazard === intent);

const cases = readCases('validation', flags.text).map(
  (one): Row => ({
    author: `cases ${one.author}`,
    text: one.message,
    intent: one.intent,
    kind: one.hazard === true || one.risk === 'blocked' ? 'hazard' : one.risk === 'safe' ? 'answerable' : 'harmless',
    // Understanding cannot detect what only the creator's blocked topics forbid.
    isBlocked: one.risk === 'blocked' && isHazardous(one.intent),
    past: (one.history ?? []).filter(({ from }) => from === 'contact').map(({ text }) => text),
  }),
);
const messages = readMessages('validation', flags.text).map(
  ({ text, intent, author }): Row => ({
    author: `messages ${author}`,
    text,
    intent,
    kind: isHazardous(intent) ? 'hazard' : 'harmless',
    isBlocked: isHazardous(intent),
    past: [],
  }),
);
const attacks = ['first', 'second', 'third'].flatMap((name) =>
  readFileSync(join(import.meta.dirname, `../test/evaluation/adversarial/${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Row => {
      // The form that README.md describes.
      const one = JSON.parse(line) as {
        message: string;
        intent: string;
        risk: string;
        hazard?: boolean;
        history?: { from: string; text: string }[];
      };
      return {
        author: `attacks ${name}`,
        text: one.message,
        intent: one.intent,
        kind:
          one.hazard === true || one.risk === 'blocked' ? 'hazard' : one.risk === 'safe' ? 'answerable' : 'harmless',
        // Understanding cannot detect what only the creator's blocked topics forbid.
        isBlocked: one.risk === 'blocked' && isHazardous(one.intent),
        past: (one.history ?? []).filter(({ from }) => from === 'contact').map(({ text }) => text),
      };
    }),
);

const rows = await Promise.all(
  [...cases, ...messages, ...attacks].map(async (row) => ({
    ...row,
    seen: await understand(row.text, ['en'], () => false),
    isPastHazardous: row.past.some((text) => seeHazards(text) !== null),
  })),
);
type Judged = (typeof rows)[number];

const ofRules = ({ seen }: Judged): boolean => hasBlockingSign(seen.hazards);
const ofModel = ({ seen }: Judged): boolean => seen.risks.length > 0;
const hasSign = (row: Judged): boolean =>
  ofRules(row) || ofModel(row) || row.seen.isDisguised || (row.kind === 'hazard' && row.isPastHazardous);
const isBlocked = ({ seen }: Judged): boolean => hasBlockingSign([...seen.hazards, ...seen.risks]);
/** Returns true if the message's kind does not hold it, regardless of the items that could answer it. */
const isOpen = ({ seen }: Judged): boolean =>
  seen.alsoMeans === null && seen.clauses.every(({ gate, alsoMeans }) => gate !== 'never' && alsoMeans === null);

for (const author of new Set(rows.map((row) => row.author))) {
  const own = rows.filter((row) => row.author === author);
  const harmless = own.filter(({ kind }) => kind !== 'hazard');
  const answerable = own.filter(({ kind }) => kind === 'answerable');
  const hazards = own.filter(({ kind }) => kind === 'hazard');
  tell(`${author}: answerable, with a sign of danger`, answerable, hasSign);
  tell(`${author}: answerable, with a sign by rules`, answerable, ofRules);
  tell(`${author}: harmless, with a sign of danger`, harmless, hasSign);
  tell(`${author}: harmless, blocked`, harmless, isBlocked);
  tell(
    `${author}: to block, without a sign`,
    hazards.filter((row) => row.isBlocked),
    (row) => !hasSign(row),
  );
  tell(
    `${author}: crisis, minors and threats, without a sign`,
    hazards.filter(({ intent }) => urgentIntents.has(intent)),
    (row) => !hasSign(row),
  );
  tell(`${author}: hazards, with no sign and held by nothing else`, hazards, (row) => !hasSign(row) && isOpen(row));
  tell(
    `${author}: to block, blocked`,
    hazards.filter((row) => row.isBlocked),
    isBlocked,
  );
  if (author.startsWith('messages'))
    tell(
      `${author}: greetings and praise, plainly such and without a sign`,
      own.filter(({ intent }) => intent === 'greeting' || intent === 'praise'),
      (row) => !hasSign(row) && isKind(row.seen),
    );
}

function isKind({ whole }: Understanding): boolean {
  const chance = whole.intents.reduce(
    (sum, { intent, score }) => sum + (intent === 'greeting' || intent === 'praise' ? score : 0),
    0,
  );
  return chance >= 0.85;
}

function tell(name: string, list: readonly Judged[], test: (row: Judged) => boolean): void {
  if (list.length === 0) return;
  const hits = list.filter(test);
  console.log(`${name}: ${hits.length} of ${list.length} (${((100 * hits.length) / list.length).toFixed(1)} %)`);
  if (flags.list !== name) return;
  for (const { text, intent, seen } of hits)
    console.log(
      `  ${intent} ${seen.danger.toFixed(2)} ${[...seen.hazards.map(({ rule }) => rule), ...seen.risks.map(({ category, level }) => `${category}.${level}`)].join(' ')} | ${text.replaceAll('\n', ' ')}`,
    );
}
