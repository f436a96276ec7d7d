/**
 * npm run train:answer [-- --check | --ablate]: trains the model that finds the items that answer a message, and the
 * gate, on the cases and the teaching of all training and validation creators. Each creator is evaluated with models
 * that never saw it, and thresholds are chosen from these results. Test authors' text is never opened.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type AnswerModel, replaceAnswerModel } from '../src/drafting/answer/answer-model.ts';
import { withWordWeights } from '../src/drafting/answer/candidates.ts';
import { chooseAnswer, planFeatures } from '../src/drafting/answer/find-answer.ts';
import { itemFeatures } from '../src/drafting/answer/item-features.ts';
import { sumOfTrees, type Trees } from '../src/drafting/learned/trees.ts';
import { ablate } from './ablate-answer.ts';
import { folds, foldsOfCreators, gatherEvidence } from './answer-fold-thread.ts';
import type { AnswerCase } from './answer-rows.ts';
import { chooseThresholds, judgePlans, type Plan, proposal } from './answer-thresholds.ts';
import { fitWordWeights, type WordExample } from './fit-word-weights.ts';
import { type TreeExamples, trainForests } from './tree-thread.ts';

const { values: flags } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    rows: { type: 'string' },
    ablate: { type: 'boolean', default: false },
  },
});
const itemOptions = { trees: 320, depth: 5, rate: 0.044, leastLeaf: 10, penalty: 4, share: 0.5, seed: 3 };
const planOptions = { trees: 600, depth: 4, rate: 0.0174, leastLeaf: 12, penalty: 6, share: 0.5, seed: 5 };

const empty: Trees = { base: 0, roots: [], features: [], thresholds: [], lefts: [] };
const bare: AnswerModel = {
  words: { keys: [], weights: [] },
  item: empty,
  plan: empty,
  calibration: [1, 0],
  thresholds: { careful: [1], balanced: [1], proposal },
};
// What the engine would do with an answer must not depend on the model that this training replaces.
replaceAnswerModel(bare);
const foldOf = foldsOfCreators();
const plainRows = await gatherEvidence();
if (flags.ablate) {
  process.stdout.write(await ablate(plainRows, bare));
  process.exit();
}

// The weights of words explain what trees without them leave open.
process.stderr.write('  the weights of words\n');
const plainForests = await trainForests(
  range(folds).map((fold) => () => itemExamples(plainRows.filter(({ creator }) => foldOf.get(creator) !== fold))),
);
const examples = plainRows.flatMap((row): (WordExample & { readonly fold: number })[] => {
  const fold = foldOf.get(row.creator) ?? 0;
  const trees = plainForests[fold] ?? empty;
  return row.candidates.map((candidate) => ({
    fold,
    creator: row.creator,
    uses: candidate.uses,
    offset: sumOfTrees(trees, candidate.features),
    isRight: row.right.has(candidate.item.id),
    weight: weightOf(row),
  }));
});
const wordsOfFold = [
  ...range(folds).map((fold) => fitWordWeights(examples.filter((example) => example.fold !== fold))),
  fitWordWeights(examples),
];
const rows = plainRows.map((row) => {
  const words = wordsOfFold[foldOf.get(row.creator) ?? 0] ?? bare.words;
  return { ...row, candidates: withWordWeights(row.candidates, words) };
});

// Each creator's items, and the plans built from them, are scored by trees that were trained on the other parts'
// creators.
process.stderr.write('  items\n');
const itemForests = await trainForests([
  ...range(folds).map((fold) => () => itemExamples(rows.filter(({ creator }) => foldOf.get(creator) !== fold))),
  () => itemExamples(rows),
]);
const itemTrees = itemForests.slice(0, folds);
const plans = rows.flatMap((row): Plan[] => {
  if (row.candidates.length === 0) return [];
  const fold = foldOf.get(row.creator) ?? 0;
  const { chosen, candidates } = chooseAnswer(row.candidates, { ...bare, item: itemTrees[fold] ?? empty });
  const isRight =
    row.right.size > 0 && chosen.length === row.right.size && chosen.every(({ item }) => row.right.has(item.id));
  return [
    {
      row,
      fold,
      isRight,
      answer: { chosen, candidates },
      features: planFeatures(chosen, candidates),
      sum: 0,
    },
  ];
});
process.stderr.write('  the gate\n');
const planForests = await trainForests([
  ...range(folds).map((fold) => () => planExamples(plans.filter((plan) => plan.fold !== fold))),
  () => planExamples(plans),
]);
for (const plan of plans) plan.sum = sumOfTrees(planForests[plan.fold] ?? empty, plan.features);
const counted = plans.filter(({ row }) => !row.isExtra);
const { calibration, judged } = await judgePlans(counted);
const { thresholds, page } = chooseThresholds(judged);
const model: AnswerModel = {
  words: wordsOfFold[folds] ?? bare.words,
  item: itemForests[folds] ?? empty,
  plan: planForests[folds] ?? empty,
  calibration,
  thresholds,
};

const file = join(import.meta.dirname, '../src/drafting/answer/answer.model.json');
const text = `${JSON.stringify(model)}\n`;
if (!flags.check) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  process.stdout.write(`${file} is out of date: run "npm run train:answer" and commit it.\n`);
  process.exitCode = 1;
}
if (flags.rows !== undefined)
  writeFileSync(
    flags.rows,
    JSON.stringify(
      judged.map(({ row, answer, isRight, isHeld, probability }) => ({
        creator: row.creator,
        level: row.level,
        message: row.one.message,
        risk: row.one.risk,
        hazard: row.one.hazard,
        ids: answer.chosen.map(({ item }) => item.id),
        right: [...row.right],
        isRight,
        probability,
        isHeld,
        danger: row.understanding.danger,
        signs: [
          ...row.understanding.hazards.map(({ rule, level }) => `${level}:${rule}`),
          ...row.understanding.risks.map(({ category, level, view }) => `${level}:learned.${category}.${view}`),
        ],
        intent: row.one.intent,
        kind: row.one.kind,
      })),
    ),
  );
process.stdout.write(page);
process.stdout.write(`${usesOf(itemTrees)}\n`);

/**
 * Returns an example's weight. High levels, which few creators reach, get a higher weight. Cases without a classifier
 * get a lower weight, and extra cases the lowest.
 */
