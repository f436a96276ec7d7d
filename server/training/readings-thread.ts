/** A thread in which scripted readers read the messages to a part of the creators. */
import { parentPort, workerData } from 'node:worker_threads';
import type { LabelledCase } from './read-cases.ts';
import type { EngineFold } from './reliability-folds.ts';
import { readRows } from './reliability-rows.ts';

/** The cases of one part, and the models that evaluate them. */
export interface ReadingsInput {
  readonly cases: readonly LabelledCase[];
  readonly fold: number;
  readonly engine: EngineFold;
}

const { cases, fold, engine } = workerData as ReadingsInput; // started by train-reliability.ts
const tell = (line: string): void => void process.stderr.write(`  ${line}\n`);
parentPort?.postMessage(await readRows(cases, fold, engine, tell));
