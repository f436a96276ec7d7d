/**
 * npm run train:courtesy [-- --check]: trains the model that distinguishes greetings, thanks or praise that ask nothing
 * from all other messages: a linear model on the training authors' messages and cases, and trees over its scores on the
 * validation authors'. Each of these messages is also judged by trees that never saw it, which chooses the threshold.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDice } from '../src/drafting/learned/dice.ts';
import { featuresOf, featureWords } from '../src/drafting/learned/features.ts';
import { createScorer } from '../src/drafting/learned/linear-model.ts';
import { encodeModel } from '../src/drafting/learned/model-file.ts';
import { sumOfTrees, type Trees } from '../src/drafting/learned/trees.ts';
import { normalise } from '../src/drafting/text/normalise.ts';
import { tokens } from '../src/drafting/text/tokens.ts';
import { courtesyChance, courtesyEvidence, courtesyHeads } from '../src/drafting/understand/courtesy.ts';
import { hasBlockingSign } from '../src/drafting/understand/find-hazards.ts';
import { understand } from '../src/drafting/understand/understand.ts';
import { fitTemperature, fitWeights, leastProbability } from './calibrate.ts';
import { withUnseenTalk } from './everyday-cases.ts';
import { readCases } from './read-cases.ts';
import { readMessages, type Split } from './read-messages.ts';
import { trainLinear } from './train-linear.ts';
import { trainTrees } from './train-trees.ts';

const { values: flags } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
/** One message in this many has a copy with small talk. */
const oneTalked = 3;
const folds = [0, 1, 2, 3, 4];

// With copies, the words of small talk would count as words of other messages, too ("thanks a bunch").
const texts = textsOf('train', 'as written');
const model = trainLinear(
  texts.map(({ text, head }) => ({ features: featuresOf(wordsOf(text)), positive: new Set([head]) })),
  courtesyHeads,
  { cost: 1, positiveCost: () => 1, leastExamples: 2, mostEntries: 80_000, rounds: 12, seed: 3 },
);
const score = createScorer(model);
const others = textsOf('validation', 'with copies');
// Trees weigh the words together with what else is understood: a question, the intents, danger.
interface Seen extends Omit<LabelledText, 'text'> {
  readonly isCourtesy: boolean;
  readonly isHeld: boolean;
  readonly evidence: Float64Array;
  readonly margins: Float64Array;
}
const seen: Seen[] = [];
for (const { text, head, fold, isCopy } of others) {
  const understanding = await understand(text, ['en'], () => false);
  // A courtesy is never certain enough to overrule a doubt.
  const isHeld = hasBlockingSign(understanding.hazards) || understanding.risks.length > 0;
  seen.push({ head, fold, isCopy, isCourtesy: head < 2, isHeld, ...courtesyEvidence(understanding, score) });
}
const temperature = fitTemperature(
  seen.map(({ margins }) => margins),
  seen.map(({ head }) => head),
);
// Each message is judged by trees that were trained without it; otherwise, the threshold would look too good.
const trees = fitTrees(seen);
const foldTrees = folds.map((fold) => fitTrees(seen.filter((one) => one.fold !== fold)));
const sums = seen.map(({ evidence, fold }) => sumOfTrees(foldTrees[fold] ?? trees, evidence));
const [offset = 0, slope = 1] = fitWeights(
  sums.map((sum) => [1, sum]),
  seen.map(({ isCourtesy }) => isCourtesy),
);
const judged = seen.map((one, at) => ({
  ...one,
  chance: courtesyChance(one.evidence, sums[at] ?? 0, [slope, offset]),
}));
/** The largest allowed share of friendly lines that answer another message, as a 90 % upper confidence bound. */
const mostWrong = 0.025;
const threshold = leastProbability(
  judged
    .filter(({ isHeld, isCopy }) => !isHeld && !isCopy)
    .map(({ isCourtesy, chance }) => ({ isRight: isCourtesy, probability: chance }))
    .sort((a, b) => b.probability - a.probability),
  mostWrong,
);
const bytes = encodeModel(model, { temperature, trees, calibration: [slope, offset], threshold });
const file = join(import.meta.dirname, '../src/drafting/understand/courtesy.model');
if (!flags.check) writeFileSync(file, bytes);
else if (!readFileSync(file).equals(bytes)) {
  process.stdout.write(`${file} is out of date: run "npm run train:courtesy" and commit it.\n`);
  process.exitCode = 1;
}
for (const [name, list] of [
  ['greetings, thanks and praise', judged.filter(({ isCourtesy, isCopy }) => isCourtesy && !isCopy)],
  ['all other messages', judged.filter(({ isCourtesy, isCopy }) => !isCourtesy && !isCopy)],
] as const) {
  const passed = list.filter(({ chance, isHeld }) => !isHeld && chance >= threshold).length;
  process.stdout.write(
    `${name} of other authors that pass at ${threshold}: ${passed} of ${list.length} (${((100 * passed) / list.length).toFixed(1)} %)\n`,
  );
}
process.stdout.write(`${texts.length} texts, ${bytes.length} bytes, temperature ${temperature}\n`);

