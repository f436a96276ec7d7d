import { type AnswerModel, answerModel } from '../src/drafting/answer/answer-model.ts';
import { chooseAnswer, planFeatures } from '../src/drafting/answer/find-answer.ts';
import { inThreads } from './in-threads.ts';
import { creatorOf, type LabelledCase } from './read-cases.ts';
import type { EvidenceInput, GatheredEvidence } from './reliability-evidence-thread.ts';
import { trainForests } from './tree-thread.ts';

const evidenceThread = new URL('reliability-evidence-thread.ts', import.meta.url);
export const folds = 3;
const itemOptions = { trees: 140, depth: 5, rate: 0.1, leastLeaf: 10, penalty: 4, share: 0.5, seed: 3 };
const planOptions = { trees: 260, depth: 4, rate: 0.04, leastLeaf: 12, penalty: 6, share: 0.5, seed: 5 };

/** The models that evaluate the creators of one fold: trees and word vectors that never saw these creators. */
export interface EngineFold {
  readonly model: AnswerModel;
  /** The content of a file with word vectors. */
  readonly vectors: Uint8Array;
}

/**
 * Returns the models for each fold. `all` is used to fit the word vectors, `cases` the trees; `foldOf` gives the fold
 * of a creator (`author/profile`).
 */
export async function engineFolds(
  all: readonly LabelledCase[],
  cases: readonly LabelledCase[],
  foldOf: ReadonlyMap<string, number>,
  tell: (line: string) => void,
): Promise<EngineFold[]> {
  const ownModel = answerModel();
  tell(`meanings and evidence, each without one part of ${folds}`);
  const inputs = range(folds).map((fold) => (): EvidenceInput => {
    return { all, own: cases.filter((one) => foldOf.get(creatorOf(one)) === fold) };
  });
  const evidence = await inThreads<EvidenceInput, GatheredEvidence>(evidenceThread, inputs);
  const gathered = evidence.flatMap(({ rows }) => rows);
  const counted = gathered.filter(({ candidates }) => candidates.length > 0);
  tell(`items and gate, each without one part of ${folds}`);
  const items = await trainForests(
    range(folds).map((fold) => () => {
      const list = counted
        .filter(({ creator }) => foldOf.get(creator) !== fold)
        .flatMap((row) => row.candidates.map((one) => ({ row, one })));
      return {
        rows: list.map(({ one }) => one.features),
        labels: list.map(({ row, one }) => (row.right.has(one.item.id) ? 1 : 0)),
        weights: list.map(() => 1),
        options: itemOptions,
      };
    }),
  );
  const plans = counted.map((row) => {
    const fold = foldOf.get(row.creator) ?? 0;
    const { chosen, candidates } = chooseAnswer(row.candidates, { ...ownModel, item: items[fold] ?? ownModel.item });
    const isRight =
      row.right.size > 0 && chosen.length === row.right.size && chosen.every(({ item }) => row.right.has(item.id));
    return { fold, isRight, features: planFeatures(chosen, candidates) };
  });
  const gates = await trainForests(
    range(folds).map((fold) => () => {
      const list = plans.filter((plan) => plan.fold !== fold);
      return {
        rows: list.map(({ features }) => features),
        labels: list.map(({ isRight }) => (isRight ? 1 : 0)),
        weights: list.map(() => 1),
        options: planOptions,
      };
    }),
  );
  return range(folds).map((fold): EngineFold => {
    const model = { ...ownModel, item: items[fold] ?? ownModel.item, plan: gates[fold] ?? ownModel.plan };
    return { model, vectors: evidence[fold]?.vectors ?? new Uint8Array() };
  });
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}
