/** A thread that trains one set of trees. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Trees } from '../src/drafting/learned/trees.ts';
import { inThreads } from './in-threads.ts';
import { type TreeOptions, trainTrees } from './train-trees.ts';

/** The training data of a set of trees: as many labels and weights as rows. */
export interface TreeExamples {
  readonly rows: readonly Float64Array[];
  readonly labels: readonly (0 | 1)[];
  readonly weights: readonly number[];
  readonly options: TreeOptions;
}

/** Trains several sets of trees in parallel. */
export function trainForests(examples: readonly (() => TreeExamples)[]): Promise<Trees[]> {
  return inThreads(new URL(import.meta.url), examples);
}

if (parentPort !== null) {
  const { rows, labels, weights, options } = workerData as TreeExamples; // posted by trainForests
  parentPort.postMessage(trainTrees(rows, labels, weights, options));
}
