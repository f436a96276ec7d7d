/**
 * npm run measure:public -- DIR: evaluates the same methods on public sets, which are not part of this repository. DIR
 * contains `clinc150.json`, `banking77_train.csv`, `banking77_test.csv`, `notinject_one.json`, `notinject_two.json` and
 * `jailbreaks_in_the_wild_half.json`; missing files are left out. The command stores none of their content.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScorer } from '../src/drafting/learned/linear-model.ts';
import { softmax } from '../src/drafting/learned/probabilities.ts';
import { understandingModel } from '../src/drafting/learned/understanding-model.ts';
import { clauses } from '../src/drafting/understand/clauses.ts';
import { hasBlockingSign } from '../src/drafting/understand/find-hazards.ts';
import { read } from '../src/drafting/understand/read.ts';
import { calibrationError, fitTemperature } from './calibrate.ts';
import { publicFeatures, readCsv } from './public-sets.ts';
import { trainLinear } from './train-linear.ts';
import { featuresOfText } from './understanding-examples.ts';

type Labelled = readonly [text: string, label: string];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: npm run measure:public -- DIR');
const open = (name: string): string | undefined =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
const percent = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;

const clinc = open('clinc150.json');
if (clinc !== undefined) {
  const sets = JSON.parse(clinc) as Record<string, Labelled[]>; // as published: lists of [text, label]
  const [train = [], val = [], test = []] = [sets['train'], sets['val'], sets['test']];
  console.log(
    'CLINC150 (Larson et al. 2019; accuracy / out-of-scope recall: SVM 88.2/18.0 and BERT 96.2/52.3 by threshold)',
  );
  const { guess } = measure(train, val, test);
  // As in the paper: the threshold that is best on the validation split, with both kinds of messages together.
  const known = val.map(([text, label]) => ({ ...guess(text), label }));
  const unknown = (sets['oos_val'] ?? []).map(([text]) => guess(text).chance);
  const right = (least: number): number =>
    known.filter(({ name, label, chance }) => name === label && chance >= least).length +
    unknown.filter((chance) => chance < least).length;
  let least = 0;
  for (let step = 0; step < 100; step++) if (right(step / 100) > right(least)) least = step / 100;
  const kept = test.filter(([text, label]) => {
    const { name, chance } = guess(text);
    return name === label && chance >= least;
  });
  const outside = sets['oos_test'] ?? [];
  const found = outside.filter(([text]) => guess(text).chance < least);
  console.log(
    `  with threshold ${least}: accuracy ${percent(kept.length, test.length)}, out-of-scope recall ${percent(found.length, outside.length)}`,
  );
}

const banking = [open('banking77_train.csv'), open('banking77_test.csv')] as const;
if (banking[0] !== undefined && banking[1] !== undefined) {
  console.log('BANKING77 (Casanueva et al. 2020: linear SVM on sentence embeddings 93.1)');
  const all = readCsv(banking[0]);
  const isHeld = (_: unknown, at: number): boolean => at % 10 === 0;
  measure(
    all.filter((row, at) => !isHeld(row, at)),
    all.filter(isHeld),
    readCsv(banking[1]),
  );
}

const benign = [open('notinject_one.json'), open('notinject_two.json')].flatMap(
  (text) => (text === undefined ? [] : (JSON.parse(text) as { prompt: string }[]).map(({ prompt }) => prompt)), // as published
);
if (benign.length > 0) {
  console.log('NotInject (right on benign: PromptGuard 0.9, ProtectAI v2 56.6, Lakera 87.6 %)');
  tell(benign, (level) => level === null, 'left alone');
  tell(benign, (level) => level !== 'block', 'not blocked');
}
const jailbreaks = open('jailbreaks_in_the_wild_half.json');
if (jailbreaks !== undefined) {
  console.log('Jailbreaks in the wild, half (a list of words catches 44 %)');
  // The maximum length of a message; the service rejects longer ones.
  const list = (JSON.parse(jailbreaks) as string[]).map((text) => text.slice(0, 800)); // as published: a list of texts
  tell(list, (level) => level !== null, 'held or blocked');
  tell(list, (level) => level === 'block', 'blocked');
}

function tell(texts: readonly string[], test: (level: 'block' | 'review' | null) => boolean, what: string): void {
  const learned = texts.filter((text) => test(learnedLevel(text)));
  const both = texts.filter((text) => test(worse(learnedLevel(text), ruleLevel(text))));
  console.log(
    `  ${what}: by the learned head ${percent(learned.length, texts.length)}, with the rules ${percent(both.length, texts.length)} of ${texts.length}`,
  );
}

/** Returns the learned model's level for a text; null if it finds no risk. */
function learnedLevel(text: string): 'block' | 'review' | null {
  const { normal, tokens, hazards } = read(text);
  const { risks } = understandingModel().look(
    featuresOfText(text),
    clauses(normal, tokens),
    hazards.map(({ level }) => level),
  );
  return hasBlockingSign(risks) ? 'block' : risks.length > 0 ? 'review' : null;
}

function ruleLevel(text: string): 'block' | 'review' | null {
  const own = read(text).hazards.filter(({ category }) => category === 'manipulation');
  return hasBlockingSign(own) ? 'block' : null;
}

function worse(one: 'block' | 'review' | null, two: 'block' | 'review' | null): 'block' | 'review' | null {
  return one === 'block' || two === 'block' ? 'block' : (one ?? two);
}

/** Trains on the first part, fits the temperature on the second, and prints the figures of the third. */
function measure(train: readonly Labelled[], val: readonly Labelled[], test: readonly Labelled[]) {
  const labels = [...new Set(train.map(([, label]) => label))];
  const started = performance.now();
  const model = trainLinear(
    train.map(([text, label]) => ({ features: publicFeatures(text), positive: new Set([labels.indexOf(label)]) })),
    labels,
    { cost: 1, leastExamples: 2, mostEntries: 160_000, rounds: 20, seed: 1 },
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const scorer = createScorer(model);
  const margins = (list: readonly Labelled[]) => list.map(([text]) => scorer(publicFeatures(text)).margins());
  const temperature = fitTemperature(
    margins(val),
    val.map(([, label]) => labels.indexOf(label)),
  );
  const guess = (text: string, heat = temperature) => {
    const chances = softmax(scorer(publicFeatures(text)).margins(), heat);
    const chance = Math.max(...chances);
    return { name: labels[chances.indexOf(chance)] ?? '', chance };
  };
  const judged = test.map(([text, label]) => ({ ...guess(text), raw: guess(text, 1).chance, label }));
  const truths = judged.map(({ name, label }) => name === label);
  const before = calibrationError(
    judged.map(({ raw }) => raw),
    truths,
  );
  const after = calibrationError(
    judged.map(({ chance }) => chance),
    truths,
  );
  console.log(
    `  ${labels.length} classes, trained on ${train.length} in ${seconds} s: accuracy ${percent(truths.filter(Boolean).length, truths.length)}`,
  );
  console.log(
    `  calibration error ${(100 * before).toFixed(1)} % before, ${(100 * after).toFixed(1)} % with temperature ${temperature}`,
  );
  return { guess };
}
