/** A thread that gathers the evidence for a part of the creators, with word vectors that never saw them. */
import { parentPort, workerData } from 'node:worker_threads';
import { encodeMeaningFile, readMeaningFile } from '../src/drafting/meaning/meaning-file.ts';
import { replaceWordVectors } from '../src/drafting/meaning/word-meanings.ts';
import { type AnswerCase, answerCases } from './answer-rows.ts';
import { fitMeaning } from './fit-meaning.ts';
import { commonThemes, creatorThemes } from './meaning-texts.ts';
import { creatorOf, type LabelledCase } from './read-cases.ts';
import { reliabilityLevels } from './reliability-levels.ts';

/** `own` contains the part's cases. The vectors learn from the creators in `all`, except those in `own`. */
export interface EvidenceInput {
  readonly all: readonly LabelledCase[];
  readonly own: readonly LabelledCase[];
}
/** `vectors` is the content of a file with word vectors. */
export interface GatheredEvidence {
  readonly vectors: Uint8Array;
  readonly rows: readonly AnswerCase[];
}

async function evidenceOf({ all, own }: EvidenceInput): Promise<GatheredEvidence> {
  const creators = new Set(own.map(creatorOf));
  const themes = creatorThemes(all.filter((one) => !creators.has(creatorOf(one))));
  const { keys, rows, unknown } = fitMeaning([...themes, ...commonThemes()]);
  const vectors = encodeMeaningFile(keys, rows, unknown);
  replaceWordVectors(readMeaningFile(vectors));
  const tell = (creator: string): void => void process.stderr.write(`  evidence: ${creator}\n`);
  return { vectors, rows: await answerCases(own, reliabilityLevels, tell, false) };
}

parentPort?.postMessage(await evidenceOf(workerData as EvidenceInput)); // started by engineFolds
