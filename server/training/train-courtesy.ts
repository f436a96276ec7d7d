/**
 * npm run train:courtesy [-- --check]: trains the model that distinguishes greetings, thanks or praise that ask nothing
 * from all other messages, on the training authors' messages and cases; the threshold is chosen on the validation
 * authors'.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { featuresOf, featureWords } from '../src/drafting/learned/features.ts';
import { createScorer } from '../src/drafting/learned/linear-model.ts';
import { encodeModel } from '../src/drafting/learned/model-file.ts';
import { softmax } from '../src/drafting/learned/probabilities.ts';
import { normalise } from '../src/drafting/text/normalise.ts';
import { tokens } from '../src/drafting/text/tokens.ts';
import { chanceOf, courtesyEvidence } from '../src/drafting/understand/courtesy.ts';
import { hasBlockingSign } from '../src/drafting/understand/find-hazards.ts';
import { understand } from '../src/drafting/understand/understand.ts';
import { fitTemperature, fitWeights } from './calibrate.ts';
import { readCases } from './read-cases.ts';
import { readMessages, type Split } from './read-messages.ts';
import { trainLinear } from './train-linear.ts';

const { values: flags } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const heads = ['greeting', 'thanks', 'other'];

const texts = textsOf('train');
const model = trainLinear(
  texts.map(({ text, head }) => ({ features: featuresOf(wordsOf(text)), positive: new Set([head]) })),
  heads,
  { cost: 1, positiveCost: () => 1, leastExamples: 2, mostEntries: 80_000, rounds: 12, seed: 3 },
);
const score = createScorer(model);
const others = textsOf('validation');
const margins = others.map(({ text }) => Float64Array.from(score(featuresOf(wordsOf(text))).margins()));
const temperature = fitTemperature(
  margins,
  others.map(({ head }) => head),
);
// Other results of understanding are features, too: a question mark, the intents, danger.
const evidence: number[][] = [];
const isHeld: boolean[] = [];
for (const [at, { text }] of others.entries()) {
  const understanding = await understand(text, ['en'], () => false);
  // A courtesy is never certain enough to overrule a doubt.
  isHeld.push(hasBlockingSign(understanding.hazards) || understanding.risks.length > 0);
  evidence.push(courtesyEvidence(understanding, softmax(margins[at] ?? new Float64Array(3), temperature)));
}
const isCourtesy = others.map(({ head }) => head < 2);
const weights = fitWeights(evidence, isCourtesy);
const judged = evidence.map((row, at) => ({
  head: others[at]?.head ?? 2,
  chance: chanceOf(row, weights),
  isHeld: isHeld[at],
}));
/**
 * The largest share of messages that may pass although they are not courtesies. Messages with a sign of danger are not
 * counted.
 */
const mostOthers = 0.0025;
const passing = judged
  .filter(({ head, isHeld: isVetoed }) => head === 2 && !isVetoed)
  .map(({ chance }) => chance)
  .sort((a, b) => b - a);
const threshold = Math.ceil(1000 * Math.max(0.5, passing[Math.floor(passing.length * mostOthers)] ?? 1)) / 1000;
const bytes = encodeModel(model, { temperature, weights, threshold });
const file = join(import.meta.dirname, '../src/drafting/understand/courtesy.model');
if (!flags.check) writeFileSync(file, bytes);
else if (!readFileSync(file).equals(bytes)) {
  process.stdout.write(`${file} is out of date: run "npm run train:courtesy" and commit it.\n`);
  process.exitCode = 1;
}
for (const [name, list] of [
  ['greetings, thanks and praise', judged.filter(({ head }) => head < 2)],
  ['all other messages', judged.filter(({ head }) => head === 2)],
] as const) {
  const passed = list.filter(({ chance }) => chance >= threshold).length;
  process.stdout.write(
    `${name} of other authors that pass at ${threshold}: ${passed} of ${list.length} (${((100 * passed) / list.length).toFixed(1)} %)\n`,
  );
}
process.stdout.write(`${texts.length} texts, ${bytes.length} bytes, temperature ${temperature}\n`);

function textsOf(split: Split): { text: string; head: number }[] {
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
  return [...messages, ...cases, ...Array.from({ length: often }, () => attacks).flat()];
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
