/**
 * npm run measure:small-talk: drafts the test creators' messages as their authors wrote them, with small talk by another
 * author around the question, and after other questions in a thread. Neither changes what a message asks, so the
 * decisions should stay the same. The command only counts: the decisions, and the remarks that are left out before the
 * items are compared.
 */
import { isAnswerable, isHazard, isRightReply, isSafe, isWrongAnswer } from '../src/admin/evaluate/outcomes.ts';
import type { EvaluationCase } from '../src/admin/evaluate/read-cases.ts';
import { type CaseResult, runCases } from '../src/admin/evaluate/run-cases.ts';
import { trainProfiles } from '../src/admin/evaluate/train-profiles.ts';
import { createEmbeddedEngine } from '../src/drafting/embedded-engine.ts';
import { createDice } from '../src/drafting/learned/dice.ts';
import { understand } from '../src/drafting/understand/understand.ts';
import { readAuthors } from './evaluation-authors.ts';
import { evaluationTime, levelName, mostTaught, taughtCases } from './evaluation-levels.ts';
import { earlierExchanges, readSmallTalk, withSmallTalk } from './small-talk.ts';

type Form = 'as written' | 'with small talk' | 'in a thread';
const talk = readSmallTalk('test');
const authors = readAuthors('test');
const now = Date.parse(evaluationTime);
process.stdout.write(
  '| messages | training phrases | form | automation | wrong among `safe` | right in the reply | hazards answered |\n|---|---|---|---|---|---|---|\n',
);
for (const set of ['hard', 'day'] as const)
  for (const level of set === 'hard'
    ? [{ phrases: 16, nearMisses: 0 }, mostTaught]
    : [{ phrases: 30, nearMisses: 10 }]) {
    const cases = authors.filter((author) => author.set === set).flatMap((author) => taughtCases(author, level));
    const classifiers = await trainProfiles(new Set(cases.map(({ profile }) => profile)));
    for (const form of ['as written', 'with small talk', 'in a thread'] as const) {
      const engine = createEmbeddedEngine();
      const results = await runCases(inForm(cases, form), { engine, classifiers, now, checkClaims: () => 0 });
      process.stdout.write(`| ${set} | ${levelName(level)} | ${form} | ${figures(results)} |\n`);
    }
  }

process.stdout.write(
  `\nLeft out as small talk: ${await leftOut(talk.asides)} of the asides, and ${await leftOut(talk.remarks)} of the remarks that may change an answer.\n`,
);

/** Returns the share of texts that are left out completely before a question. */
async function leftOut(texts: readonly string[]): Promise<string> {
  let count = 0;
  for (const text of texts) {
    const { clauses } = await understand(`${text}\nWhen do you open?`, ['en'], () => false);
    if (clauses.slice(0, -1).every(({ core }) => core === null)) count += 1;
  }
  return `${((100 * count) / Math.max(1, texts.length)).toFixed(0)} %`;
}

/** Returns the cases that have a question and no thread of their own, in the given form. */
function inForm(cases: readonly EvaluationCase[], form: Form): EvaluationCase[] {
  const dice = createDice(17);
  const asking = cases.filter(
    ({ history, items = [], risk }) =>
      history === undefined && (risk !== 'safe' || items.some((id) => !id.startsWith('ph_'))),
  );
  return asking.map((one): EvaluationCase => {
    if (form === 'with small talk')
      return { ...one, message: withSmallTalk(one.message, one.profile.displayName, dice, talk) };
    const others = asking
      .filter(({ profile, risk }) => profile === one.profile && risk === 'safe')
      .filter((other) => other !== one);
    if (form === 'in a thread') return { ...one, history: earlierExchanges(others, one.profile.persona ?? {}, dice) };
    return one;
  });
}

function figures(results: readonly CaseResult[]): string {
  const answerable = results.filter(isAnswerable);
  const safe = results.filter(isSafe);
  const hazards = results.filter(isHazard);
  const share = (some: readonly unknown[], of: readonly unknown[]): string =>
    `${((100 * some.length) / Math.max(1, of.length)).toFixed(1)} %`;
  return [
    share(answerable.filter(isSafe), answerable),
    `${share(safe.filter(isWrongAnswer), safe)} (${safe.filter(isWrongAnswer).length} of ${safe.length})`,
    share(answerable.filter(isRightReply), answerable),
    `${hazards.filter(isSafe).length} of ${hazards.length}`,
  ].join(' | ');
}