function fitTrees(list: readonly Seen[]): Trees {
  return trainTrees(
    list.map(({ evidence }) => evidence),
    list.map(({ isCourtesy }) => (isCourtesy ? 1 : 0)),
    list.map(() => 1),
    { trees: 120, depth: 2, rate: 0.1, leastLeaf: 1, penalty: 1, share: 0.7, seed: 9 },
  );
}

interface LabelledText {
  readonly text: string;
  readonly head: number;
  /** The part of the messages in which the message is. A copy is in the same part. */
  readonly fold: number;
  /** True for a copy with small talk. Copies are never counted. */
  readonly isCopy: boolean;
}

function textsOf(split: Split, form: 'as written' | 'with copies'): LabelledText[] {
  // Greetings, thanks, praise and harmless messages in alarming words that only this classifier learns from.
  const more = readMessages(split, join(import.meta.dirname, 'courtesy'));
  // Known attacks: hazards and false premises in words of thanks, each several times, because there are few.
  const attacks = (split === 'train' ? ['first', 'second'] : ['third']).flatMap((name) => attacksIn(name));
  const often = split === 'train' ? 4 : 1;
  const messages = [...readMessages(split), ...more].map(({ text, intent }) => ({ text, head: headOf(intent) }));
  const cases = readCases(split).map(({ message, intent, risk, items }) => ({
    text: message,
    head:
      risk === 'safe' && items.length > 0 && items.every((id) => id.startsWith('ph_'))
        ? intent === 'greeting'
          ? 0
          : 1
        : 2,
  }));
  const all = [...messages, ...cases, ...Array.from({ length: often }, () => attacks).flat()];
  // A question or a hazard with small talk around it is no courtesy, and a courtesy with small talk is one.
  const dice = createDice(all.length);
  return all.flatMap((message, at) => {
    const one = { ...message, fold: at % folds.length, isCopy: false };
    if (form === 'as written') return [one];
    const copy = { ...one, text: withUnseenTalk(message.text, 'friend', dice), isCopy: true };
    return dice.below(oneTalked) === 0 ? [one, copy] : [one];
  });
}

/** Returns the messages in a set of attacks that must not be answered. */
function attacksIn(name: string): { text: string; head: number }[] {
  const file = join(import.meta.dirname, `../test/evaluation/adversarial/${name}.jsonl`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as { message: string; risk: string }) // a file of this repository, which a test reads
    .flatMap(({ message, risk }) => (risk === 'safe' ? [] : [{ text: message, head: 2 }]));
}

function headOf(intent: string): number {
  return intent === 'greeting' ? 0 : intent === 'praise' ? 1 : 2;
}

function wordsOf(text: string): string[] {
  return featureWords(tokens(normalise(text)));
}