function weightOf({ level, isExtra }: AnswerCase): number {
  if (isExtra) return 0.4;
  return level === null ? 0.5 : level.phrases >= 36 ? 1.5 : 1;
}

function itemExamples(list: readonly AnswerCase[]): TreeExamples {
  const examples = list.flatMap((row) => row.candidates.map((candidate) => ({ row, candidate })));
  return {
    rows: examples.map(({ candidate }) => candidate.features),
    labels: examples.map(({ row, candidate }) => (row.right.has(candidate.item.id) ? 1 : 0)),
    weights: examples.map(({ row }) => weightOf(row)),
    options: itemOptions,
  };
}

function planExamples(list: readonly Plan[]): TreeExamples {
  return {
    rows: list.map(({ features }) => features),
    labels: list.map(({ isRight }) => (isRight ? 1 : 0)),
    weights: list.map(({ row }) => weightOf(row)),
    options: planOptions,
  };
}

/** Returns how often the trees use each feature. */
function usesOf(trees: readonly Trees[]): string {
  const uses = new Map<string, number>(itemFeatures.map((name) => [name, 0]));
  for (const { features } of trees)
    for (const feature of Array.from(features)) {
      const name = itemFeatures[feature];
      if (name !== undefined) uses.set(name, (uses.get(name) ?? 0) + 1);
    }
  return [...uses]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${name}: ${count}`)
    .join(' · ');
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}
