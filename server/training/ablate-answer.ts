import type { AnswerModel } from '../src/drafting/answer/answer-model.ts';
import { chooseAnswer, planFeatures } from '../src/drafting/answer/find-answer.ts';
import { itemFeatures } from '../src/drafting/answer/item-features.ts';
import { sumOfTrees, type Trees } from '../src/drafting/learned/trees.ts';
import type { AnswerCase } from './answer-rows.ts';
import { answeredWithin, judgePlans } from './answer-thresholds.ts';
import { trainTrees } from './train-trees.ts';

/**
 * The features, grouped by the module that computes them. Every feature is in exactly one group, except for the weights
 * of words, which are fitted to what the others leave open and are not measured here.
 */
const groups: Readonly<Record<string, RegExp>> = {
  "the creator's classifier": /^taught|^spread|^least likely|^clauses that others/,
  'near misses': /near miss|^lead over own/,
  'the nearest phrase': /^nearest phrase/,
  'the approved text': /of the text|intent fits|is an offer|^kind of answer|^share of the name/,
  'covered and unknown words': /^words covered|^unknown words|^rarest word|^words not|^words$|^share of the words/,
  'values: places, days, sizes, numbers': /^entit|^place missing|^values shared/,
  'intents and danger': /^automatic|^owner|^danger|^hazardous|^intent certainty|^praise|^unclear|^is a request/,
  'the thread': /^points back|^in a thread|^best view is the thread/,
  'how much was taught': /^phrases taught/,
};
const folds = 3;

/**
 * Measures the value of each group of evidence: trains the gate without the group, with smaller trees, and evaluates
 * the gate on left-out creators.
 */
export async function ablate(rows: readonly AnswerCase[], bare: AnswerModel): Promise<string> {
  const counted = rows.filter(({ isExtra }) => !isExtra);
  const lines = ['| without | no phrases | 16 phrases | 60 and 15 near misses |', '|---|---|---|---|'];
  for (const [name, pattern] of [['nothing left out', /^$/] as const, ...Object.entries(groups)]) {
    const left = itemFeatures.flatMap((feature, at) => (pattern.test(feature) ? [at] : []));
    lines.push(`| ${name} | ${(await figures(masked(counted, left), bare)).join(' | ')} |`);
    process.stderr.write(`${lines.at(-1)}\n`);
  }
  return `Answerable messages answered at 5 % wrong.\n\n${lines.join('\n')}\n`;
}

function masked(rows: readonly AnswerCase[], left: readonly number[]): AnswerCase[] {
  return rows.map((row) => ({
    ...row,
    candidates: row.candidates.map((candidate) => {
      const features = candidate.features.slice();
      for (const at of left) features[at] = 0;
      return { ...candidate, features };
    }),
  }));
}

async function figures(rows: readonly AnswerCase[], bare: AnswerModel): Promise<string[]> {
  const creators = [...new Set(rows.map(({ creator }) => creator))];
  const foldOf = (creator: string): number => creators.indexOf(creator) % folds;
  const fold = Array.from({ length: folds }, (_, at) => at);
  const itemTrees = fold.map((at) => fitItems(rows.filter(({ creator }) => foldOf(creator) !== at)));
  const plans = rows.flatMap((row) => {
    if (row.candidates.length === 0) return [];
    const item = itemTrees[foldOf(row.creator)] ?? bare.item;
    const { chosen, candidates } = chooseAnswer(row.candidates, { ...bare, item });
    const isRight = chosen.length === row.right.size && chosen.every((one) => row.right.has(one.item.id));
    return [
      {
        row,
        isRight: row.right.size > 0 && isRight,
        answer: { chosen, candidates },
        features: planFeatures(chosen, candidates),
        sum: 0,
      },
    ];
  });
  for (const at of fold) {
    const seen = plans.filter(({ row }) => foldOf(row.creator) !== at);
    const trees = trainTrees(
      seen.map(({ features }) => features),
      seen.map(({ isRight }) => (isRight ? 1 : 0)),
      seen.map(() => 1),
      { trees: 120, depth: 4, rate: 0.08, leastLeaf: 12, penalty: 6, share: 0.5, seed: 5 },
    );
    for (const plan of plans) if (foldOf(plan.row.creator) === at) plan.sum = sumOfTrees(trees, plan.features);
  }
  const { judged } = await judgePlans(plans);
  const open = judged.filter(({ isHeld }) => !isHeld).sort((a, b) => b.sum - a.sum);
  return [0, 16, 60].map((phrases) => {
    const isAt = ({ row }: (typeof plans)[number]): boolean => row.level?.phrases === phrases;
    const answerable = plans.filter((plan) => isAt(plan) && plan.row.right.size > 0).length;
    return `${((100 * answeredWithin(open.filter(isAt), 0.05)) / answerable).toFixed(1)} %`;
  });
}

function fitItems(rows: readonly AnswerCase[]): Trees {
  const examples = rows.flatMap((row) => row.candidates.map((candidate) => ({ row, candidate })));
  return trainTrees(
    examples.map(({ candidate }) => candidate.features),
    examples.map(({ row, candidate }) => (row.right.has(candidate.item.id) ? 1 : 0)),
    examples.map(() => 1),
    { trees: 60, depth: 5, rate: 0.2, leastLeaf: 10, penalty: 4, share: 0.5, seed: 3 },
  );
}
