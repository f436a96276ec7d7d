import { type AnswerModel, answerModel, replaceAnswerModel } from '../src/drafting/answer/answer-model.ts';
import { chooseAnswer, planFeatures } from '../src/drafting/answer/find-answer.ts';
import { encodeMeaningFile, readMeaningFile } from '../src/drafting/meaning/meaning-file.ts';
import { replaceWordVectors, wordVectors } from '../src/drafting/meaning/word-meanings.ts';
import { type AnswerCase, answerCases } from './answer-rows.ts';
import { fitMeaning } from './fit-meaning.ts';
import { creatorThemes, topicThemes } from './meaning-texts.ts';
import type { LabelledCase } from './read-cases.ts';
import type { TeachingLevel } from './read-teaching.ts';
import { trainTrees } from './train-trees.ts';

export const folds = 3;
const itemOptions = { trees: 140, depth: 5, rate: 0.1, leastLeaf: 10, penalty: 4, share: 0.5, seed: 3 };
const planOptions = { trees: 260, depth: 4, rate: 0.04, leastLeaf: 12, penalty: 6, share: 0.5, seed: 5 };

/** The levels at which a creator is judged who has this much teaching at most. */
export function reliabilityLevels(most: TeachingLevel): TeachingLevel[] {
  const levels = [{ phrases: 0, nearMisses: 0 }];
  if (most.phrases >= 16) levels.push({ phrases: 16, nearMisses: 0 });
  if (most.phrases >= 60) levels.push({ phrases: 60, nearMisses: 15 });
  return levels;
}

/** What judges the creators of one fold: trees and word vectors that never saw them, as it is for strangers. */
export interface EngineFold {
  readonly model: AnswerModel;
  /** A file of word vectors. */
  readonly vectors: Uint8Array;
}

/** An engine for each fold. `all` fits the word vectors, `cases` the trees; `foldOf` names the fold of a creator, as `author/profile`. */
export async function engineFolds(
  all: readonly LabelledCase[],
  cases: readonly LabelledCase[],
  foldOf: ReadonlyMap<string, number>,
  tell: (line: string) => void,
): Promise<EngineFold[]> {
  const [ownVectors, ownModel] = [wordVectors(), answerModel()];
  const themes = [...creatorThemes(all), ...topicThemes()];
  const vectors: Uint8Array[] = [];
  const gathered: AnswerCase[] = [];
  for (const fold of range(folds)) {
    tell(`meanings without part ${fold + 1} of ${folds}`);
    const { keys, rows, unknown } = fitMeaning(themes.filter(({ creator }) => foldOf.get(creator ?? '') !== fold));
    const file = encodeMeaningFile(keys, rows, unknown);
    vectors.push(file);
    replaceWordVectors(readMeaningFile(file));
    const own = cases.filter(({ author, profile }) => foldOf.get(`${author}/${profile}`) === fold);
    gathered.push(...(await answerCases(own, reliabilityLevels, (creator) => tell(`evidence: ${creator}`), false)));
  }
  replaceWordVectors(ownVectors);
  const counted = gathered.filter(({ candidates }) => candidates.length > 0);
  const items = range(folds).map((fold) => {
    tell(`items without part ${fold + 1} of ${folds}`);
    const list = counted
      .filter(({ creator }) => foldOf.get(creator) !== fold)
      .flatMap((row) => row.candidates.map((one) => ({ row, one })));
    return trainTrees(
      list.map(({ one }) => one.features),
      list.map(({ row, one }) => (row.right.has(one.item.id) ? 1 : 0)),
      list.map(() => 1),
      itemOptions,
    );
  });
  const plans = counted.map((row) => {
    const fold = foldOf.get(row.creator) ?? 0;
    const { chosen, candidates } = chooseAnswer(row.candidates, { ...ownModel, item: items[fold] ?? ownModel.item });
    const isRight =
      row.right.size > 0 && chosen.length === row.right.size && chosen.every(({ item }) => row.right.has(item.id));
    return { fold, isRight, features: planFeatures(chosen, candidates) };
  });
  const engines = range(folds).map((fold): EngineFold => {
    tell(`gate without part ${fold + 1} of ${folds}`);
    const list = plans.filter((plan) => plan.fold !== fold);
    const plan = trainTrees(
      list.map(({ features }) => features),
      list.map(({ isRight }) => (isRight ? 1 : 0)),
      list.map(() => 1),
      planOptions,
    );
    const model = { ...ownModel, item: items[fold] ?? ownModel.item, plan };
    return { model, vectors: vectors[fold] ?? new Uint8Array() };
  });
  replaceAnswerModel(ownModel);
  return engines;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}
